"""Shared helpers: paths, clocks, interruptions and small games."""

import ast
import os
import pkgutil
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from puzzlekit import (
    EMPTY,
    BoardGame,
    Piece,
    Result,
    Rules,
    Session,
    Sliding,
    StoneGame,
    Stones,
    games,
    grid,
    load,
    place_stone,
    puzzles,
    ring,
)
from puzzlekit.core.permutation import inverse, multiply
from puzzlekit.play.controller import GameController
from puzzlekit.play.engine import Engine, Evaluation
from puzzlekit.play.new_game import new_session
from puzzlekit.play.parse_moves import read_moves
from puzzlekit.players.mcts import TreeSearch
from puzzlekit.players.mcts_plain import PlainTree
from puzzlekit.players.player import SearchResult
from puzzlekit.plugin import discovery
from puzzlekit.plugin.loading import import_file, only_plugin_class
from puzzlekit.testing.contract import inspect_rules

TESTS = Path(__file__).parent
ROOT = TESTS.parent
DATA_FOLDER = TESTS / "data"
PERFT = TESTS / "perft.txt"

#: Names of all bundled plugins.
SHIPPED = sorted(
    name
    for folder in (games, puzzles)
    for name in (
        *(module.name for module in pkgutil.iter_modules(folder.__path__)),
        *(path.stem for folder in folder.__path__ for path in Path(folder).glob("*.toml")),
    )
    if not name.startswith("_")
)


#: Parse source code; tests of the same code share its syntax tree and must not change it.
parse = cache(ast.parse)


@cache
def nodes_of(source):
    """Return the nodes of the syntax tree of source code."""
    return [*ast.walk(parse(source))]


def strings_in(source):
    """Yield the strings in source code, f-strings also without their fields, and no docstrings."""
    docstrings = set()
    for node in nodes_of(source):
        match node:
            case ast.Expr(value=value):
                docstrings.add(value)
            case ast.JoinedStr(values=parts):
                yield "".join(part.value for part in parts if isinstance(part, ast.Constant))
            case ast.Constant(value=str(text)) if node not in docstrings:
                yield text


@cache
def source_of(path):
    """Return the text of a file."""
    return path.read_text(encoding="utf-8")


@contextmanager
def open_database(path):
    """Open an SQLite file for a change, and close it, which `with connection` does not do."""
    with closing(sqlite3.connect(path)) as database, database:
        yield database


def plain_search(rules, **options):
    """Return a tree search in plain Python."""
    return TreeSearch([PlainTree(rules, **options)])


class FakeClock:
    """A clock that moves only when set."""

    now = 100.0

    def __call__(self):
        return self.now


class FrontEnd:
    """A front end that records the controller's notifications."""

    def __init__(self):
        self.steps, self.messages = [], []

    def position_changed(self, plies):
        self.steps.append(plies)

    def show_status(self, text):
        self.messages.append(text)

    show_warning = show_status


def controller_and_front_end(game, players=None, place=None):
    """Return the controller of a game, given by an ID or a session, and its front end."""
    session = new_session(game, players) if isinstance(game, str) else game
    front = FrontEnd()
    return GameController(session, front, place), front


def play_each(game, *moves):
    """Play moves one by one in a session or with a controller."""
    for move in moves:
        game.play(move)


#: The best move of each position, its winning chance for the side to move, and the playouts.
REPLIES = [("b2", 0.6, 200), ("c1", 0.5, 200), ("b2", 0.9, 500), ("c3", 0.3, 199), ("b1", 0.3, 200)]


def send_replies(analysis, nodes):
    """Send `REPLIES` to the analysis of a game; return the last request and evaluation."""
    while (request := analysis.next_request(nodes, [200])) is not None:
        move, chance, playouts = REPLIES[len(request.moves)]
        best = SearchResult(move, (move, "d4"), chance, playouts)
        last = request, Evaluation((best, SearchResult("d3", ("d3",), 0.1, 20)))
        assert analysis.receive(*last)
    return last


def serve_request(controller):
    """Let the engine answer the request of a controller."""
    request = controller.request
    for answer in Engine().replies(request, controller.rules, controller.session.state):
        controller.receive(request, answer)


def random_session(game, moves, seed=1):
    """Return a session after the given number of random moves, or fewer if it ends."""
    session, rng = Session(load(game)), Random(seed)
    while session.ply < moves and (legal := session.rules.legal_moves(session.state)):
        session.play(rng.choice(legal))
    return session


def clear_plugin_caches():
    """Clear the caches of plugin discovery."""
    discovery.entries.cache_clear()
    discovery.plugin.cache_clear()


def assert_no_overlap(boxes, whole):
    """Assert that boxes lie within a whole and do not overlap."""
    boxes = list(boxes)
    for number, box in enumerate(boxes):
        assert whole.contains(box)
        assert box.collidelist(boxes[number + 1 :]) < 0


def sample_size(size, least=10, share=8):
    """Return how many of `size` random or listed cases to test: all of them in `make nightly`."""
    return size if os.environ.get("PUZZLEKIT_NIGHTLY") else max(min(size, least), size // share)


def sample(cases, least=10):
    """Return a `sample_size` of the cases, evenly spaced."""
    cases = list(cases)
    size = sample_size(len(cases), least)
    return [cases[number * len(cases) // size] for number in range(size)]


#: A mark for tests that only `make nightly` runs.
nightly = pytest.mark.skipif(not os.environ.get("PUZZLEKIT_NIGHTLY"), reason="see make nightly")


def slow_if(condition, *values):
    """Return the values of a test case, marked as slow if the condition holds."""
    return pytest.param(*values, marks=[pytest.mark.slow] * bool(condition))


def is_slow(rules):
    """Return whether the contract check of the rules is slow.

    It is if the board is large, it has several holes, or code may have to be compiled.
    """
    start = rules.start()
    holes = start.count("") if isinstance(start, tuple) else 0
    return len(rules.board) > 70 or holes > 1 or has_fast_path(rules)


def has_fast_path(rules):
    """Return whether a game has compiled rules, without loading them."""
    return type(rules).compiled_rules is not Rules.compiled_rules


def find_problems(rules, games=3):
    """Return the problems that `check` finds, without another process."""
    return inspect_rules(rules, games=games).problems


#: Seconds before a process counts as hung; far more than any test needs on a busy machine.
TIMEOUT = 600

needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")


def example(name):
    """Return the module of an example."""
    return module_at(ROOT / "examples" / f"{name}.py")


def module_at(path):
    """Return the module in a file outside of all packages."""
    spec = spec_from_file_location(path.stem, path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def example_plugin(name):
    """Return the class in a file of `examples/plugins`."""
    return only_plugin_class(import_file(ROOT / "examples" / "plugins" / f"{name}.py"))


def run_python(*argv, env=None, cwd=ROOT, timeout=TIMEOUT, **options):
    """Run Python in a separate process and return its exit code and output."""
    return subprocess.run(
        [sys.executable, *map(str, argv)],
        cwd=cwd,
        env=os.environ | (env or {}),
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        **options,
    )


def python(code, *argv):
    """Run code in a separate process and return its output."""
    return run_python("-c", code, *argv, check=True).stdout


@cache
def two_player_value(rules, state):
    """Return the value of a position for player 0 of two under perfect play: 1, 0 or -1."""
    result = rules.result(state)
    if result is not None:
        return 0 if result.winner is None else 1 - 2 * result.winner
    best = max if rules.turn(state) == 0 else min
    return best(
        two_player_value(rules, rules.play(state, move)) for move in rules.legal_moves(state)
    )


def pentago_with_a_win_in_two():
    """Return Pentago and a position where f2 and then 4R make five in a row within one turn."""
    rules = load("pentago")
    stones = dict.fromkeys(["a1", "b1", "c1", "f1"], "W") | dict.fromkeys(["a6", "c5", "d4"], "B")
    placed = "".join(stones.get(cell, ".") for cell in rules.board.cells)
    return rules, rules.start()._replace(stones=placed, ply=16)


def cell_name(x, y):
    """Return the name of a cell of a board with letters and ranks, such as b3 for (1, 2)."""
    return f"{'abcdefghijklmno'[x]}{y + 1}"


def cell_point(name):
    return "abcdefghijklmno".index(name[0]), int(name[1:]) - 1


def play_moves(rules, state, moves):
    """Return the state after some moves."""
    for move in moves:
        state = rules.play(state, move)
    return state


def evaluate(word, moves):
    """Return the permutation of a word, multiplied move by move."""
    result = tuple(range(len(next(iter(moves.values())))))
    for name, exponent in word:
        factor = moves[name] if exponent > 0 else inverse(moves[name])
        for _ in range(abs(exponent)):
            result = multiply(result, factor)
    return result


def reachable(start, successors, limit=None):
    """Return all that a function reaches from the start, or None beyond the limit."""
    found, queue = {start}, [start]
    for each in queue:
        for other in successors(each):
            if other not in found:
                found.add(other)
                queue.append(other)
        if limit and len(found) > limit:
            return None
    return found


def count_paths(start, successors):
    """Return the distance of everything reachable and the number of shortest paths to it."""
    distances, counts, queue = {start: 0}, {start: 1}, [start]
    for each in queue:
        for other in successors(each):
            if other not in distances:
                distances[other], counts[other] = distances[each] + 1, 0
                queue.append(other)
            if distances[other] == distances[each] + 1:
                counts[other] += counts[each]
    return distances, counts


def state_after(rules, moves):
    """Return the state after some moves from the start."""
    return play_moves(rules, rules.start(), moves)


def goal_after(rules, text):
    """Return the goal after a sequence of moves in the notation of players."""
    return play_moves(rules, rules.goal, read_moves(rules, rules.goal, text))


def random_game(rules, rng, state=None):
    """Yield the states of a random game from a state to the end."""
    state = rules.start() if state is None else state
    yield state
    while moves := rules.legal_moves(state):
        state = rules.play(state, rng.choice(moves))
        yield state


def scrambled(rules, seed, moves):
    """Return the goal scrambled by the given number of random moves."""
    rng, state = Random(seed), rules.goal
    for _ in range(moves):
        if possible := rules.legal_moves(state):
            state = rules.play(state, rng.choice(possible))
    return state


def stop_at(stage=""):
    """Return a progress callback that interrupts a stage whose name contains the text."""

    def stop(what, done, total):
        if stage in what:
            raise KeyboardInterrupt

    return stop


class Clock:
    """A replacement for `time` in a module; each call advances it by a fixed step."""

    def __init__(self, step=0.0):
        self.now, self.step = 0.0, step

    def monotonic(self):
        self.now += self.step
        return self.now

    perf_counter = monotonic


INTERRUPTED = """
import os, signal, sys
from contextlib import contextmanager
from puzzlekit.cli import main, progress_bar

@contextmanager
def bar():
    def progress(what, done, total):
        if what.startswith({what!r}) and done >= {done}:
            os.kill(os.getpid(), signal.SIGINT)
    yield progress

progress_bar.show_progress = bar
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main({argv!r}))
"""


def run_and_interrupt(argv, what, done=0):
    """Run a command in a process that gets Ctrl+C once its progress reaches `done`."""
    return run_python("-c", INTERRUPTED.format(argv=list(map(str, argv)), what=what, done=done))


def twisty_source(name, options="", methods=""):
    """Return the source of a plugin with one move, and more options and methods."""
    return f'''
from puzzlekit import Sliding, Twisty, grid, ring

class {name}(Twisty):
    """Turn four pieces."""

    name = "{name}"

    def __init__(self, {options}):
        super().__init__(ring(4), [*"1234"], {{"L": [range(4)]}})
{methods}'''


class Slide(Sliding):
    """A sliding puzzle on any board, one move from the goal."""

    name = "Slide"

    def __init__(self, board=None, pieces=None):
        board = board or grid(2, 2)
        labels = [*map(str, range(1, len(board))), ""]
        super().__init__(board, labels, start=[*labels[:-2], "", labels[-2]], pieces=pieces)


class Noughts(BoardGame):
    """Three in a row."""

    name = "Noughts"
    players = ("Cross", "Nought")

    def __init__(self):
        self.board = grid(3, 3)
        rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
        self.lines = [*rows, *zip(*rows, strict=True), (0, 4, 8), (2, 4, 6)]

    def start(self, rng=None):
        return "." * 9

    def turn(self, state):
        return (9 - state.count(".")) % 2

    def legal_moves(self, state):
        if self.result(state):
            return []
        return [name for name, stone in zip(self.board.cells, state, strict=True) if stone == "."]

    def play(self, state, move):
        if move not in self.legal_moves(state):
            raise self.illegal_move(state, move)
        cell = self.board.index[move]
        return state[:cell] + "XO"[self.turn(state)] + state[cell + 1 :]

    def result(self, state):
        for a, b, c in self.lines:
            if state[a] == state[b] == state[c] != ".":
                return Result("XO".index(state[a]), "Three in a row")
        return None if "." in state else Result(None, "Full")

    def pieces(self, state):
        return [None if stone == "." else Piece("stone", "black") for stone in state]


class Count(Rules):
    """Players in turn add 1 or 2 to a number. Reaching the goal wins, passing it draws."""

    name = "Count"

    def __init__(self, goal=7, seats=3, tie=False):
        self.goal, self.tie = goal, tie
        self.players = tuple(f"Seat {seat}" for seat in range(seats))
        self.board = grid(1, 1)

    def start(self, rng=None):
        return 0, 0

    def turn(self, state):
        return state[1]

    def legal_moves(self, state):
        return [] if state[0] >= self.goal else ["one", "two"]

    def play(self, state, move):
        return state[0] + {"one": 1, "two": 2}[move], (state[1] + 1) % len(self.players)

    def result(self, state):
        if state[0] < self.goal:
            return None
        last = (state[1] - 1) % len(self.players)
        return Result(None if state[0] > self.goal and self.tie else last, "Over")

    def pieces(self, state):
        return [None]


class Chase(StoneGame):
    """Two kings walk around a ring of six, one step per turn; neither is ever caught."""

    name = "Chase"

    def __init__(self):
        super().__init__(ring(6), "B..W..")

    def legal_moves(self, state):
        names, own = self.board.cells, state.stones.index(self.own_stone(state))
        return [
            f"{names[own]}-{names[near]}"
            for near in self.board.neighbours[own]
            if state.stones[near] == EMPTY
        ]

    def apply(self, state, move):
        a, b = self.board.cells_named_in(move)
        return Stones(
            place_stone(place_stone(state.stones, a, EMPTY), b, self.own_stone(state)),
            state.ply + 1,
        )

    def result(self, state):
        return None


class Circle(Rules):
    """A stone moves one cell either way around a ring; reaching the goal, if any, wins."""

    name = "Circle"

    def __init__(self, size=6, goal=None, seats=2):
        self.goal, self.players = goal, tuple(f"Seat {seat}" for seat in range(seats))
        self.board = ring(size)
        self.played = 0

    def start(self, rng=None):
        return 0, 0

    def turn(self, state):
        return state[1]

    def legal_moves(self, state):
        return [] if self.result(state) else ["forth", "back"]

    def play(self, state, move):
        self.played += 1
        step = {"forth": 1, "back": -1}[move]
        return (state[0] + step) % len(self.board), (state[1] + 1) % len(self.players)

    def result(self, state):
        if state[0] != self.goal:
            return None
        return Result((state[1] - 1) % len(self.players), "There")

    def pieces(self, state):
        return [None] * len(self.board)


@contextmanager
def run_web_server(*arguments):
    """Run `puzzlekit web` in another process; yield the port and the keys that it prints."""
    command = [sys.executable, "-m", "puzzlekit", "web", *arguments]
    with subprocess.Popen(command, stdout=-1, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            links = [urlsplit(process.stdout.readline().split()[1]) for _ in range(2)]
            keys = [link.path.strip("/") for link in links]
            yield SimpleNamespace(
                url=f"http://127.0.0.1:{links[0].port}/{keys[0]}/",
                server_port=links[0].port,
                key=keys[0],
                keys=keys,
                fragment="",
            )
        finally:
            process.kill()
