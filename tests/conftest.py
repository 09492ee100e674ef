"""What all tests share: a home folder of their own, and fresh registries."""

import os
import tempfile

import pytest
from hypothesis import settings

from puzzlekit import registry

# The plugins and saves of whoever runs the tests must play no part in them.
os.environ["PUZZLEKIT_HOME"] = tempfile.mkdtemp(prefix="puzzlekit-tests-")

settings.register_profile("puzzlekit", deadline=None, max_examples=60)
settings.load_profile("puzzlekit")


def forget_plugins():
    registry.entries.cache_clear()
    registry.plugin.cache_clear()


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty home folder, in which a test may put plugins."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("PUZZLEKIT_HOME", str(folder))
    forget_plugins()
    yield folder
    forget_plugins()


@pytest.fixture
def add_plugin(home):
    """Write a file into the plugins folder."""

    def add(name, text):
        path = home / "plugins" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        forget_plugins()
        return path

    return add
