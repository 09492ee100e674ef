"""The actions on offer, without a window."""

from puzzlekit.play.controller import GameController
from puzzlekit.play.new_game import new_session
from puzzlekit.play.setup import make_setup
from puzzlekit.ui.available_actions import action_rows, gestures, offered_moves
from puzzlekit.ui.board_input import MoveSelector


def begun(game, players=None):
    controller = GameController(new_session(game, players))
    return controller, MoveSelector(controller.rules, controller.session.state)


def actions(controller, selector, **options):
    rows = action_rows(controller, selector, **{"legal": False, **options})
    return {action.name: action for row in rows for action in row}


def test_actions_follow_the_game():
    controller, selector = begun("hex:3,swap=off", ["human", "human"])
    before = actions(controller, selector, legal=True)
    assert not before["undo"].is_enabled
    assert before["legal"].is_on
    assert before["resign"].is_enabled
    assert not {"goal", "draw"} & set(before)  # Hex has neither
    controller.play("b2")
    assert actions(controller, selector)["undo"].is_enabled
    controller.arbiter.resign()
    after = actions(controller, selector)
    assert not after["resign"].is_enabled
    assert not after["hint"].is_enabled
    assert after["analysis"].is_enabled


def test_the_hint_can_be_stopped_while_it_is_searched():
    controller, selector = begun("pinball")
    assert actions(controller, selector)["hint"].label == "Hint"
    controller.request_or_play_hint()
    assert actions(controller, selector)["hint"].label == "Stop"
    assert "resign" not in actions(controller, selector)


def test_buttons_of_moves():
    controller, selector = begun("twist")
    legal = controller.rules.legal_moves(controller.session.state)
    assert offered_moves(controller, selector, answers=legal) == list(legal)
    assert offered_moves(*begun("knights")) == []
    controller, selector = begun("hex:3 b2", ["human", "human"])
    (swap,) = controller.question().answers.values()
    assert offered_moves(controller, selector) == [swap]
    assert offered_moves(controller, selector, answers=[swap]) == []


def test_gestures_of_a_selection():
    _, selector = begun("knights")
    assert gestures(selector, solid=False) == []
    selector.click(next(iter(selector.targets())))
    assert gestures(selector, solid=False) == ["Esc takes back the click"]
    assert gestures(selector, solid=True) == ["drag a sticker to turn its layer"]


def test_scrambles_of_twisty_puzzles_are_offered():
    assert actions(*begun("cube#7"))["scramble"].is_enabled
    assert actions(*begun("lights_out#7"))["scramble"].is_enabled
    setup = make_setup("cube:2")
    solved = setup.with_position(setup.rules.goal).id
    assert not actions(*begun(solved))["scramble"].is_enabled
    assert "scramble" not in actions(*begun("fifteen#7"))
