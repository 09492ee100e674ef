"""Mutation testing: change operators and constants one at a time, and list undetected ones.

`python -m tests.mutants puzzlekit/play/clock.py --most 40` tries forty changes of one module; by
default, some of each module in groups, solving and play. It works in a copy of the project and
runs the tests that name the module, and its doctests.
"""

import argparse
import ast
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[1]
FOLDERS = "groups", "solving", "play"
RANDOM = "tests/differential/test_differential.py"
SWAPS = ["Lt LtE", "Gt GtE", "Eq NotEq", "Is IsNot", "In NotIn", "Add Sub", "Mult Pow", "And Or"]
SWAPS = {a: b for pair in SWAPS for a, b in (pair.split(), pair.split()[::-1])}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


def mutants(source):
    """Return the line number and the source of each mutant."""
    found = []
    for number, node in enumerate(ast.walk(ast.parse(source))):
        for way in range(2):
            tree = ast.parse(source)
            copy = next(each for i, each in enumerate(ast.walk(tree)) if i == number)
            if change(copy, way):
                found.append((node.lineno, ast.unparse(copy), ast.unparse(tree)))
    return found


def change(node, way):
    """Change a node in one of two ways; return whether that is possible."""
    operator = getattr(node, "op", None) or getattr(node, "ops", [None])[0]
    other = SWAPS.get(type(operator).__name__)
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        node.value += 1 - 2 * way
    elif way:
        return False
    elif isinstance(node, ast.Compare) and other:
        node.ops[0] = getattr(ast, other)()
    elif isinstance(node, ast.BinOp | ast.BoolOp) and other:
        node.op = getattr(ast, other)()
    elif isinstance(node, ast.Name) and node.id in NAMES:
        node.id = NAMES[node.id]
    elif isinstance(node, ast.If | ast.IfExp):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    else:
        return False
    return True


def tests_of(module):
    """Return the tests that name a module, and its doctests."""
    folder, name = module.parts[-2], module.stem
    found = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        named = f"{folder}.{name} " in text or f"puzzlekit.{folder} import {name}" in text
        if named or path.stem == f"test_{name}":
            found.append(str(path.relative_to(ROOT)))
    return [*dict.fromkeys([*found, str(module), *([] if folder == "play" else [RANDOM])])]


def survives(copy, module, text, tests):
    """Return whether the tests pass with a changed module."""
    path = copy / module
    original = path.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not slow", *tests]
    try:
        return subprocess.run(command, cwd=copy, capture_output=True, timeout=300).returncode == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        path.write_text(original, encoding="utf-8")


def main():
    """Run the mutations given on the command line; return 1 if one survives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", type=Path, nargs="*")
    parser.add_argument("--most", type=int, default=12, help="changes of a module (12)")
    arguments = parser.parse_args()
    every = [path for folder in FOLDERS for path in (ROOT / "puzzlekit" / folder).glob("*.py")]
    modules = arguments.modules or [path.relative_to(ROOT) for path in sorted(every)]
    most, tried, survivors = arguments.most, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".compiled", ".*_cache"))
        for module in modules:
            source, tests = (ROOT / module).read_text(encoding="utf-8"), tests_of(module)
            if not survives(copy, module, source, tests):
                sys.exit(f"The tests of {module} fail without a change: {' '.join(tests)}")
            found = mutants(source)
            for line, changed, text in sorted(Random(0).sample(found, min(most, len(found)))):
                tried += 1
                if survives(copy, module, text, tests):
                    survivors += 1
                    print(f"{module}:{line}: {changed}", flush=True)
    print(f"{tried} changes, {survivors} noticed by no test")
    return bool(survivors)


if __name__ == "__main__":
    sys.exit(main())
