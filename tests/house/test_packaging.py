"""The wheel, the checkout and an editable install contain the same puzzlekit.

No network is needed: the installed hatchling builds the wheel, which is installed without
dependencies; this environment provides those.
"""

import email
import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from support import ROOT, TIMEOUT, run_python

pytestmark = pytest.mark.slow

NEEDED = ("sympy", "mpmath", "networkx", "numpy", "platformdirs")
LENT = sorted({str(Path(find_spec(name).origin).parent.parent) for name in NEEDED})


def run(*command, **more):
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        env=environment | more.pop("env", {}),
        **more,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(kind, folder):
    """Build a distribution of this checkout and return its path."""
    run(sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", folder, cwd=ROOT)
    (path,) = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Return an environment with the wheel and this environment's third-party packages only."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder)
    places = {"base": str(folder), "platbase": str(folder)}
    scripts = Path(sysconfig.get_path("scripts", "venv", places))
    packages = Path(sysconfig.get_path("purelib", "venv", places))
    python = scripts / Path(sys.executable).name
    before = {path.name for path in packages.iterdir()}
    run(
        *(sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"),
        *("install", "--no-deps", "--no-index", "--no-compile", "--quiet", wheel),
    )
    gained = {path.name for path in packages.iterdir()} - before - {"__pycache__"}
    # Python searches folders named in a .pth file but does not process the .pth files in them,
    # which may name the checkout.
    (packages / "lent.pth").write_text("\n".join(LENT) + "\n")
    return python, scripts / f"puzzlekit{'.exe' * (sys.platform == 'win32')}", gained


def test_source_distribution(tmp_path):
    with tarfile.open(build("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"conftest.py", "tests/conftest.py", "Makefile", ".ci/run", "README.md"} <= names
    assert {".pre-commit-config.yaml", "puzzlekit/locale/puzzlekit.pot"} <= names


def files_in(folder, *endings):
    """Return the relative paths of the files in a folder of the checkout."""
    paths = (path for ending in endings for path in (ROOT / folder).rglob(f"*.{ending}"))
    return {path.relative_to(ROOT).as_posix() for path in paths}


def test_wheel_contents(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    package, metadata = sorted({name.split("/")[0] for name in names})
    assert package == "puzzlekit"
    assert metadata.endswith(".dist-info")
    others = ("py.typed", "__init__.pyi", "cli/templates/game.txt")
    assert {f"puzzlekit/{name}" for name in others} <= set(names)
    languages = {name.split("/")[2] for name in names if name.endswith("LC_MESSAGES/puzzlekit.mo")}
    assert languages == {path.name for path in (ROOT / "puzzlekit" / "locale").glob("*/")}
    assert not [name for name in names if name.endswith((".po", ".pot"))]
    sources = files_in("puzzlekit", "py") - {"puzzlekit/games.py", "puzzlekit/puzzles.py"}
    for folder in ("games", "puzzles", "examples"):
        sources |= {f"puzzlekit/{name}" for name in files_in(folder, "py", "toml")}
    assert {name for name in names if name.endswith((".py", ".toml"))} == sources
    assert {f"puzzlekit/{name}" for name in files_in("docs", "md", "png", "svg")} <= set(names)
    pages = {name for name in names if name.endswith((".html", ".css", ".js"))}
    assert pages == files_in("puzzlekit", "html", "css", "js")
    assert len(names) == len(set(names))


def test_import_from_zip_file(wheel):
    code = "from puzzlekit import *; import puzzlekit; print(order('(0 1 2)'), puzzlekit.words)"
    printed = run(sys.executable, "-P", "-c", code, env={"PYTHONPATH": str(wheel)})
    assert printed.startswith("3 ")
    assert wheel.name in printed


def test_run_from_zip_file(wheel):
    done = run_python("-P", "-m", "puzzlekit", "order", "cube", env={"PYTHONPATH": str(wheel)})
    assert done.returncode == 2
    assert "Install puzzlekit with pip; it cannot run from a zip file." in done.stderr


def test_site_packages(installed):
    _, _, gained = installed
    assert sorted(name.partition("-")[0] for name in gained) == ["puzzlekit", "puzzlekit_framework"]
    assert "puzzlekit" in gained


def test_metadata(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        facts = email.message_from_bytes(archive.read(name))
    assert facts["Name"] == "puzzlekit-framework"
    for field in ("Summary", "Keywords", "Requires-Python", "Author", "License-Expression"):
        assert facts[field], field
    assert len(facts.get_all("Classifier")) > 10
    assert "# puzzlekit" in facts.get_payload()
    assert not [need for need in facts.get_all("Requires-Dist") if need.startswith("puzzlekit[")]


def test_numba_has_wheels_for_each_platform():
    with (ROOT / "pyproject.toml").open("rb") as file:
        needs = map(Requirement, tomllib.load(file)["project"]["dependencies"])
    numba = [need for need in needs if need.name == "numba"]

    def bounds(system, machine, version):
        platform = {"sys_platform": system, "platform_machine": machine, "python_version": version}
        platform["platform_python_implementation"] = "CPython"
        return [str(need.specifier) for need in numba if need.marker.evaluate(platform)]

    assert bounds("linux", "x86_64", "3.11") == bounds("win32", "AMD64", "3.14") == [">=0.60"]
    assert bounds("darwin", "arm64", "3.14") == [">=0.60"]
    assert bounds("darwin", "x86_64", "3.13") == ["<0.63,>=0.60"]
    assert bounds("darwin", "x86_64", "3.14") == bounds("emscripten", "wasm32", "3.13") == []


def test_help_names_documents(installed, tmp_path):
    _, script, _ = installed
    text = " ".join(run(script, "--help", cwd=tmp_path, env={"COLUMNS": "1000"}).split())
    folder = Path(text.partition("Documentation and examples: ")[2].rstrip("."))
    assert (folder / "docs" / "reference" / "plugin-contract.md").is_file()
    assert (folder / "examples" / "plugins" / "m13.py").is_file()


def test_distribution_name():
    # The project `puzzlekit` on the package index is a different one.
    wrong = re.compile(r"puzzlekit\[|pip install (-\S+ )*[\"']?puzzlekit(?![\w-])")
    for path in ROOT.rglob("*"):
        hidden = any(part[0] == "." for part in path.relative_to(ROOT).parts[:-1])
        if path.suffix in (".py", ".md", ".toml", ".yml") and not hidden:
            lines = path.read_text(encoding="utf-8").splitlines()
            found = [line for line in lines if wrong.search(line)]
            assert path == Path(__file__) or found == [], path


def test_installed_package_is_not_checkout(installed, tmp_path):
    python, _, _ = installed
    where = run(python, "-c", "import puzzlekit; print(puzzlekit.__file__)", cwd=tmp_path).strip()
    assert ROOT not in Path(where).parents
    assert Path(where).parent.name == "puzzlekit"


def list_json(*command, cwd, home):
    text = run(*command, "list", "--json", cwd=cwd, env={"PUZZLEKIT_HOME": str(home)})
    return json.loads(text)


def test_list_output_of_wheel_and_checkout(installed, tmp_path):
    python, script, _ = installed
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    elsewhere.mkdir()
    here = list_json(sys.executable, "-m", "puzzlekit", cwd=ROOT, home=home)
    assert {"corners", "ladder", "mills"} <= {each["id"] for each in here}  # puzzle files
    assert list_json(script, cwd=elsewhere, home=home) == here
    assert list_json(python, "-m", "puzzlekit", cwd=elsewhere, home=home) == here
    # Without an installation: an isolated Python with only the third-party packages and the folder.
    bare = (
        f"import sys; sys.path[:0] = [{str(ROOT)!r}]; sys.path += {LENT!r}; "
        "from puzzlekit.__main__ import main; sys.argv[0] = 'puzzlekit'; main()"
    )
    assert list_json(sys.executable, "-I", "-S", "-c", bare, cwd=elsewhere, home=home) == here


def test_compute_with_wheel(installed, tmp_path):
    _, script, _ = installed
    for text, order in (("pinball", "20160"), ("permute:3", "362880"), ("cube:2", "3674160")):
        assert json.loads(run(script, "order", text, "--json", cwd=tmp_path))["order"] == order


def test_editable_install(tmp_path):
    # `pip install -e .` adds a .pth file with the path of the checkout; do the same here.
    path = build("wheel:editable", tmp_path)
    names = zipfile.ZipFile(path).namelist()
    (link,) = [name for name in names if name.endswith(".pth")]
    assert zipfile.ZipFile(path).read(link).decode().split() == [str(ROOT)]
    assert not any(name.endswith(".py") for name in names)
