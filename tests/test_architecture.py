"""Who may import whom: the floors of the house, as a walk over the syntax trees."""

import ast
import re
import sys
from pathlib import Path

import pytest

import puzzlekit

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "puzzlekit"
SHELVES = ("games", "puzzles")
PLUGINS = sorted(path.stem for shelf in SHELVES for path in (ROOT / shelf).glob("[!_]*.py"))

# A room is a floor, its modules, and the third parties that they may use. A module may import
# from lower floors and from its own room. Third parties are imported late, inside functions,
# except those with a star.
ROOMS = {
    "ground": (
        0,
        "errors board boards values permutation words options gameid home lines",
        "networkx numpy sympy platformdirs",
    ),
    "compiled ground": (0, "chance_kernel", "numba*"),
    "rules": (1, "rules fast", "numpy sympy"),
    "kinds": (
        2,
        "twisty sliding boardgame connection territory solids creatures creature_counts",
        "networkx numpy",
    ),
    "fast paths": (1, "fast_kernel", "numba*"),
    "tables of words": (
        2,
        "factor_base factor_plain factor_fast factor_kernel factor_fill factor_beam",
        "numba* numpy*",
    ),
    "groups": (
        2,
        "giants elements kinds blocks structure schreier finding names chains known arrangements "
        "finding_fast elements_kernel kinds_kernel blocks_kernel structure_kernel chain_kernel "
        "double_cosets",
        "numba* numpy* sympy*",
    ),
    "computer players": (
        2,
        "players mcts_plain tree_kernel mcts_fast perft_kernel "
        "alphabeta alphabeta_fast alphabeta_kernel playouts_kernel",
        "numba* numpy*",
    ),
    "middle": (
        3,
        "group facts search session saves registry play records progress factor slides "
        "walks hints positions editing proof match playouts "
        "filepuzzle formats.__init__ formats.definition formats.source formats.tokens formats.sets "
        "formats.layout formats.assembly formats.gap formats.sympy_text formats.cycles "
        "formats.tws formats.tws_lines formats.tws_words formats.tws_writer "
        "formats.kpuzzle formats.kpuzzle_writer "
        "formats.toml formats.toml_values formats.toml_board formats.toml_writer",
        "networkx sympy numba numpy rich",
    ),
    "contract": (4, "testing testing_fast testing_walk", "numpy"),
    "ui without a window": (
        4,
        "ui.theme ui.layout ui.pointer ui.paths ui.plane ui.curved ui.art ui.settings ui.worker",
        "",
    ),
    "ui in the terminal": (
        5,
        "ui.text ui.terminal ui.draw_text ui.draw_tiles ui.game_text ui.keep_text",
        "rich",
    ),
    "ui in a window": (
        5,
        "ui.canvas ui.screen ui.widgets ui.choosers ui.movelist ui.ground ui.boardview ui.card "
        "ui.panel ui.editor ui.banner ui.dialogs ui.highlights ui.planehand ui.game "
        "ui.launcher ui.app",
        "pygame* font_source_sans_pro",
    ),
    "command line": (
        6,
        "cli cli_common cli_play cli_convert cli_plugins cli_search cli_match cli_group cli_word "
        "cli_proof __main__",
        "",
    ),
    # The front door opens every room of its own accord; the shelves and folders hold nothing.
    "front door": (7, "__init__", ""),
    "shelves": (0, "games puzzles ui.__init__", ""),
}
ROOM_OF = {module: room for room, (_, modules, _) in ROOMS.items() for module in modules.split()}

#: Where modules may be imported by a name that is not written in the code.
DYNAMIC = {"registry", "__init__"}


def third_parties(room):
    return {name.rstrip("*"): name.endswith("*") for name in ROOMS[room][2].split()}


class Imports(ast.NodeVisitor):
    """Collect (full name, imported early) of all imports; typing-only imports count as late."""

    def __init__(self, module):
        self.package = ["puzzlekit", *module.split(".")][:-1]
        self.late = 0
        self.found = []
        self.dynamic = False

    def visit_Import(self, node):
        self.found += [(alias.name, not self.late) for alias in node.names]

    def visit_ImportFrom(self, node):
        base = self.package[: len(self.package) + 1 - node.level] if node.level else []
        name = ".".join([*base, *([node.module] if node.module else [])])
        package = f"{name.removeprefix('puzzlekit.')}.__init__" in ROOM_OF
        if (node.level and not node.module) or name == "puzzlekit" or package:
            self.found += [(f"{name}.{alias.name}", not self.late) for alias in node.names]
        else:
            self.found.append((name, not self.late))

    def visit_Call(self, node):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else None
        name = node.func.id if isinstance(node.func, ast.Name) else name
        self.dynamic |= name in ("import_module", "__import__", "exec", "eval")
        self.generic_visit(node)

    def visit_If(self, node):
        typing_only = "TYPE_CHECKING" in ast.dump(node.test)
        self.late += typing_only
        for child in node.body:
            self.visit(child)
        self.late -= typing_only
        for child in node.orelse:
            self.visit(child)

    def visit_FunctionDef(self, node):
        self.late += 1
        self.generic_visit(node)
        self.late -= 1

    visit_AsyncFunctionDef = visit_FunctionDef
    visit_Lambda = visit_FunctionDef


def imports(module, source):
    visitor = Imports(module)
    visitor.visit(ast.parse(source))
    return visitor


def inner(name):
    """Return the module of this package that an import means, or None for the front door."""
    parts = name.split(".")[1:]
    for length in range(len(parts), 0, -1):
        module = ".".join(parts[:length])
        for known in (module, f"{module}.__init__"):
            if known in ROOM_OF:
                return known
    return None


def faults_of_module(module, source):
    """Return what is wrong with the imports of a module of the package."""
    if module not in ROOM_OF:
        return [f"{module} stands in no room of the table"]
    room = ROOM_OF[module]
    floor, allowed = ROOMS[room][0], third_parties(room)
    visitor = imports(module, source)
    found = []
    if visitor.dynamic and module not in DYNAMIC:
        found.append(f"{module} imports by name or runs text")
    for name, early in visitor.found:
        top = name.split(".")[0]
        if top in sys.stdlib_module_names:
            continue
        if top == "puzzlekit":
            target = inner(name)
            if target is None:
                if name != "puzzlekit.__version__":
                    found.append(f"{module} imports {name} through the front door")
            elif target in SHELVES:
                found.append(f"{module} imports the shelf {target}")
            elif ROOM_OF[target] != room and ROOMS[ROOM_OF[target]][0] >= floor:
                found.append(f"{module} ({room}) imports {target} ({ROOM_OF[target]})")
        elif top not in allowed:
            found.append(f"{module} ({room}) imports {top}")
        elif early and not allowed[top]:
            found.append(f"{module} imports {top} early")
    return found


def texts(tree):
    """Return the strings in the code that are no docstrings."""
    docstrings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                docstrings.add(id(first.value))
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in docstrings:
            yield node.value


def named_plugins(source):
    """Return the plugins that the code names: a text that is an ID, or begins as one."""
    pattern = re.compile(rf"(?:.*\.)?({'|'.join(PLUGINS)})(?:[:#].*)?", re.DOTALL)
    return {match[1] for text in texts(ast.parse(source)) if (match := pattern.fullmatch(text))}


def faults_of_plugin(name, source):
    """Return what is wrong with the imports of a plugin, or of the fast path beside it.

    The fast path of `hex` is `_hex_fast.py`, which may be several files, `_hex_TOPIC.py`.
    """
    found = []
    fast = name.startswith("_")
    own = name.rpartition("_")[0]  # `_hex`
    visitor = imports("games.plugin", source)
    if visitor.dynamic:
        found.append(f"{name} imports by name or runs text")
    for full, early in visitor.found:
        top, _, rest = full.partition(".")
        if top in sys.stdlib_module_names or (fast and top in ("numba", "numpy")):
            continue
        if top != "puzzlekit":
            found.append(f"{name} imports {full}")
        elif (rest == f"games._{name}_fast" and not early) or (
            fast and rest.rpartition("_")[0] == f"games.{own}"
        ):
            continue
        elif rest not in puzzlekit.__all__ and rest not in (
            *("solids", "creatures"),
            *(["fast_kernel"] if fast else []),
        ):
            found.append(f"{name} imports {full}, which is not at the front door")
    return found


def modules():
    return {
        ".".join(path.relative_to(PACKAGE).with_suffix("").parts): path
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.parent.name not in SHELVES
    }


@pytest.mark.parametrize("module", modules())
def test_module(module):
    assert faults_of_module(module, modules()[module].read_text(encoding="utf-8")) == []


def test_the_table_names_no_module_that_is_gone():
    assert sorted(ROOM_OF) == sorted(modules())


@pytest.mark.parametrize("module", modules())
def test_nothing_in_the_package_names_a_plugin(module):
    assert named_plugins(modules()[module].read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("games/*.py")) + sorted(ROOT.glob("puzzles/*.py"))
)
def test_plugin(path):
    assert faults_of_plugin(path.stem, path.read_text(encoding="utf-8")) == []


def test_no_cycles_among_early_imports():
    early = {
        module: {
            target
            for name, at_once in imports(module, path.read_text(encoding="utf-8")).found
            if at_once and (target := inner(name))
        }
        for module, path in modules().items()
    }
    assert circle(early) is None
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) is not None


def circle(graph):
    """Return a module that, directly or not, imports itself."""
    for start in graph:
        reached, new = set(), [start]
        while new:
            for target in graph.get(new.pop(), ()):
                if target == start:
                    return start
                if target not in reached:
                    reached.add(target)
                    new.append(target)
    return None


def test_the_front_door_opens_only_lower_rooms():
    rooms = {ROOM_OF[home] for home in puzzlekit._HOME}
    assert all(ROOMS[room][0] <= 4 for room in rooms)
    assert "ui without a window" not in rooms


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("newcomer", ""),
        ("ui.newcomer", ""),
        ("rules", "from .session import Session"),
        ("rules", "def late():\n    from .session import Session"),
        ("rules", "def late():\n    from . import session"),
        ("rules", "import puzzlekit.session"),
        ("rules", "from puzzlekit import Session"),
        ("rules", "from . import Session"),
        ("rules", "import puzzlekit"),
        ("rules", "from . import games"),
        ("rules", "from .games import permute"),
        ("registry", "from .puzzles.cube import Cube"),
        ("board", "from .rules import Rules"),
        ("board", "if TYPE_CHECKING:\n    from .rules import Rules"),
        ("board", "import networkx"),
        ("board", "try:\n    import numpy\nexcept ImportError:\n    pass"),
        ("board", "class A:\n    import sympy"),
        ("board", "def late():\n    import pygame"),
        ("search", "import rich.console"),
        ("search", "from .ui.text import play"),
        ("search", "def late():\n    from .ui import text"),
        ("testing", "from .ui.theme import THEMES"),
        ("testing", "import pytest"),
        ("ui.layout", "def late():\n    import pygame"),
        ("ui.layout", "from .canvas import Canvas"),
        ("ui.layout", "from . import canvas"),
        ("ui.text", "from .canvas import Canvas"),
        ("ui.text", "from ..cli import main"),
        ("ui.app", "from .text import play"),
        ("ui.app", "import rich"),
        ("cli", "import pygame"),
        ("cli", "__import__('pygame')"),
        ("cli", "import importlib\nimportlib.import_module('pygame')"),
        ("cli", "exec('import pygame')"),
    ],
)
def test_a_breach_is_found(module, source):
    assert faults_of_module(module, source)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("rules", "import re\nfrom .board import Board"),
        ("board", "def late():\n    import networkx"),
        ("board", "if TYPE_CHECKING:\n    import numpy"),
        ("ui.canvas", "import pygame"),
        ("cli", "def late():\n    from .ui.app import run\n    from . import __version__"),
        ("ui.game", "from .canvas import Canvas\nfrom ..session import Session"),
    ],
)
def test_what_is_allowed_is_allowed(module, source):
    assert faults_of_module(module, source) == []


@pytest.mark.parametrize(
    "source",
    [
        "import pygame",
        "import numpy",
        "from puzzlekit.session import Session",
        "from puzzlekit import registry",
        "from puzzlekit.ui import theme",
        "from puzzlekit.games.permute import Permute",
        "from .permute import Permute",
        "from permute import Permute",
        "from ._plugin_fast import fast",
        "def fast():\n    from ._permute_fast import fast",
        "from puzzlekit.fast_kernel import draw",
        "def late():\n    import sympy",
        "__import__('pygame')",
    ],
)
def test_a_plugin_that_reaches_too_far_is_found(source):
    assert faults_of_plugin("plugin", source)


@pytest.mark.parametrize(
    "source",
    [
        "def fast():\n    from ._plugin_fast import fast",
        "from puzzlekit import Board, Fast\nfrom puzzlekit.creatures import border",
    ],
)
def test_a_plugin_may_bring_a_fast_path(source):
    assert faults_of_plugin("plugin", source) == []


def test_a_fast_path_may_use_numba():
    source = "import numpy\nfrom numba import njit\nfrom puzzlekit.fast_kernel import draw"
    assert faults_of_plugin("_plugin_fast", source) == []
    assert faults_of_plugin("_plugin_fast", "import pygame")


def test_a_fast_path_may_have_several_files_of_its_own():
    source = "from ._plugin_board import lay\nfrom ._plugin_turns import moves"
    assert faults_of_plugin("_plugin_fast", source) == []
    assert faults_of_plugin("_plugin_turns", "from ._plugin_board import lay") == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("_plugin_fast", "from ._permute_fast import fast"),
        ("_plugin_fast", "def late():\n    from ._permute_board import lay"),
        ("_plugin_fast", "from ._pluginer_board import lay"),
        ("_plugin_fast", "from .plugin import Plugin"),
        ("_plugin_fast", "import puzzlekit.games._permute_fast"),
        ("plugin", "def late():\n    from ._plugin_board import lay"),
        ("plugin", "from ._plugin_board import lay"),
    ],
)
def test_private_files_of_another_game_stay_private(name, source):
    assert faults_of_plugin(name, source)


@pytest.mark.parametrize(
    "source",
    ['x = "permute"', 'load("cube:3#1")', 'f("puzzlekit.puzzles.pinball")', "x = {'twist': 1}"],
)
def test_a_plugin_named_in_the_code_is_found(source):
    assert named_plugins(source)


@pytest.mark.parametrize("source", ['"""permute"""', "x = 'the knights'", "permute = 1"])
def test_prose_and_names_are_not_taken_for_plugins(source):
    assert named_plugins(source) == set()
