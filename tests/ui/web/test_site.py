"""Sites of static files: what they contain, and that the packed program plays every plugin."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest
from support import ROOT, SHIPPED, sample

from puzzlekit.core.errors import OptionError, PuzzlekitError, SaveError
from puzzlekit.ui.web import site

SCRIPT = ROOT / "tests/ui/web/no_third_party.py"
EXAMPLES = ROOT / "examples/plugins"
#: Modules of the standard library: whether they are left out.
LIBRARY = {
    "xml/dom/minidom.pyc": True,
    "unittest/": True,
    "pdb.pyc": True,
    "encodings/cp1252.pyc": True,
    "encodings/cp437.pyc": False,
    "encodings/utf_8.pyc": False,
    "traceback.pyc": False,
    "os.pyc": False,
}


@pytest.fixture
def pyodide(tmp_path):
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in site.PYODIDE:
        (folder / name).write_text(name)
    with zipfile.ZipFile(folder / "python_stdlib.zip", "w") as library:
        for name in LIBRARY:
            library.writestr(name, name)
    return folder


@pytest.mark.slow
def test_every_plugin_plays_without_third_party_modules(home, tmp_path):
    shutil.copytree(EXAMPLES, home / "plugins", ignore=shutil.ignore_patterns("__pycache__"))
    own = sorted(path.stem for path in EXAMPLES.glob("*.py"))
    archive = tmp_path / "puzzlekit.zip"
    archive.write_bytes(site.pack([*SHIPPED, *own]))
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(tmp_path / "site")
    names = sample([*SHIPPED, *own], 10)
    command = [sys.executable, "-I", str(SCRIPT), str(tmp_path / "site")]
    result = subprocess.run(
        [*command, ",".join(site.UNUSED_MODULES), *names],
        env=os.environ | {"PUZZLEKIT_HOME": str(tmp_path / "site/home")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stderr == ""
    assert result.stdout.split() == names


def test_site_contents(home, tmp_path, pyodide):
    (home / "plugins").mkdir()
    (home / "plugins/mine.py").write_text((EXAMPLES / "loopover.py").read_text())
    folder = tmp_path / "site"
    size, slow_because = site.build_site(folder, ["hex", "mine"], pyodide)
    assert slow_because.startswith("Node.js ")  # it cannot start these files, if it is installed
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert size == sum((folder / name).stat().st_size for name in files)
    facts = json.loads(re.search(r'id="site">(.*?)</script>', read(folder, "index.html"))[1])
    assert [card["id"] for card in facts["cards"]] == ["hex", "mine"]
    assert facts["digest"] in read(folder, "sw.js")
    for name in json.loads(re.search(r"FILES = (\[.*\])", read(folder, "sw.js"))[1])[1:]:
        assert name in files
    assert {"pictures/mine-dark.svg", "pyodide/LICENSE.txt"} <= files
    with zipfile.ZipFile(folder / "puzzlekit.zip") as packed:
        assert "home/plugins/mine.py" in packed.namelist()
        assert not [name for name in packed.namelist() if "window" in name or "/cli/" in name]
        assert packed.read("puzzlekit/LICENSE") == (ROOT / "LICENSE").read_bytes()
    with zipfile.ZipFile(folder / "pyodide/python_stdlib.zip") as library:
        assert set(library.namelist()) == {
            name for name, is_unused in LIBRARY.items() if not is_unused
        }
    text = "".join(read(folder, name) for name in files if name.endswith((".js", ".html", ".css")))
    assert not re.findall(r"https?://(?!www\.w3\.org)", text)  # no requests to other hosts


def read(folder, name):
    return (folder / name).read_text(encoding="utf-8")


def test_build_is_reproducible(home):
    assert site.pack() == site.pack()


def test_missing_files_and_unknown_plugins(tmp_path, pyodide):
    with pytest.raises(PuzzlekitError, match="There is no plugin 'hxe'"):
        site.build_site(tmp_path / "site", ["hxe"], pyodide)
    (pyodide / "pyodide.mjs").unlink()
    with pytest.raises(OptionError, match=r"has no pyodide\.mjs"):
        site.build_site(tmp_path / "site", ["hex"], pyodide)
    assert not (tmp_path / "site").exists()


def test_changed_download_is_rejected(tmp_path, monkeypatch):
    def pack_other(command, cwd, **_):
        assert command[0] == "C:/npm.cmd"
        (tmp_path / "other.tgz").write_bytes(b"other")
        shutil.copy(tmp_path / "other.tgz", cwd)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(site, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(site.shutil, "which", {"npm": "C:/npm.cmd"}.get)  # as on Windows
    monkeypatch.setattr(site.subprocess, "run", pack_other)
    with pytest.raises(PuzzlekitError, match="another version of Pyodide"):
        site.pyodide_files()
    assert hashlib.sha256(b"other").hexdigest() != site.DIGEST
    assert not (tmp_path / "cache").exists()


def test_npm_is_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(site, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(OptionError, match="npm, which is not installed"):
        site.pyodide_files()


def test_folders_of_npm_and_puzzlekit_are_not_writable(tmp_path, monkeypatch):
    package = tmp_path / "pyodide.tgz"
    with tarfile.open(package, "w:gz") as archive:
        for name in site.PYODIDE:
            archive.addfile(tarfile.TarInfo(f"package/{name}"))

    def pack(command, cwd, **_):
        assert "--cache=cache" in command  # not in the home folder
        shutil.copy(package, cwd)
        return subprocess.CompletedProcess(command, 0)

    (tmp_path / "file").touch()
    monkeypatch.setattr(site.shutil, "which", {"npm": "npm"}.get)
    monkeypatch.setattr(site, "cache_folder", lambda: tmp_path / "file")
    monkeypatch.setattr(site, "DIGEST", hashlib.sha256(package.read_bytes()).hexdigest())
    monkeypatch.setattr(site.subprocess, "run", pack)
    with pytest.raises(SaveError, match=r"cannot be written \(.*unpack the npm package pyodide"):
        site.pyodide_files()
    cache = tmp_path / "cache" / f"pyodide-{site.VERSION}"
    cache.mkdir(parents=True)  # left by an interrupted download
    monkeypatch.setattr(site, "cache_folder", lambda: tmp_path / "cache")
    assert all(path.is_file() for path in site.pyodide_files().values())
