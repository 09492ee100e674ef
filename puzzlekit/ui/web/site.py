"""Static websites on which plugins can be played, without a server-side program.

Python runs in the browser through Pyodide, whose files are copied into the folder. The page makes
no requests to other hosts.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from functools import partial
from io import BytesIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ...core.errors import OptionError, PuzzlekitError, shorten_path
from ...core.files import cache_folder, write_atomically, write_output
from ...core.translation import LANGUAGE
from ...plugin import discovery
from ...plugin.discovery import plugin, plugin_path, plugins
from ..theme import THEMES
from .page_data import LABELS, card, card_picture

#: The version of Pyodide, and the SHA-256 digest of its package.
VERSION = "314.0.7"
DIGEST = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"

#: The files of Pyodide that a browser needs.
PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)

#: The licence note of Pyodide, which must accompany its files.
LICENCE = (
    f"These are files of Pyodide {VERSION}: https://github.com/pyodide/pyodide\n"
    "They are subject to the Mozilla Public License 2.0: https://mozilla.org/MPL/2.0/\n"
    "They are unchanged, except that python_stdlib.zip omits modules that the page does not need.\n"
)

#: Modules of the standard library that pages do not need: a quarter of its size.
UNUSED_MODULES = (
    *("_pyrepl", "cProfile", "doctest", "ftplib", "imaplib", "mailbox", "modulefinder"),
    *("multiprocessing", "optparse", "pdb", "poplib", "profile", "pstats", "pydoc"),
    *("smtplib", "trace", "unittest", "wsgiref", "xml", "xmlrpc"),
)
UNUSED_CODECS = ("cp[!4]", "cp4[!3]", "hp_", "iso", "koi8", "mac_", "palmos", "ptcp", "tis")

STATIC = Path(__file__).with_name("static")

#: The memory snapshot, and the script that makes it.
IMAGE, IMAGE_SCRIPT = "image.bin", Path(__file__).with_name("image.mjs")
PACKAGE = Path(__file__).parents[2]

#: The parts of puzzlekit that do not run in a browser.
LEFT_OUT = (
    "cli",
    "design",
    "testing",
    "ui/terminal",
    "ui/window",
    "ui/web/static",
    "ui/web/site.py",
)

#: Suffixes of the files that go into the archive.
PACKED = (".py", ".pyi", ".json", ".toml", ".mo")


class SiteSummary(NamedTuple):
    """The size of a site in bytes, and why Python starts slowly on it, if it does."""

    size: int
    slow_because: str


def build_site(folder: Path, names: Sequence[str] = (), pyodide: Path | None = None) -> SiteSummary:
    """Write a site with the named plugins, by default all.

    If Node.js is installed, the site gets a snapshot of Python's memory, for quick starts.

    Args:
        folder: The folder. Other files in it are kept.
        names: The names of plugins.
        pyodide: A folder with the files of Pyodide, which npm downloads by default.

    Raises `OptionError` for an unknown plugin or a missing file, and `SaveError` if a file cannot
    be written.
    """
    chosen = list(names) or sorted(plugins()[0])
    for name in chosen:
        plugin(name)
    files = {path.name: path.read_bytes() for path in STATIC.iterdir()}
    for name, theme in product(chosen, (*THEMES, *(f"{each}_letters" for each in THEMES))):
        files[f"pictures/{name}-{theme}.svg"] = card_picture(name, theme).encode()
    files["puzzlekit.zip"] = pack(chosen)
    for name, path in pyodide_files(pyodide).items():
        files[f"pyodide/{name}"] = path.read_bytes()
    files["pyodide/python_stdlib.zip"] = without_unused_modules(files["pyodide/python_stdlib.zip"])
    files["pyodide/LICENSE.txt"] = LICENCE.encode()
    site: dict[str, object] = site_facts(chosen)
    digest = hashlib.sha256(json.dumps(site).encode())
    for name, data in sorted(files.items()):
        digest.update(f"{name} {len(data)}\n".encode() + data)
    site["digest"] = digest.hexdigest()[:16]
    offline = ["./", "site.json", *files.keys() - {"index.html", "sw.js"}]
    worker = files["sw.js"].decode().replace("DIGEST", str(site["digest"]), 1)
    files["sw.js"] = worker.replace('["FILES"]', json.dumps(sorted(offline)), 1).encode()
    for name, data in files.items():
        write_output(folder / name, data)
    image, problem = make_memory_snapshot(folder)
    site["image"] = len(image)
    last = {"index.html": index_page(site).encode(), "site.json": json.dumps(site).encode()}
    if image:
        last[IMAGE] = gzip.compress(image, 6, mtime=0)
    for name, data in last.items():
        write_output(folder / name, data)
    return SiteSummary(sum(map(len, {**files, **last}.values())), problem)


def make_memory_snapshot(folder: Path) -> tuple[bytes, str]:
    """Start Python in Node.js with the files of a site, and return a snapshot of its memory.

    If this is not possible, return no bytes and the reason.
    """
    node = shutil.which("node")
    if node is None:
        return b"", "Node.js is not installed"
    with TemporaryDirectory(prefix="puzzlekit-") as name:
        image = Path(name, "image")
        command = [node, str(IMAGE_SCRIPT), str(folder.resolve()), str(image), LANGUAGE]
        result = _run(command)
        if result.returncode:
            reason = (result.stderr.strip().splitlines() or ["unknown error"])[-1]
            return b"", f"Node.js failed ({reason})"
        return image.read_bytes(), ""


def site_facts(chosen: Sequence[str]) -> dict[str, object]:
    """Return the data for the scripts of the page: the language, the labels and the cards."""
    return {"language": LANGUAGE, "labels": LABELS, "cards": list(map(card, chosen))}


def index_page(site: Mapping[str, object]) -> str:
    """Return the page, including data about the site for its script."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    text = text.replace('lang="en"', f'lang="{LANGUAGE}"')
    return text.replace("{}", json.dumps(site).replace("<", "\\u003c"), 1)


def pack(chosen: Sequence[str] = ()) -> bytes:
    """Return a zip archive of puzzlekit for browsers, with all shipped and the chosen plugins."""
    return _zipped({name: path.read_bytes() for name, path in _packed_files(chosen)})


def without_unused_modules(library: bytes) -> bytes:
    """Return a zip archive of the standard library without the modules that pages do not need."""
    unused = [f"{name}[/.]*" for name in UNUSED_MODULES]
    unused += [f"encodings/{name}*" for name in UNUSED_CODECS]
    with zipfile.ZipFile(BytesIO(library)) as archive:
        names = [
            name for name in archive.namelist() if not any(map(partial(fnmatch, name), unused))
        ]
        return _zipped({name: archive.read(name) for name in names})


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """Return a zip archive that is identical for identical files."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for name, data in sorted(files.items()):
            file.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
    return archive.getvalue()


def _packed_files(chosen: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Yield the name of each file in the archive, and the path of the file."""
    packages = {
        name.rpartition(".")[2]: folders for name, folders in discovery.shipped_folders().items()
    }
    installed = PACKAGE.parent.glob("puzzlekit-*.dist-info/licenses/LICENSE")
    licence = next(installed, PACKAGE.parent / "LICENSE")
    if licence.is_file():
        yield "puzzlekit/LICENSE", licence
    left_out = {PACKAGE / each for each in LEFT_OUT}
    for path in _sources(PACKAGE):
        inside = path.relative_to(PACKAGE)
        is_shipped_package = len(inside.parts) == 1 and inside.stem in packages
        if left_out.isdisjoint([path, *path.parents]) and not is_shipped_package:
            yield f"puzzlekit/{inside.as_posix()}", path
    for package, folders in packages.items():
        for folder in map(Path, folders):
            for path in _sources(folder):
                yield f"puzzlekit/{package}/{path.relative_to(folder).as_posix()}", path
    shipped = {Path(folder) for folders in packages.values() for folder in folders}
    for name in chosen:
        place = plugin_path(name)
        if place is None or not shipped.isdisjoint(place.parents):
            continue
        for path in _sources(place) if place.is_dir() else [place]:
            yield f"home/plugins/{path.relative_to(place.parent).as_posix()}", path


def _sources(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.suffix in PACKED)


def pyodide_files(folder: Path | None = None) -> Mapping[str, Path]:
    """Return the paths of Pyodide's files, from the folder or else downloaded with npm.

    Raises `OptionError` if files are missing or the download is not possible.
    """
    if folder is None:
        folder = cache_folder() / f"pyodide-{VERSION}"
        if not all((folder / name).is_file() for name in PYODIDE):
            _download(folder)
    files = {name: folder / name for name in PYODIDE}
    if missing := [name for name, path in files.items() if not path.is_file()]:
        raise OptionError(
            f"{shorten_path(str(folder))} has no {', '.join(missing)}; give the folder of the npm "
            f"package pyodide {VERSION}."
        )
    return files


def _run(command: Sequence[str], folder: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder."""
    return subprocess.run(
        command, cwd=folder, capture_output=True, check=False, encoding="utf-8", errors="replace"
    )


def _download(folder: Path) -> None:
    """Download the package of Pyodide, check its digest, and unpack it into the folder."""
    advice = f"unpack the npm package pyodide {VERSION} yourself and add --pyodide FOLDER"
    with TemporaryDirectory(prefix="puzzlekit-") as name:
        # npm's own cache may not be writable.
        npm = shutil.which("npm")  # on Windows npm.cmd, which is not found by its name alone
        if npm is None:
            raise OptionError(f"Pyodide needs npm, which is not installed; {advice}.")
        command = [npm, "pack", "--loglevel=error", "--cache=cache", f"pyodide@{VERSION}"]
        result = _run(command, name)
        if result.returncode:
            reason = (result.stderr.strip().splitlines() or ["unknown error"])[0]
            raise PuzzlekitError(f"npm cannot download Pyodide ({reason}); {advice}.")
        package = next(Path(name).glob("*.tgz")).read_bytes()
        if hashlib.sha256(package).hexdigest() != DIGEST:
            raise PuzzlekitError(f"npm has downloaded another version of Pyodide; {advice}.")
        with tarfile.open(fileobj=BytesIO(package)) as archive:
            for each in PYODIDE:
                source = archive.extractfile(f"package/{each}")
                assert source is not None
                write_atomically(folder / each, source.read(), advice)
