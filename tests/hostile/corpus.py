"""The hostile cases: growing shapes and corrupted files."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from . import shapes
from .runner import Case

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"

#: Sizes of files in bytes; command lines are shorter.
SIZES = (1_000, 30_000, 300_000, 1_000_000, 3_900_000)
ARGUMENT_SIZES = (10, 200, 5_000, 100_000)

#: Random changes per puzzle file; saves and records get fewer.
MUTATIONS = 15

SUFFIXES = {
    "tws": (".tws", shapes.TWS),
    "toml": (".toml", shapes.TOML),
    "kpuzzle": (".json", shapes.KPUZZLE),
    "gap": (".g", shapes.GAP),
    "sympy": (".sympy", shapes.SYMPY),
    "cycles": (".cycles", shapes.CYCLES),
    "record": (".pgn", shapes.RECORDS),
    "save": (".json", shapes.SAVES),
}

#: Lines typed at the terminal's prompt after a file has been opened.
_TYPED = b"moves\nU\nhelp\nundo\nrecord\nid\nposition\nquit\n"

Maker = Callable[[Random], Case]


def cases(
    seed: int, most: int, count: int | None = None, only: str | None = None
) -> Iterator[Case]:
    """Yield the cases lazily: all of them, or `count` evenly spaced ones."""
    makers = [(name, maker) for name, maker in _makers(most) if only is None or only in name]
    step = max(1.0, len(makers) / count) if count else 1.0
    chosen = sorted({int(step * i) for i in range(int(len(makers) / step))})
    for name, maker in (makers[i] for i in chosen):
        yield maker(Random(f"{seed} {name}"))


def _makers(most: int) -> list[tuple[str, Maker]]:
    found: list[tuple[str, Maker]] = []
    for format, (suffix, known) in SUFFIXES.items():
        for title, shape in known.items():
            for size in (size for size in SIZES if size <= most):
                name = f"{title} {size}"
                make = partial(_grown, format, name, suffix, shape, size)
                found.append((f"{format} {name}", make))
    for path in _good_files():
        for number in range(MUTATIONS if path.parent.name == "puzzles" else 3):
            name = f"{path.name} {number}"
            found.append((f"{_format(path)} {name}", partial(_mutated, path, name)))
    for title, shape in shapes.TEXTS.items():
        for size in ARGUMENT_SIZES:
            for place in _PLACES:
                name = f"{title} {size}"
                found.append((f"{place} {name}", partial(_typed, place, name, shape, size)))
    found += [(f"{case.format} {case.name}", lambda _, case=case: case) for case in _by_hand()]
    return found


def _typed(place: str, name: str, shape: shapes.Shape, size: int, rng: Random) -> Case:
    return _PLACES[place](place, name, shape(size, rng), rng)


def _grown(
    format: str, name: str, suffix: str, shape: shapes.Shape, size: int, rng: Random
) -> Case:
    text = shape(size, rng).encode("utf-8", "surrogatepass")
    return _with_file(format, name, b"x" + suffix.encode(), text, rng)


def _with_file(format: str, name: str, file: bytes, content: bytes, rng: Random) -> Case:
    path = file.decode("utf-8", "surrogateescape")
    game = format in ("record", "save")
    commands: list[tuple[str, ...]] = [("play", path, "--text")]
    forms = ("record", "save", "position") if game else ("toml", "gap", "kpuzzle", "tws")
    commands += [("convert", path, "--to", form) for form in forms]
    if not game:
        commands += [("order", path, "--seconds", "1"), ("rules", path), ("solve", path, "--json")]
    return Case(format, name, rng.choice(commands), {file: content}, stdin=_TYPED)


def _good_files() -> list[Path]:
    found = [*(DATA / "puzzles").iterdir(), *(DATA / "saves").glob("*.json")]
    found += [path for path in (DATA / "0.1" / "records").iterdir() if path.suffix == ".pgn"]
    return sorted(found)


def _format(path: Path) -> str:
    if path.parent.name == "saves":
        return "save"
    return next(format for format, (suffix, _) in SUFFIXES.items() if suffix == path.suffix)


def _mutated(path: Path, name: str, rng: Random) -> Case:
    content = path.read_bytes()
    for _ in range(rng.randint(1, 4)):
        content = _changed(content, rng)
    return _with_file(_format(path), name, b"x" + path.suffix.encode(), content, rng)


def _changed(content: bytes, rng: Random) -> bytes:
    """Return a text with one random change."""
    at, to = sorted(rng.randrange(len(content) + 1) for _ in range(2))
    piece = content[at : min(to, at + 200)]
    odd = rng.choice(shapes.ODD).encode("utf-8", "surrogatepass")
    change = rng.randrange(6)
    if change == 0:
        return content[:at] + content[to:]
    if change == 1:
        return content[:at] + odd + content[at:]
    if change == 2:
        return content[:at] + piece * rng.choice((2, 10, 1_000)) + content[at:]
    if change == 3:
        return content[:at] + rng.randbytes(rng.choice((1, 4, 50))) + content[at:]
    if change == 4:
        number = str(rng.choice((0, -1, 10**6, 10**19, 10**400))).encode()
        return content[:at] + number + content[to:][:50_000]
    lines = content.splitlines(keepends=True)
    rng.shuffle(lines)
    return b"".join(lines)


def _in_id(place: str, name: str, text: str, rng: Random) -> Case:
    forms = ("{}", "hex:{}", "fifteen:{}", "hex:3@{}", "fifteen@{}", "hex#{}", "{}.tws", "./{}")
    game = rng.choice(forms).format(text)
    command = rng.choice(("order", "convert --to position", "rules", "play --text"))
    return Case(place, name, (*command.split(), game))


def _in_position(place: str, name: str, text: str, rng: Random) -> Case:
    game = rng.choice(("fifteen", "cube:2", "hex:5", "palago", "knights"))
    return Case(place, name, ("convert", game, "--to", "position", f"--from={text}"))


def _in_option(place: str, name: str, text: str, rng: Random) -> Case:
    match = ("match", "hex:3", "random", "random")
    forms: tuple[tuple[str, ...], ...] = (
        (text,),
        ("order", "hex:3", f"--{text}"),
        ("match", "hex:3", text, "random"),
        (*match, "--jobs", "1", f"--games={text}"),
        (*match, "--jobs=1", "--games=1", f"--random-plies={text}"),
        *(
            ("play", "hex:3", "--text", f"--{option}={text}")
            for option in ("players", "red", "script", "seed", "save")
        ),
        ("convert", "cube", f"--to={text}"),
        ("convert", "cube", "--to", "toml", f"--output={text}"),
        ("order", "cube:2", f"--seconds={text}"),
        ("solve", "cube:2", "--optimal", f"--limit={text}"),
    )
    return Case(place, name, rng.choice(forms), stdin=b"quit\n")


def _line(text: str) -> bytes:
    return text.replace("\n", " ").encode("utf-8", "surrogateescape")


def _file_name(text: str) -> bytes:
    name = text.replace("/", "").replace("\x00", "").encode("utf-8", "surrogateescape")[:200]
    return name or b"x"


def _at_prompt(place: str, name: str, text: str, rng: Random) -> Case:
    game = rng.choice(("hex:5", "fifteen", "cube:3", "permute:4", "palago"))
    typed = _line(text) + b"\nmoves\nsave " + _line(text) + b"\nquit\n"
    return Case(place, name, ("play", game, "--text"), stdin=typed)


def _at_launcher(place: str, name: str, text: str, rng: Random) -> Case:
    line = _line(text)
    return Case(place, name, ("--text",), stdin=line + b"\nr " + line + b"\nhex " + line + b"\nq\n")


def _in_environment(place: str, name: str, text: str, rng: Random) -> Case:
    keys = ("PUZZLEKIT_HOME", "COLUMNS", "LINES", "TERM", "NO_COLOR", "PUZZLEKIT_DEBUG_NOT")
    key = rng.choice(keys)
    argv = rng.choice((("list",), ("play", "hex:3", "--text"), ("--text",)))
    return Case(place, name, argv, stdin=b"a1\nquit\n", environment={key: text.replace("\x00", "")})


def _in_folder(place: str, name: str, text: str, rng: Random) -> Case:
    """Return a case with a file of the given name in the plugin directory."""
    suffix = rng.choice((".py", ".toml", ".cycles", ".tws", ".json"))
    content = b"(1 2 3)" if suffix == ".cycles" else text.encode("utf-8", "surrogateescape")[:99]
    argv = rng.choice((("list",), ("list", "--json"), ("--text",)))
    plugins = {_file_name(text) + suffix.encode(): content}
    return Case(place, name, argv, plugins=plugins, stdin=b"1\nq\nq\n")


def _as_file_name(place: str, name: str, text: str, rng: Random) -> Case:
    """Return a case with a puzzle in a file of the given name, if the system allows the name."""
    file = _file_name(text) + b".cycles"
    argument = "./" + file.decode("utf-8", "surrogateescape")
    forms = ("order", "play --text", "convert --to save", "convert --to record", "rules")
    command, *options = rng.choice(forms).split()
    argv, typed = (command, argument, *options), b"L\nid\nsave x.json\nrecord\nquit\n"
    return Case(place, name, argv, {file: b"L: (1 2 3)\n"}, stdin=typed)


_PLACES: dict[str, Callable[[str, str, str, Random], Case]] = {
    "id": _in_id,
    "position": _in_position,
    "option": _in_option,
    "prompt": _at_prompt,
    "launcher": _at_launcher,
    "environment": _in_environment,
    "folder": _in_folder,
    "file name": _as_file_name,
}


def _by_hand() -> Iterator[Case]:
    """Yield regressions: cases that were once slow or large."""

    def case(name: str, command: str, *, stdin: bytes = b"", **files: bytes) -> Case:
        known = {f"x.{ending}".encode(): content for ending, content in files.items()}
        return Case("size", name, tuple(command.split()), known, stdin=stdin)

    ring = b"ring = 10000\n[moves]\nL = '(1 2 3)'\n"
    yield case("order of 50 x 50 squares", "order fifteen:50,height=50")
    yield case("solution on 50 x 50 squares", "solve fifteen:50,height=50#1")
    squares = b"grid = [100, 100]\ngoal = '" + b" ".join(b"%d" % i for i in range(9_999)) + b" .'\n"
    mixed = b"start = '" + b" ".join(b"%d" % (i ^ 1) for i in range(9_998)) + b" 9998 .'\n"
    commands = ("order", "rules", "solve", "distances", "group")
    for each in (*commands, "play --text", "convert --to gap"):
        name = f"100 x 100 squares {each.split()[0]}"
        yield case(name, f"{each} x.toml", toml=squares, stdin=b"group\nhint\nquit\n")
    for each in ("solve", "play --text"):
        name = f"100 x 100 mixed squares {each.split()[0]}"
        yield case(name, f"{each} x.toml", toml=squares + mixed, stdin=b"hint\nquit\n")
    moves = b"".join(b"M%d: (1 2)\n" % i for i in range(4_900))
    large = b"L: (" + b" ".join(b"%d" % i for i in range(10_000)) + b")\n"
    yield case("4,900 moves on 10,000 points", "order x.cycles", cycles=large + moves)
    some = b"".join(b"M%d: (1 %d)\n" % (i, i) for i in range(2, 690))
    for each in ("order --seconds 1", "play --text", "convert --to toml", "convert --to kpuzzle"):
        name = f"690 moves on 10,000 points {tuple(each.split())}"
        yield case(name, f"{each} x.cycles", cycles=large + some)
    generators = b"Group((1,10000)" + b",(1,2)" * 9_997 + b");"
    yield case("9,998 generators", "order x.g", g=generators)
    for name, puzzle, move in (("a ring", ring, b"L "), ("squares", squares, b"a1-b1 ")):
        record = b'[ID "x.toml"]\n' + move * 60_000
        name = f"60,000 moves on 10,000 cells of {name}"
        yield case(name, "convert x.pgn --to position", toml=puzzle, pgn=record)
    match = "match hex:5 random random --jobs 1 --random-plies"
    yield case("random plies", f"{match} 999999999")
    yield case("random plies that end it", f"{match} 5000")
