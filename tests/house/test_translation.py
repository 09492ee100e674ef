"""The catalogue of messages contains every string shown in the window and the terminal."""

import ast
import re
import symtable
from functools import cache
from io import BytesIO
from itertools import chain

import pytest
from plugin_messages import file_texts, plugin_texts
from support import ROOT, nodes_of, parse, run_python, source_of

PACKAGE = ROOT / "puzzlekit"

#: Modules with rules or theorems, whose texts are extracted without marks.
PLUGIN_FILES = (
    *("games/**/*.py", "puzzles/**/*.py", "puzzlekit/rules/**/*.py"),
    "puzzlekit/solving/theorems.py",
)

#: The languages of the catalogues. Only the German one must be complete.
LANGUAGES = sorted(path.parts[-3] for path in PACKAGE.glob("locale/*/*/puzzlekit.po"))

#: The functions that mark messages, with the number of strings they take.
MARKS = {"_": 1, "ngettext": 2}

#: Strings of several words that are keys of widgets, commands, or parts of errors.
NOT_SHOWN = {
    *("answer yes", "answer no", "answer accept", "more sequences"),
    *("The clipboard", "it is not responding"),
    *("pieces CELL", "cycles WORD", "comment TEXT", "save FILE"),
}


def is_translated(source):
    """Return whether a module imports functions to mark messages."""
    return "translation import" in source or "gettext as _" in source


@cache
def translated_modules():
    """Return the modules that import functions to mark messages."""
    paths = (path for folder in ("puzzlekit", "games") for path in (ROOT / folder).rglob("*.py"))
    return [path for path in paths if is_translated(source_of(path))]


def name_called(node):
    """Return the name of the function that a node calls, or an empty string."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def marked_messages(source):
    """Yield the messages marked in a module: a string, or a singular and a plural."""
    for node in nodes_of(source):
        if count := MARKS.get(name_called(node)):
            yield tuple(ast.literal_eval(each) for each in node.args[:count])


def unmarked_strings(node):
    """Yield the strings of several words that are not messages, docstrings or parts of errors."""
    name = name_called(node)
    if name in MARKS or name.endswith("Error") or isinstance(node, ast.Raise):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    text = ""
    if isinstance(node, ast.JoinedStr):
        text = "".join(
            part.value if isinstance(part, ast.Constant) else "{}" for part in node.values
        )
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = node.value
    is_style = re.fullmatch(r"\w+ on \w+", text)  # of rich
    if " " in text and len(re.findall(r"[A-Za-z]{2,}", text)) > 1 and not is_style:
        yield text
    for child in ast.iter_child_nodes(node):
        yield from unmarked_strings(child)


def entries(catalogue):
    """Yield the messages in the text of a catalogue."""
    text = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
    for match in re.finditer(rf"^msgid {text}(?:^msgid_plural {text})?", catalogue, re.MULTILINE):
        yield tuple(ast.literal_eval(f"({each})") for each in match.groups() if each)


def placeholders(text):
    return sorted(re.findall(r"\{[^}]*\}|`[^`]*`", text))


def is_faulty(message, *, may_be_empty):
    """Return whether a translation is missing, fuzzy, or has other placeholders than the text."""
    is_single = isinstance(message.id, str)
    texts = [message.string] if is_single else message.string
    if not all(texts):
        return not may_be_empty
    wanted = placeholders(message.id if is_single else message.id[1])  # singulars may omit numbers
    return message.fuzzy or any(placeholders(text) != wanted for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue(language):
    # docs/how-to/translate.md has the commands that update and compile it.
    pofile, mofile = map(pytest.importorskip, ("babel.messages.pofile", "babel.messages.mofile"))
    folder, compiled = PACKAGE / "locale" / language / "LC_MESSAGES", BytesIO()
    with (PACKAGE / "locale" / "puzzlekit.pot").open("rb") as file:
        wanted = {message.id for message in pofile.read_po(file)}
    with (folder / "puzzlekit.po").open("rb") as file:
        catalogue = pofile.read_po(file, locale=language)
    assert {message.id for message in catalogue} == wanted
    messages = [message for message in catalogue if message.id]
    assert [m.id for m in messages if is_faulty(m, may_be_empty=language != "de")] == []
    mofile.write_mo(compiled, catalogue)
    compiled.seek(0)
    with (folder / "puzzlekit.mo").open("rb") as file:
        found, expected = (
            [(each.id, each.string) for each in mofile.read_mo(source) if each.id]
            for source in (file, compiled)
        )
    assert found == expected


def test_catalogue_is_up_to_date():
    # `make messages` writes it.
    catalogue = (PACKAGE / "locale" / "puzzlekit.pot").read_text(encoding="utf-8")
    listed = list(entries(catalogue))
    assert len(listed) == len(set(listed))
    messages = {
        message for path in translated_modules() for message in marked_messages(source_of(path))
    }
    for path in chain.from_iterable(ROOT.glob(pattern) for pattern in PLUGIN_FILES):
        messages |= {(text,) for _, text, _ in plugin_texts(source_of(path))}
    for path in (ROOT / "puzzles").glob("*.toml"):
        messages |= {(text,) for _, text in file_texts(source_of(path))}
    assert set(listed) == messages


@pytest.mark.parametrize("front_end", ["window", "terminal"])
def test_displayed_strings_are_marked(front_end):
    paths = sorted((PACKAGE / "ui" / front_end).rglob("*.py"))
    found = {path.name: set(unmarked_strings(parse(source_of(path)))) - NOT_SHOWN for path in paths}
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("label(f'Page {page} of {count}')", ["Page {} of {}"]),
        ("label(_('New game'))", []),
        ("raise OptionError('No game')", []),
        ("style('black on red3')", []),
    ],
)
def test_unmarked_strings(source, found):
    assert list(unmarked_strings(ast.parse(source))) == found


def hides_function(table):
    """Return whether a function uses `_` as a variable and also calls it."""
    names = table.get_identifiers()
    symbol = table.lookup("_") if table.get_type() == "function" and "_" in names else None
    hidden = symbol is not None and symbol.is_local() and symbol.is_referenced()
    return hidden or any(map(hides_function, table.get_children()))


@pytest.mark.parametrize(
    ("body", "hidden"),
    [("a, _ = pair\n return _('Save')", True), ("a, _ = pair", False), ("_('Save')", False)],
)
def test_hides_function(body, hidden):
    assert hides_function(symtable.symtable(f"def f():\n {body}", "", "exec")) == hidden


def test_no_variable_hides_gettext():
    for path in translated_modules():
        source = source_of(path)
        assert not hides_function(symtable.symtable(source, str(path), "exec")), path


def test_records_stay_english(tmp_path):
    command = ["-m", "puzzlekit", "play", "hex:size=2", "--text", "--script", "a1 b1 a2"]
    ran = run_python(
        *command, env={"LANGUAGE": "de"}, cwd=tmp_path, input="record\nposition\n", check=True
    )
    assert "Rot gewinnt: Eine Kette von a1 bis a2 verbindet oben und unten" in ran.stdout
    assert '[Red "human"]' in ran.stdout
    assert "hex:size=2@" in ran.stdout


def test_theorems_and_default_rules_are_translated(tmp_path):
    (tmp_path / "ring.gap").write_text("A := (1,2,3);; G := Group(A);\n")
    theorem = (
        "import puzzlekit\n"
        "from puzzlekit.design.fact_cards import fact_cards\n"
        "from puzzlekit.design.report import Report\n"
        "from puzzlekit.solving.theorems import theorems\n"
        "rules = puzzlekit.load('fifteen')\n"
        "*_, card = fact_cards(Report(theorems=theorems(rules, rules.start())))\n"
        "print(card.title, *card.notes)\n"
    )
    for command, wanted in (
        (["-c", theorem], "Satz von Wilson Das Brett ist 2-fach zusammenhängend und bipartit;"),
        (["-m", "puzzlekit", "rules", "ring.gap"], "Die Züge sind A. Ein ' dahinter kehrt"),
    ):
        ran = run_python(*command, env={"LANGUAGE": "de"}, cwd=tmp_path, check=True)
        assert wanted in ran.stdout
