"""Practice in the window: problems of a game, starts of a puzzle at a distance, and results."""

from puzzlekit import solve
from puzzlekit.play.problems import user_collection
from puzzlekit.players.player import SearchResult

PROBLEMS = "hex:4@1R2,2B1,1R2,2B1_R_4 b2 a1 a4\nhex:4@2RR,2B1,B3,RBR1_B_7 d2 a1 b2\n"


def open_practice(app, name):
    window = app()
    window.screen.choose(name)
    window.click("practice")
    return window


def test_solve_problems_in_sequence(home, app, monkeypatch):
    monkeypatch.setattr("puzzlekit.play.problems.plugin_collection", lambda name: None)
    path = user_collection("hex")
    path.parent.mkdir()
    path.write_text(PROBLEMS)
    window = open_practice(app, "hex")
    assert "solved 0 of 2 positions" in window.dialogs[-1].description
    window.click("next")
    game = window.screen
    assert game.status.text == "Find the win: Red wins in 2 turns"
    assert "resign" not in window.widget_keys()
    window.touch("a4")
    game.controller.receive(game.controller.request, SearchResult("a1", ("a1",)))
    assert "a4 does not win in time" in game.status.text
    window.click("undo")
    window.touch("b2")
    line = "a1", "a4"
    game.controller.receive(game.controller.request, SearchResult("a1", line, 0.0))
    window.touch("a4")
    assert game.session.result.seat == 0
    window.click("end-new")
    assert window.screen.session.setup.game.position.startswith("2RR")
    window.go_home()
    window.click("practice")
    assert "solved 1 of 2 positions" in window.dialogs[-1].description


def test_puzzle_starts(home, app):
    window = open_practice(app, "pinball")
    dialog = window.dialogs[-1]
    window.click("next")
    while window.dialogs:
        window.step(wait=True)
    session = window.screen.session
    assert solve(session.rules, session.state).length == dialog.distance
    starts = []
    for _ in range(20):  # a start may be drawn twice
        window.screen.controls.start_new_game()
        starts.append(window.screen.session)
    again = starts[-1]
    assert len({start.setup.id for start in (session, *starts)}) > 1
    assert solve(again.rules, again.state).length == dialog.distance


def test_when_practice_and_results_are_available(app, home):
    window = app()
    window.screen.choose("catchup")
    assert not window.widget("practice").enabled
    window.screen.choose("hex")
    window.click("results")
    assert "No results yet" in window.dialogs[-1].empty_text
