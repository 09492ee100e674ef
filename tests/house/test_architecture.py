"""Import rules between packages, checked on the syntax trees."""

import ast
import re
import sys
from collections import Counter
from functools import cache

import networkx
import pytest
from support import ROOT, nodes_of, parse, source_of, strings_in

import puzzlekit

PACKAGE = ROOT / "puzzlekit"
PLUGIN_FOLDERS = ("games", "puzzles")
PLUGINS = sorted(path.stem for folder in PLUGIN_FOLDERS for path in (ROOT / folder).glob("[!_]*"))
PLUGIN_FILES = sorted(path for folder in PLUGIN_FOLDERS for path in (ROOT / folder).rglob("*.py"))

_BELOW_UI = "core rules plugin solving players play"

#: The packages in layers, lowest first: the packages that each may import, and its third-party
#: packages. Those with a star may be imported at module level, the others inside functions only.
#: A subpackage without a line belongs to its parent.
LAYERS = {
    "core": ("", "networkx numpy sympy platformdirs"),
    "groups": ("core", "numpy sympy*"),
    "rules": ("core groups", "networkx numpy sympy typing_extensions"),
    "formats": ("core groups rules", ""),
    "plugin": ("core rules formats", ""),
    "solving": ("core groups rules", "networkx numpy distributed"),
    "players": ("core rules solving", "numpy"),
    "play": ("core groups rules formats plugin solving players", ""),
    "testing": (f"{_BELOW_UI} groups", "numpy"),
    "design": ("core groups rules formats plugin solving play", "networkx numpy"),
    "ui": (f"{_BELOW_UI} groups design", ""),
    "ui.terminal": (f"{_BELOW_UI} groups ui", "rich"),
    "ui.window": (f"{_BELOW_UI} groups design ui", "pygame* font_source_sans_pro numpy PIL"),
    "api": (f"{_BELOW_UI} groups formats testing ui", ""),
    "cli": (f"{_BELOW_UI} groups formats testing design api ui ui.window ui.terminal", "rich"),
}

#: Modules that may import numba and numpy at module level: compiled code and its callers.
COMPILED = re.compile(
    r".*_(kernel|compiled)|groups\.compiled\..*|core\.(prng|compiling|numba_status)|rules\.kernel_signatures"
    r"|solving\.spaces\.(column_tracks|dask_search|encoded_states|hash_search)"
    r"|solving\.spaces\.(position_numbering|space|store|transition_tables)"
    r"|solving\.chains\.(beam_without_chain|chain|coordinate_choice|coordinates|search)"
    r"|solving\.chains\.(stage|stage_colours|stage_choice|tables)"
    r"|solving\.optimal\.(equivalent_words|ida_star|patterns|sliding|tile_tables|twisty)"
)

#: Modules that compiled plugins may import in addition to the facade.
COMPILED_DOORS = (
    "rules.connection_kernel.",
    "rules.connection_tables.",
    "rules.kernel_signatures.",
    "rules.regions_kernel.",
    "rules.symmetry.",
    "rules.symmetry_kernel.",
    "rules.connection_adjacency.",
    "rules.shortest_path_kernel.",
)

#: Modules that may import by a computed name: plugins, the names of the facade, commands and
#: file formats.
DYNAMIC = {"plugin.discovery", "plugin.loading", "", "cli.command_line", "formats"}

#: The only upward import, inside a function: notebooks ask rules objects for a picture.
UPWARDS = {("rules.base", "ui.svg")}

#: Facades: they may import any package, and no package imports them.
ENTRY_MODULES = {"", "__main__", "games", "puzzles"}


@cache
def modules():
    """Return the files of the package by module; the facade is the module ""."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts[0] not in PLUGIN_FOLDERS or len(parts) == 1:
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def prefixes(module):
    """Yield a module and the packages that contain it, the longest first and "" last."""
    parts = module.split(".") if module else []
    return (".".join(parts[:n]) for n in range(len(parts), -1, -1))


def layer_of(module):
    """Return the package of a module: the longest matching entry of the table."""
    return next((layer for layer in prefixes(module) if layer in LAYERS), None)


class Imports(ast.NodeVisitor):
    """Collector of imports as (full name, at module level); typing-only imports count as late."""

    def __init__(self, module, is_package):
        parts = ["puzzlekit", *(module.split(".") if module else [])]
        self.package = parts if is_package else parts[:-1]
        self.late = 0
        self.found = []
        self.dynamic = False

    def visit_Import(self, node):
        self.found += [(alias.name, not self.late) for alias in node.names]

    def visit_ImportFrom(self, node):
        base = self.package[: len(self.package) + 1 - node.level] if node.level else []
        name = ".".join([*base, *([node.module] if node.module else [])])
        self.found += [(f"{name}.{alias.name}", not self.late) for alias in node.names]

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


@cache
def imports(module, source, is_package=False):
    visitor = Imports(module, is_package)
    visitor.visit(parse(source))
    return visitor


def imported_module(name, known):
    """Return the module that contains a full name; the facade is the module ""."""
    return next(module for module in prefixes(name.partition(".")[2]) if module in known)


def forbidden_imports(module, source, is_package=False):
    """Return the forbidden imports of a module of the package."""
    if module in ENTRY_MODULES:
        return []
    layer = layer_of(module)
    if layer is None:
        return [f"{module} belongs to no layer; the root of the package holds entry modules only"]
    below, names = map(str.split, LAYERS[layer])
    third = {name.rstrip("*"): name.endswith("*") for name in names}  # True: at module level
    if COMPILED.fullmatch(module):
        third |= {"numba": True, "numpy": True}
    visitor = imports(module, source, is_package)
    found = []
    if visitor.dynamic and module not in DYNAMIC:
        found.append(f"{module} imports by name or runs text")
    for name, early in visitor.found:
        top = name.split(".")[0]
        if top in sys.stdlib_module_names:
            continue
        if top == "puzzlekit":
            target = imported_module(name, modules())
            if target in ENTRY_MODULES:
                if name != "puzzlekit.__version__":
                    found.append(f"{module} imports {name} through an entry module")
            elif (module, target) in UPWARDS and not early:
                continue
            elif layer_of(target) not in (layer, *below):
                found.append(f"{module} ({layer}) imports {target} ({layer_of(target)})")
        elif top not in third:
            found.append(f"{module} ({layer}) imports {top}")
        elif early and not third[top]:
            found.append(f"{module} imports {top} early")
    return found


def imports_inside(module, sources, *, early_only=False):
    """Return the modules of the package that a module imports, at module level or not."""
    source, is_package = sources[module]
    found = imports(module, source, is_package).found
    names = [name for name, early in found if early or not early_only]
    return {imported_module(name, sources) for name in names if name.split(".")[0] == "puzzlekit"}


def graph_of(sources):
    """Return the imports of each module inside the package, at module level or not.

    Importing a subpackage also runs its `__init__`, which is ignored: it only re-exports names.
    """
    return {
        module: imports_inside(module, sources)
        - {target for each, target in UPWARDS if each == module}
        - {module}
        for module in sources
    }


def graph_at_import(sources):
    """Return the modules that each module imports first, with the `__init__` of their packages."""
    found = {}
    for module in sources:
        inside = imports_inside(module, sources, early_only=True)
        parts = [target.split(".") for target in inside]
        packages = {".".join(part[:n]) for part in parts for n in range(1, len(part))}
        others = {package for package in packages if not f"{module}.".startswith(f"{package}.")}
        found[module] = (inside | others & sources.keys()) - {module, ""}
    return found


def cycles(graph):
    """Return the sets of modules that import each other."""
    components = networkx.strongly_connected_components(networkx.DiGraph(graph))
    return [component for component in components if len(component) > 1]


def named_plugins(source):
    """Return the plugins named in the code, by a string that is or starts with an ID.

    An ID that is also the name of a public function does not count.
    """
    names = sorted(set(PLUGINS) - set(puzzlekit.__all__))
    pattern = re.compile(rf"(?:.*\.)?({'|'.join(names)})(?:[:#].*)?", re.DOTALL)
    return {match[1] for text in strings_in(source) if (match := pattern.fullmatch(text))}


def forbidden_plugin_imports(file, source):
    """Return the forbidden imports of a plugin; the path is relative to the plugin directory.

    A plugin is one file, or a folder with `__init__.py`, which may import examples and a lesson
    from `lessons.py`, and imports the compiled functions in `fast.py` and `fast_TOPIC.py` only when
    needed.
    """
    folder, _, name = file.rpartition("/")
    fast = bool(folder) and (name == "fast.py" or name.startswith("fast_"))
    visitor = imports("plugin." + name.removesuffix(".py"), source)
    found = []
    if visitor.dynamic:
        found.append(f"{file} imports by name or runs text")
    for full, early in visitor.found:
        top, _, rest = full.partition(".")
        if top in sys.stdlib_module_names or (fast and top in ("numba", "numpy")):
            continue
        if rest.startswith("plugin."):  # in the same folder
            sibling = rest.split(".")[1]
            is_needed_late = sibling.startswith("fast") and (fast or not early)
            if not folder or not (is_needed_late or sibling == "lessons"):
                found.append(f"{file} imports {full}")
        elif top != "puzzlekit":
            found.append(f"{file} imports {full}")
        elif rest not in puzzlekit.__all__ and not f"{rest}.".startswith(
            ("rules.solids.", "rules.curved_tiles.", *(COMPILED_DOORS if fast else []))
        ):
            found.append(f"{file} imports {full}, which is not at the front door")
    return found


def faulty_modules(faults, names=None):
    """Return the faults of each module, given its name and its source."""
    found = {name: faults(name, source_of(modules()[name])) for name in names or modules()}
    return {name: each for name, each in found.items() if each}


@pytest.mark.slow
def test_module_imports():
    packages = {name for name, path in modules().items() if path.name == "__init__.py"}
    assert not faulty_modules(lambda name, text: forbidden_imports(name, text, name in packages))


def test_package_does_not_name_plugins():
    assert not faulty_modules(lambda name, text: named_plugins(text))


def test_library_messages_do_not_name_options():
    # Library messages name arguments; the command line maps them to options.
    library = [name for name in modules() if name.split(".")[0] not in ("cli", "ui")]
    assert not faulty_modules(
        lambda name, text: [each for each in strings_in(text) if re.search(r"--[a-z]", each)],
        library,
    )


#: Patterns of surprising code, with the modules that may use them.
CLEVER = {
    r"\b__class__\s*=[^=]": (),
    r"sys\.modules\[__name__\]": (),
    r"\b(_getframe|tb_frame|f_locals|f_back|walk_tb)\b": (),
    # The child process reports every exception, even SystemExit.
    r"\bexcept BaseException\b": ("plugin.probe",),
}


@pytest.mark.parametrize("pattern", CLEVER)
def test_surprising_code(pattern):
    found = {module for module, path in modules().items() if re.search(pattern, source_of(path))}
    assert found <= set(CLEVER[pattern])


def patches(source):
    """Return the lines that change a class or assign a function to an attribute of an object."""
    nodes, found = nodes_of(source), []
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    functions = {node.name for node in nodes if isinstance(node, kinds)}
    classes = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id="setattr"), args=[ast.Name(id=name), *_]):
                if name in {"cls", "kind", *classes}:
                    found.append(node.lineno)
            case ast.Call(func=ast.Name(id="setattr"), args=[ast.Call(), *_]):
                found.append(node.lineno)
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id=owner), attr=name)], value=value
            ):
                is_function = isinstance(value, ast.Lambda) or (
                    isinstance(value, ast.Name) and value.id in functions
                )
                is_hook = (owner, name) == ("sys", "unraisablehook")  # Python's way to set it
                if owner != "self" and is_function and not is_hook:
                    found.append(node.lineno)
    return found


def test_no_monkey_patches():
    assert not faulty_modules(lambda name, text: patches(text))


#: Modules that may read the raw result, in which the author may name the winner by side.
RAW_RESULTS = {"rules.base", "plugin.validation"}


def raw_results(source):
    """Return the lines that call `result` of another object."""
    for node in nodes_of(source):
        match node:
            case ast.Call(func=ast.Attribute(value=asked, attr="result"), args=[_]):
                if ast.unparse(asked) not in ("self", "super()"):
                    yield node.lineno


def test_no_raw_results():
    # Others call `rules.outcome(state)`; only a class may call its own `result`.
    others = set(modules()) - RAW_RESULTS
    assert not faulty_modules(lambda name, text: [*raw_results(text)], others)


def test_plugin_imports():
    for path in PLUGIN_FILES:
        folder = next(parent for parent in path.parents if parent.name in PLUGIN_FOLDERS)
        assert forbidden_plugin_imports(path.relative_to(folder).as_posix(), source_of(path)) == []


def test_no_import_cycles():
    # Imports inside functions and for typing count too.
    inside = set(modules()) - ENTRY_MODULES
    sources = {m: (source_of(modules()[m]), modules()[m].name == "__init__.py") for m in inside}
    assert cycles(graph_of({**sources, "": ("", True)})) == []
    assert cycles(graph_at_import({**sources, "": ("", True)})) == []


def test_packages_and_layers():
    folders = {path.name for path in PACKAGE.iterdir() if any(path.glob("*.py"))} | {"api"}
    assert {layer for layer in LAYERS if "." not in layer} == folders - set(PLUGIN_FOLDERS)
    before = []
    for layer, (below, _) in LAYERS.items():
        assert set(below.split()) <= set(before)
        before.append(layer)


#: Uses of private parts of numba, and subclasses of those that load objects from files.
PRIVATE = re.compile(
    r"numba[\w.]*\._\w|from numba[\w.]* import _|\b_nrt\b"
    r"|\((\w+\.)*(CPUDispatcher|Dispatcher|Compiler|CompilerBase)\):"
    r"|\((\w+\.)*(JITCodeLibrary|CodeLibrary|FunctionCache)\):"
    r"|\._(compiler|can_compile|codegen|rebuild|reduce)\b"
)


def test_public_names_of_numba():
    for path in [*modules().values(), *PLUGIN_FILES]:
        source = source_of(path)
        if "numba" in source or "njit" in source or "kernel_signatures" in source:
            assert not PRIVATE.search(source), path
    for breach in (
        "class A(JITCodeLibrary):",
        "class A(compiler.Compiler):",
        "numba.core._x",
        "@compiled(MOVES, _nrt=False)",
        "result._reduce()",
    ):
        assert PRIVATE.search(breach), breach


def test_no_pickles_from_files():
    # Pickles can run any code; only those of puzzlekit's own processes and workers are loaded.
    loading = re.compile(r"pickle\.loads?\b|Unpickler|marshal\.loads?\b|allow_pickle=True")
    found = {name for name, path in modules().items() if loading.search(source_of(path))}
    own = {"plugin.probe", "testing.subprocess_check", "ui.process", "ui.web.browser"}
    assert found <= own, found


def classes_in(paths):
    nodes = (node for path in paths for node in nodes_of(source_of(path)))
    return [node for node in nodes if isinstance(node, ast.ClassDef)]


def test_names_and_lengths_of_classes():
    names = Counter(node.name for node in classes_in(modules().values()))
    assert [name for name, count in names.items() if count > 1] == []
    for node in classes_in([*modules().values(), *PLUGIN_FILES]):
        assert node.end_lineno - node.lineno < 300, node.name


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("newcomer", ""),
        ("rules.newcomer", "def late():\n    from ..play.session import Session"),
        ("rules.newcomer", "if TYPE_CHECKING:\n    from ..play.session import Session"),
        ("rules.newcomer", "from puzzlekit import Session"),
        ("rules.newcomer", "import networkx"),
        ("cli.play", "import importlib\nimportlib.import_module('pygame')"),
    ],
)
def test_forbidden_imports(module, source):
    assert forbidden_imports(module, source)


def test_cycles_within_layer():
    sources = {"layer.a": "from .b import y", "layer.b": "def late():\n    from .a import x"}
    graph = graph_of({name: (text, False) for name, text in {"": "", **sources}.items()})
    assert cycles(graph)
    assert not cycles({**graph, "layer.a": set()})


@pytest.mark.parametrize(
    ("file", "source", "good"),
    [
        ("plugin.py", "from puzzlekit.rules.curved_tiles import border_cells", True),
        ("plugin.py", "from puzzlekit.games.permute import Permute", False),
        ("plugin.py", "def compiled_rules():\n    from .fast import fast", False),
        ("plugin/__init__.py", "def compiled_rules():\n    from .fast import fast", True),
        ("plugin/__init__.py", "from .fast import fast", False),
        ("plugin/__init__.py", "import numpy", False),
        ("plugin/fast.py", "import numba\nfrom .fast_board import lay", True),
        ("plugin/fast.py", "from ..permute.fast import fast", False),
    ],
)
def test_forbidden_plugin_imports(file, source, good):
    assert (forbidden_plugin_imports(file, source) == []) is good


def test_named_plugins_and_patches():
    assert named_plugins('load("cube:3#1")') == {"cube"}
    assert not named_plugins('"""permute"""\nx = "the knights"')
    assert patches("def start():\n    pass\nbook.start = start")
    assert patches("setattr(kind, name, new)")
    assert not patches("self.click = lambda: 1\nsetattr(settings, name, 1)")
