"""Play plugins without third-party modules, child processes and a compiler, as in a browser.

Run as a script with the folder of the unpacked archive, the modules of the standard library that
sites lack, and the names of plugins. For each plugin, it makes moves by clicks, undoes one, asks
for a hint, and lets a computer play or solves and counts the puzzle.
"""

import sys
from importlib.abc import MetaPathFinder
from random import Random

BLOCKED = {
    *("sympy", "networkx", "numpy", "numba", "pygame", "platformdirs", "rich"),
    *("mpmath", "llvmlite", "pygments"),
}


class Blocker(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def refuse_process(event, _):
    if event in ("subprocess.Popen", "os.fork", "os.posix_spawn"):
        raise OSError("there are no processes")


def play(name):
    from puzzlekit import order, solve
    from puzzlekit.core.errors import LimitReachedError
    from puzzlekit.play import controller
    from puzzlekit.play.engine import Engine
    from puzzlekit.play.setup import make_setup
    from puzzlekit.ui.web import browser

    controller.HINT_PLAYER = "mcts:4"
    seats = len(make_setup(name).rules.players)
    if seats > 1:
        given = {"game": name, "players": ["human", *["mcts:2"] * (seats - 1)]}
    else:
        given = {"game": f"{name}#5:3"}
    view = browser.open_board(1, given)
    assert view["svg"].startswith("<svg"), name
    page, engine, rng = browser._pages[1], Engine(seconds=0.2), Random(name)

    def think():
        while (job := page.table.job) is not None:
            rules, state = page.controller.rules, page.controller.session.state
            try:
                for reply in engine.replies(job.request, rules, state, job.game):
                    page.table.receive(job.request, reply)
            except LimitReachedError as error:
                page.table.receive(job.request, error)

    session = page.controller.session
    for _ in range(2):
        if session.result is not None:
            break
        ply = session.ply
        while session.ply == ply:
            targets = sorted(page.input.selector.targets())
            if not targets:
                page.act("play", rng.choice(page.input.selector.buttons))
                break
            page.act("turn", rng.randrange(6))
            at = page.picture.layout.view.pixel(*page.input.selector.anchor(rng.choice(targets)))
            view = page.act("press", *at, 0)
            assert not page.error, (name, page.error)
        think()
    moves = list(session.moves)
    page.act("undo")
    assert len(session.moves) < len(moves), name
    page.act("hint")
    think()
    assert not page.error, (name, page.error)
    if session.rules.is_game():
        return
    assert order(session.rules) >= 1, name
    solution = solve(session.rules, session.state_at(0))
    assert solution.length <= 3, (name, solution)


if __name__ == "__main__":
    folder, unused, *names = sys.argv[1:]
    BLOCKED.update(unused.split(","))
    sys.meta_path.insert(0, Blocker())
    sys.addaudithook(refuse_process)
    sys.path.insert(0, folder)
    from puzzlekit.core.capabilities import PLATFORM

    PLATFORM.restrict()
    for name in names:
        play(name)
        print(name, flush=True)
