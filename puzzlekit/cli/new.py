"""The `new` command: create a plugin from a template."""

from __future__ import annotations

import keyword
import re
from argparse import Namespace
from pathlib import Path
from string import Template

from ..core.errors import OptionError, SaveError, quoted, shorten_path
from .common import DONE
from .parsers import Commands

#: Plugin templates: `templates` contains a small but complete plugin, and its test, for each.
KINDS = ("twisty", "sliding", "game", "connection")

#: Matches names that can be used for a file, a module and a class.
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*([_-][A-Za-z0-9]+)*")


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add("new", _run, "create a plugin and its test from a template", json=False)
    command.add_argument("name", metavar="NAME", help="name of the plugin, as used in IDs")
    command.add_argument(
        "--kind", choices=KINDS, default="game", help="template to start from (default: game)"
    )
    command.add_switch(
        "--package",
        "create an installable project in the current folder, not in your plugins folder",
    )


def _run(arguments: Namespace) -> int:
    from ..plugin.discovery import entries, plugins_folder

    name = arguments.name
    words = re.split("[_-]", name)
    if not _NAME.fullmatch(name) or keyword.iskeyword(name.lower()) or len(name) > 40:
        raise OptionError(
            f"Invalid plugin name {quoted(name)}: use letters and digits, with - or _ between them."
        )
    known = {each.lower(): entry for each, entry in entries().items()}  # as on Windows and Macs
    if name.lower() in known:
        where = shorten_path(known[name.lower()].where)
        raise OptionError(
            f"The plugin name {quoted(name)} is taken ({where}); choose another name."
        )
    kind = "".join(word[:1].upper() + word[1:] for word in words)
    imports = rf"import .*\b{kind}\b"
    if keyword.iskeyword(kind) or re.search(imports, _template(arguments.kind).template):
        kind = f"My{kind}"
    names = {
        "name": name,
        "title": " ".join(words).capitalize(),
        "kind": kind,
        "module": f"puzzlekit_{'_'.join(words).lower()}",
    }
    if arguments.package:
        folder = Path(f"puzzlekit-{name}")
        file = folder / f"{names['module']}.py"
        tests = folder / "tests" / f"test_{'_'.join(words)}.py"
        extra = {folder / "pyproject.toml": "pyproject", folder / "README.md": "readme"}
    else:
        folder = plugins_folder()
        # Plugin discovery skips files that start with _.
        file, tests, extra = folder / f"{name}.py", folder / f"_test_{'_'.join(words)}.py", {}
    sources = {file: arguments.kind, tests: f"test_{arguments.kind}", **extra}
    _write({path: _template(source).substitute(names) for path, source in sources.items()})
    print(f"Created:    {file}")
    if arguments.package:
        print(f"Install:    python -m pip install -e ./{folder}")
    print(f"Play:       puzzlekit play {name}")
    print(f"Test:       puzzlekit check {name}")
    tested = str(folder if arguments.package else tests)
    quote = '"' if " " in tested else ""  # as in the folders of a Mac
    print(f"            python -m pytest {quote}{tested}{quote}")
    return DONE


def _template(name: str) -> Template:
    path = Path(__file__).parent / "templates" / f"{name}.txt"
    return Template(path.read_text(encoding="utf-8"))


def _write(texts: dict[Path, str]) -> None:
    from ..core.files import write_output

    for path in texts:
        if path.exists():
            raise SaveError(
                f"{shorten_path(path)} already exists; choose another name or move the file."
            )
    for path, text in texts.items():
        write_output(path, text)
