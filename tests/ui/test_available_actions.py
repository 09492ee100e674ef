"""The actions on offer, without a window."""

from puzzlekit.play.controller import GameController
from puzzlekit.play.new_game import new_session
from puzzlekit.play.setup import make_setup
from puzzlekit.ui.available_actions import action_rows, gestures, offered_moves
from puzzlekit.ui.board_input import MoveSelector


def start_game(game, players=None):
    controller = GameController(new_session(game, players))
    return controller, MoveSelector(controller.rules, controller.session.state)


def actions(controller, selector, **options):
    rows = action_rows(controller, selector, **{"legal": False, **options})
    return {action.name: action for row in rows for action in row}


def test_actions_follow_the_game():
    controller, selector = start_game("hex:3,swap=off", ["human", "human"])
    before = actions(controller, selector, legal=True)
    assert not before["undo"].is_enabled
    assert before["legal"].is_on
    assert before["resign"].is_enabled
    assert not {"goal", "draw"} & set(before)  # Hex has neither
    assert not {"draw", "resign"} & set(actions(*start_game("hex:5", ["random", "random"])))
    controller.play("b2")
    assert actions(controller, selector)["undo"].is_enabled
    controller.arbiter.resign()
    after = actions(controller, selector)
    assert not after["resign"].is_enabled
    assert not after["hint"].is_enabled
    assert after["analysis"].is_enabled


def test_hint_button_stops_search():
    controller, selector = start_game("pinball")
    assert actions(controller, selector)["hint"].label == "Hint"
    controller.request_or_play_hint()
    assert actions(controller, selector)["hint"].label == "Stop"
    assert not {"draw", "resign"} & set(actions(controller, selector))


def test_offered_moves():
    controller, selector = start_game("twist")
    legal = controller.rules.legal_moves(controller.session.state)
    assert offered_moves(controller, selector, answers=legal) == list(legal)
    assert offered_moves(*start_game("knights")) == []
    controller, selector = start_game("hex:3 b2", ["human", "human"])
    (swap,) = controller.question().answers.values()
    assert offered_moves(controller, selector) == [swap]
    assert offered_moves(controller, selector, answers=[swap]) == []


def test_gestures():
    _, selector = start_game("knights")
    assert gestures(selector, solid=False) == []
    selector.click(next(iter(selector.targets())))
    assert gestures(selector, solid=False) == ["Esc takes back the click"]
    assert gestures(selector, solid=True) == ["drag a sticker to turn its layer"]
    assert gestures(selector, solid=False, keyboard=True) == ["Esc takes back the click"]
    for game, hint in (("cube", "Shift+Enter: other direction"), ("palago", "Ctrl+R rotates it")):
        _, selector = start_game(game)
        assert gestures(selector, solid=game == "cube", keyboard=True) == [hint]


def test_scramble_action():
    assert actions(*start_game("cube#7"))["scramble"].is_enabled
    assert actions(*start_game("lights_out#7"))["scramble"].is_enabled
    setup = make_setup("cube:2")
    solved = setup.with_position(setup.rules.goal).id
    assert not actions(*start_game(solved))["scramble"].is_enabled
    assert "scramble" not in actions(*start_game("fifteen#7"))
