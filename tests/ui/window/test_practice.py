"""Practice in the window: problems of a game, starts of a puzzle at a distance, and results."""

from puzzlekit import solve
from puzzlekit.play.problems import user_collection
from puzzlekit.players.player import SearchResult

PROBLEMS = "hex:4@1R2,2B1,1R2,2B1_R_4 b2 a1 a4\nhex:4@2RR,2B1,B3,RBR1_B_7 d2 a1 b2\n"


def open_practice(app, name):
    shown = app()
    shown.screen.choose(name)
    shown.click("practice")
    return shown


def test_problems_are_solved_one_after_the_other(home, app, monkeypatch):
    monkeypatch.setattr("puzzlekit.play.problems.plugin_collection", lambda name: None)
    path = user_collection("hex")
    path.parent.mkdir()
    path.write_text(PROBLEMS)
    shown = open_practice(app, "hex")
    assert "solved 0 of 2 positions" in shown.dialogs[-1].description
    shown.click("next")
    game = shown.screen
    assert game.status.text == "Find the win: Red wins in 2 turns"
    assert "resign" not in shown.widget_keys()
    shown.touch("a4")
    game.controller.receive(game.controller.request, SearchResult("a1", ("a1",)))
    assert "a4 does not win in time" in game.status.text
    shown.click("undo")
    shown.touch("b2")
    line = "a1", "a4"
    game.controller.receive(game.controller.request, SearchResult("a1", line, 0.0))
    shown.touch("a4")
    assert game.session.result.seat == 0
    shown.click("end-new")
    assert shown.screen.session.setup.game.position.startswith("2RR")
    shown.go_home()
    shown.click("practice")
    assert "solved 1 of 2 positions" in shown.dialogs[-1].description


def test_starts_of_a_puzzle(home, app):
    shown = open_practice(app, "pinball")
    dialog = shown.dialogs[-1]
    shown.click("next")
    while shown.dialogs:
        shown.step(wait=True)
    session = shown.screen.session
    assert solve(session.rules, session.state).length == dialog.distance
    starts = []
    for _ in range(20):  # a start may be drawn twice
        shown.screen.controls.start_new_game()
        starts.append(shown.screen.session)
    again = starts[-1]
    assert len({start.setup.id for start in (session, *starts)}) > 1
    assert solve(again.rules, again.state).length == dialog.distance


def test_practice_needs_positions_and_results(app, home):
    shown = app()
    shown.screen.choose("catchup")
    assert not shown.widget("practice").enabled
    shown.screen.choose("hex")
    shown.click("results")
    assert "No results yet" in shown.dialogs[-1].description
