"""The documentation: its commands, files, links and pictures; its Python code is doctested."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from support import ROOT, clear_plugin_caches, module_at

from puzzlekit.cli.command_line import COMMANDS, _parser

DOCS = ROOT / "docs"
PAGES = sorted(
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *DOCS.rglob("*.md")]
)
KINDS = ("tutorials", "how-to", "reference", "explanation")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)

#: Pages for plugin authors whose commands run in order.
AUTHORS = ("write-a-puzzle", "write-an-evaluation", "write-a-multiplayer-game", "check-a-plugin")


def page_id(path):
    return path.relative_to(ROOT).as_posix()


def blocks(path):
    return BLOCK.findall(path.read_text(encoding="utf-8"))


def commands(path):
    lines = [line for kind, text in blocks(path) if kind == "sh" for line in text.splitlines()]
    return [line for line in lines if line.startswith("puzzlekit")]


def load_diagrams():
    return module_at(DOCS / "diagrams.py")


def test_page_kinds_and_contents():
    for path in DOCS.rglob("*.md"):
        parts = path.relative_to(DOCS).parts
        assert parts[0] in (*KINDS, "index.md", "gallery.md"), path
        if path.name != "index.md":
            contents = (path.parent / "index.md").read_text(encoding="utf-8")
            assert re.search(rf"^{path.stem}$", contents, re.MULTILINE), path


def test_commands_work_in_the_shells_of_windows():
    # What cmd.exe and PowerShell 5 do not know, except `&&`, which the README explains.
    posix = re.compile(r"[ =]'|^[A-Z_]+=|[ =]~/|\$\(|\\$")
    blocks_of = {path: [text for kind, text in blocks(path) if kind == "sh"] for path in PAGES}
    lines = [line for texts in blocks_of.values() for text in texts for line in text.splitlines()]
    assert len(lines) > 100
    assert [line for line in lines if posix.search(line.partition("  #")[0])] == []


@pytest.mark.parametrize("path", PAGES, ids=page_id)
def test_links_and_named_files(path):
    text = path.read_text(encoding="utf-8")
    for name in re.findall(r"`((?:examples|games|benchmarks|docs|tests)/[\w/.-]+)`", text):
        assert (ROOT / name).exists() or name == "games/NAME/fast.py", name
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not target.startswith(("http", "#")):
            assert (path.parent / target.partition("#")[0]).exists(), target


def test_commands_and_options_exist():
    parsers = _parser(COMMANDS)[1].parsers
    for line in (line for path in PAGES for line in commands(path)):
        words = shlex.split(line, comments=True)
        name = words[1] if len(words) > 1 else ""
        if name and not name.startswith("-"):
            assert name in COMMANDS, line
            known = parsers[name].format_help()
            for option in (word for word in words[2:] if word.startswith("--")):
                side = re.fullmatch("--(blue|yellow|white)", option)
                assert option in known or (side and "--SIDE" in known), line


@pytest.mark.slow
def test_commands_for_authors_succeed(run, home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    (home / "plugins").mkdir()
    for path in (ROOT / "examples" / "plugins").glob("*.py"):
        (home / "plugins" / path.name).write_text(path.read_text(encoding="utf-8"))
    lines = [line for name in AUTHORS for line in commands(DOCS / "how-to" / f"{name}.md")]
    assert len(lines) >= 8
    for line in lines:
        program, *argv = shlex.split(re.sub(r"--games \d+", "--games 1", line), comments=True)
        assert program == "puzzlekit"
        clear_plugin_caches()
        if argv[0] == "play":
            argv += ["--screenshot", "picture.png"]
        code, out, err = run(*argv)
        assert (code, err) == (0, ""), line
        assert out or Path("picture.png").stat().st_size > 10_000, line


@pytest.mark.slow
def test_tutorial_plugin(run, home):
    pytest.importorskip("numba")
    diagrams = load_diagrams()
    files = diagrams.plugin_files(diagrams.TUTORIAL.read_text(encoding="utf-8"))
    assert set(files) == {"col/__init__.py", "col/fast.py"}
    for name, source in files.items():
        path = home / "plugins" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    clear_plugin_caches()
    code, out, err = run("check", "col")
    assert (code, err) == (0, ""), out


def test_tutorial_boards(tmp_path):
    for name in load_diagrams().draw_tutorial(tmp_path):
        drawn, kept = (folder / name for folder in (tmp_path, DOCS / "images"))
        assert drawn.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8"), name


def test_code_block_languages():
    for path in PAGES:
        for kind, text in blocks(path):
            assert kind in ("python", "sh", "toml", "text"), path
            if kind == "toml":
                tomllib.loads(text)


def test_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


def test_changelog():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for version in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        assert len(version.splitlines()) <= 60
        headings = set(re.findall(r"^### (.*)$", version, re.MULTILINE))
        assert headings <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
