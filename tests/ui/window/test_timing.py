"""Timed behaviour of the game window: clocks, replays, premoves and sounds."""

import time as time_module

import pygame
import pytest

from puzzlekit.play.clock import parse
from puzzlekit.play.new_game import new_session
from puzzlekit.play.parse_moves import read_line
from puzzlekit.play.termination import Termination
from puzzlekit.players.player import SearchResult
from puzzlekit.ui.window import sounds
from puzzlekit.ui.window.game.player_cards import first_side_probability, shows_evaluation

SIZES = [(480, 360), (800, 600), (1280, 800)]
MOVES = "hex:5,swap=off a1 b1 c1 d1 e1 a2"


@pytest.fixture
def clocked(app, time):
    """Return a function that opens a timed game on a fake clock."""

    def start(control, players=None, game="hex:5,swap=off", **settings):
        session = new_session(game, players, parse(control))
        session.clock.now = time
        return app(session, **settings)

    return start


def pass_by(shown, time=None, seconds=0):
    """Advance the clock, poll the window and draw it."""
    if seconds:
        time.now += seconds
    shown.screen.poll()
    shown.draw()


@pytest.fixture
def replaying(app, time):
    """Return a function that opens a game whose replay follows `time`."""

    def start(game, **settings):
        shown = app(game, **settings)
        shown.screen.ticker.replay.now = time
        return shown

    return start


def test_running_out_of_time(clocked, time):
    shown = clocked("1+0")
    assert not shown.screen.needs_poll()
    shown.touch("c3")
    assert shown.screen.needs_poll()
    pass_by(shown, time, 59)
    assert shown.screen.ending is None
    pass_by(shown, time, 2)
    assert shown.screen.session.result.text == "Red wins: Blue ran out of time"
    assert "Blue ran out of time" in shown.screen.ending.why
    assert not shown.screen.needs_poll()
    shown.click("undo")
    assert (shown.screen.session.result, shown.screen.ending) == (None, None)


def test_a_name_without_space_beside_the_clock_has_a_tooltip(app, truncated):
    players = ["human", "mcts:champion"]
    shown = app(new_session("pentago", players, parse("15+10")), size=(480, 360))
    tips = [each.tip for each in shown.screen.widgets if each.key.startswith("seat ")]
    assert truncated == {"Black · Champion"}
    assert any(tip.startswith("Black · Champion") for tip in tips)


def test_clock_is_redrawn_when_its_text_changes(clocked, time):
    shown = clocked("1+0")
    shown.touch("c3")
    pass_by(shown)
    for seconds, dirty in ((0.2, False), (0.9, True), (0.2, False)):
        shown.dirty = False
        time.now += seconds
        shown.screen.poll()
        assert shown.dirty is dirty


def test_the_times_are_kept_when_a_game_is_left(clocked, time):
    shown = clocked("1+0")
    session = shown.screen.session
    shown.touch("c3")
    time.now += 12
    shown.go_home()
    time.now += 500
    assert session.clock.remaining(1) == 48
    shown.screen.choose("hex")
    shown.screen.actions.resume()
    assert shown.screen.session.clock.history[-1] == [60, 48]


def test_a_clock_is_chosen_in_the_launcher(app):
    shown = app()
    selection = shown.screen.selection
    shown.screen.choose("hex")
    assert shown.widget("clock").label == "None"
    selection.set_clock(parse("3+2"))
    assert selection.session().control == parse("3+2")
    shown.screen.choose("fifteen")
    assert "clock" not in shown.widget_keys()
    assert selection.session().control is None


@pytest.mark.parametrize("size", SIZES)
def test_resigning_is_asked_first(app, size):
    shown = app("permute:6#1", size=size)
    before = {each.key: tuple(each.box) for each in shown.screen.widgets}
    for _ in range(5):  # the button may be on another page
        if "resign" not in shown.widget_keys():
            shown.click("rows")
    shown.click("resign")
    asked = shown.widget("answer no").box
    assert shown.screen.panel.box.contains(asked)
    after = {each.key: tuple(each.box) for each in shown.screen.widgets if each.key != "moves"}
    assert all(before[key] == box for key, box in after.items() if key in before)  # no widget moves
    shown.click("answer no")
    assert "answer yes" not in shown.widget_keys()
    shown.click("resign")
    shown.press(pygame.K_ESCAPE)
    assert shown.screen.session.result is None
    shown.click("resign", "answer yes")
    assert shown.screen.session.result.text == "Yellow wins: Orange resigned"
    assert not shown.widget("resign").enabled
    shown.screen.controller.undo()
    assert shown.screen.session.result is None


@pytest.mark.parametrize("size", SIZES)
def test_all_buttons_are_reached(app, size):
    shown = app("permute:6#1", ["human", "mcts:club"], size=size)
    seen = set()
    for _ in range(5):
        boxes = [each.box for each in shown.screen.panel.widgets]
        assert all(shown.screen.panel.box.contains(box) for box in boxes)
        seen |= shown.widget_keys()
        if "rows" in seen:
            shown.click("rows")
    assert {"undo", "legal", "new", "copy", "draw", "resign", "replay", "scrub", "moves"} <= seen


def test_a_draw_is_offered_to_a_person(app):
    shown = app("slither:5,swap=off c3")
    shown.click("draw")
    assert shown.screen.panel.status_box.lines == ["White offers a draw"]
    shown.click("answer no")
    assert shown.screen.controller.message == "Draw declined"
    shown.click("draw", "answer accept")
    assert shown.screen.ending.title == "Draw by agreement"


def test_no_draw_button_without_draws(app):
    shown = app("hex:5", ["human", "human"])
    assert {"draw", "resign"} & shown.widget_keys() == {"resign"}
    assert not shown.screen.controller.arbiter.can_draw()
    for game, players in (("fifteen:3#1", None), ("hex:5", ["random", "random"])):
        assert not {"draw", "resign"} & app(game, players).widget_keys()


def test_evaluation_bar_needs_a_reliable_thought(app, clocked):
    shown = app(MOVES, ["human", "mcts:club"])
    controller = shown.screen.controller
    assert first_side_probability(controller) is None
    for ply, playouts, probability in ((6, 1000, 0.25), (6, 100, None), (5, 1000, None)):
        controller.go(ply)
        controller.thoughts[1] = SearchResult("a1", win_probability=0.75, playouts=playouts)
        assert first_side_probability(controller) == probability
    assert shows_evaluation(controller, wanted=False)
    controller = clocked("1+0", ["human", "mcts:club"]).screen.controller
    assert not shows_evaluation(controller, wanted=False)
    assert shows_evaluation(controller, wanted=True)
    assert not shows_evaluation(app("hex:5", ["human", "greedy"]).screen.controller, wanted=True)


def test_the_bar_is_drawn_in_the_colours_of_the_sides(app):
    shown = app(MOVES, ["human", "mcts:club"])
    shown.screen.controller.thoughts[1] = SearchResult("a1", win_probability=0.25, playouts=1000)
    shown.draw()
    bar, palette = shown.screen.panel.cards.bar, shown.canvas.palette
    for share, side in ((0.4, "red"), (0.6, "red"), (0.8, "blue")):
        at = round(bar.left + share * bar.width), bar.top + 3
        assert shown.surface.get_at(at)[:3] == palette[side]


def test_replay(replaying, time):
    shown = replaying(MOVES)
    replay, session = shown.screen.ticker.replay, shown.screen.session
    shown.press(pygame.K_SPACE)
    assert (session.ply, replay.is_on) == (0, True)
    seen = []
    for _ in range(20):
        pass_by(shown, time, 0.2)
        seen.append(session.ply)
    assert sorted(set(seen)) == [0, 1, 2, 3, 4, 5, 6]
    assert seen == sorted(seen)
    assert not replay.is_on
    shown.screen.controller.go(2)
    shown.click("replay")
    assert (session.ply, shown.widget("replay").icon) == (2, "pause")
    pass_by(shown, time, 9)
    assert session.ply == 3
    shown.press(pygame.K_SPACE)
    pass_by(shown, time, 9)
    assert session.ply == 3


def test_replay_ends_when_another_position_is_chosen(replaying, time):
    shown = replaying(MOVES)
    replay = shown.screen.ticker.replay
    replay.toggle()
    shown.screen.controller.go(4)
    pass_by(shown)
    pass_by(shown, time, 9)
    assert (shown.screen.session.ply, replay.is_on) == (4, False)


def test_replay_waits_for_animations(replaying, time):
    shown = replaying("fifteen:3#1", speed="slow")
    controller = shown.screen.controller
    for _ in range(3):
        controller.play(controller.rules.legal_moves(controller.session.state)[0])
    replay = shown.screen.ticker.replay
    replay.toggle()
    shown.screen.board.timeline.show(shown.screen.board.timeline.last)
    time.now += 9
    assert replay.poll()
    time.now += 9
    assert not replay.poll()  # the first move is still animated
    assert controller.session.ply == 1


@pytest.mark.parametrize("size", SIZES)
def test_the_scrubber_is_dragged(app, size):
    shown = app(MOVES, size=size)
    line = shown.widget("scrub").box
    seen = []
    shown.mouse(pygame.MOUSEBUTTONDOWN, (line.right - 12, line.centery), button=1)
    for step in range(21):
        at = line.right - step * line.width / 20, line.centery + 40 * (step % 2)
        shown.mouse(pygame.MOUSEMOTION, at, rel=(0, 0), buttons=(1, 0, 0))
        shown.draw()
        seen.append(shown.screen.session.ply)
    shown.mouse(pygame.MOUSEBUTTONUP, line.midleft, button=1)
    assert sorted(set(seen), reverse=True) == [6, 5, 4, 3, 2, 1, 0]
    assert seen == sorted(seen, reverse=True)
    shown.hover(line.center)
    assert shown.screen.session.ply == 0  # the slider has been released


@pytest.fixture
def moving(app):
    """Return a window with a person's move being animated and a computer to reply."""
    shown = app("hex:5,swap=off", ["human", "random"], speed="slow")
    shown.screen.workers.stop()  # the test sends the replies
    shown.screen.controller.play("c3")
    shown.screen.workers.stop()
    yield shown
    shown.screen.workers.stop()


def answer(shown, move):
    controller = shown.screen.controller
    controller.receive(controller.request, SearchResult(move))


def settle(shown):
    timeline = shown.screen.board.timeline
    timeline.show(timeline.last)
    shown.screen.poll()


@pytest.mark.parametrize("is_answered", [False, True])
def test_early_click_waits_for_the_answer(moving, is_answered):
    if is_answered:
        settle(moving)
        answer(moving, "a1")
        moving.touch("d4")
        assert moving.screen.needs_poll()
    else:
        moving.touch("d4")
        assert moving.moves() == ["c3"]
        answer(moving, "a1")
        moving.screen.poll()
    assert moving.moves() == ["c3", "a1"]  # the reply is still being animated
    settle(moving)
    assert moving.moves() == ["c3", "a1", "d4"]


def test_click_that_made_a_move_is_no_early_click(moving):
    answer(moving, "a1")
    settle(moving)
    moving.touch("d4")
    moving.screen.workers.stop()
    assert moving.moves() == ["c3", "a1", "d4"]
    assert not moving.screen.ticker.premoves.events


def test_early_click_that_became_illegal_is_dropped(moving):
    moving.touch("d4")
    answer(moving, "d4")
    settle(moving)
    assert moving.moves() == ["c3", "d4"]
    assert not moving.screen.ticker.premoves.events


@pytest.mark.parametrize("way", ["right", "escape", "undo"])
def test_early_click_is_taken_back(moving, way):
    moving.touch("d4")
    assert moving.screen.ticker.premoves.events
    match way:
        case "right":
            moving.touch("d4", button=3)
        case "escape":
            moving.press(pygame.K_ESCAPE)
        case "undo":
            moving.screen.controller.undo()
            settle(moving)
    assert not moving.screen.ticker.premoves.events
    assert moving.moves() == ([] if way == "undo" else ["c3"])


def test_a_person_alone_need_not_wait(app):
    shown = app("hex:5,swap=off", speed="slow")
    shown.touch("c3", "d4", "b2")
    assert shown.moves() == ["c3", "d4", "b2"]


def test_a_click_does_not_end_the_turn_that_is_shown(app):
    shown = app("cube:3#1", speed="slow")
    shown.screen.controller.play("U")
    timeline = shown.screen.board.timeline
    assert timeline.queue
    at = shown.spot("F5") if "F5" in shown.screen.rules.board.index else (300, 300)
    shown.mouse(pygame.MOUSEBUTTONDOWN, at, button=1)
    assert timeline.queue


@pytest.mark.parametrize(
    ("game", "line", "ends", "count"),
    [("cube:3#1", "R2 U", [2.0, 1.0], 2), ("cube:5#1", "Rw2 Lw' R", [2.0, 1.0, 1.0], 3)],
)
def test_turns_of_several_moves_are_shown_and_counted_as_one(
    app, monkeypatch, game, line, ends, count
):
    shown = app(game, speed="slow")
    board, session = shown.screen.board, shown.screen.session
    session.play_line(read_line(session.rules, session.state, line))
    assert [motion.end for motion in board.timeline.queue] == ends
    for motion in board.timeline.queue:
        assert board.solid.view.turn_of(motion.permutation) is not None
    assert (session.move_count, session.ply > count) == (count, True)
    later = board.timeline.started_at + 0.6 * board.timeline._seconds_per_move
    monkeypatch.setattr(time_module, "monotonic", lambda: later)
    frame, first = board.timeline.now(), board.timeline.queue[0]
    assert frame.looks != first.before  # the first quarter turn has been made
    assert 0 < frame.progress < 1
    board.timeline.show(board.timeline.last)
    shown.press(pygame.K_HOME, pygame.K_PAGEDOWN)
    assert (session.move_count, [motion.end for motion in board.timeline.queue]) == (1, ends[:1])
    board.timeline.show(board.timeline.last)
    shown.press(pygame.K_PAGEUP)
    assert (session.ply, [motion.end for motion in board.timeline.queue]) == (0, ends[:1])
    shown.screen.controller.hint = session.all_moves
    turn, layers = board.solid.view.suggested_turn(shown.screen.controller), line[1:2].count("w")
    assert turn.high - turn.low == layers  # the arrow is as wide as the turn


@pytest.fixture
def heard(monkeypatch):
    names = []
    monkeypatch.setattr(sounds.Sounds, "_sound", lambda self, name: Heard(names, name))
    return names


class Heard:
    """A fake sound that records its calls."""

    def __init__(self, names, name):
        self.names, self.name = names, name

    def play(self):
        self.names.append(self.name)


def test_sounds_of_a_game(app, heard):
    shown = app("hex:2,swap=off", sound=True)
    shown.touch("a1", "b1", "a2")
    assert heard == ["click", "click", "click", "win"]
    heard.clear()
    shown.click("undo")
    shown.screen.show_error("no")
    assert heard == ["illegal"]
    shown.change_setting("sound", False)
    shown.screen.show_error("no")
    assert heard == ["illegal"]


def test_ended_game_is_opened_in_silence(app, heard):
    session = new_session(MOVES)
    session.end(Termination("resigned", 0))
    shown = app(session, sound=True)
    assert shown.screen.ending is not None
    shown.screen.controller.go(2)
    shown.screen.controller.go(6)
    assert (shown.screen.ending, heard) == (None, [])


@pytest.mark.parametrize(("game", "sound"), [("fifteen:3#1", "slide"), ("cube:2#1", "turn")])
def test_moves_sound_as_they_move(app, heard, game, sound):
    shown = app(game, sound=True)
    controller = shown.screen.controller
    controller.play(controller.rules.legal_moves(controller.session.state)[0])
    assert heard == [sound]


def test_sounds_are_short_and_soft():
    for name in sounds.SOUNDS:
        wave = memoryview(sounds.samples(name)).cast("h")
        assert len(wave) <= sounds.RATE
        assert 1000 < max(map(abs, wave)) <= sounds.PEAK
        assert abs(wave[-1]) < 300  # no click at the end


def test_without_a_device_there_is_silence(monkeypatch, capfd):
    def nothing(*args, **more):
        raise pygame.error("no device")

    monkeypatch.setattr(pygame.mixer, "init", nothing)
    player = sounds.Sounds(type("Settings", (), {"sound": True})())
    player.play("click")
    player.play("win")
    player.close()
    assert capfd.readouterr() == ("", "")


def test_the_mixer_is_opened_when_it_is_needed(app):
    shown = app("hex:3", sound=True)
    assert pygame.mixer.get_init() is None
    shown.sounds.play("click")
    assert pygame.mixer.get_init() is not None
    shown.close()
    assert pygame.mixer.get_init() is None
    pygame.display.init()


def test_sounds_stop_before_the_mixer_quits(monkeypatch):
    # Quitting the mixer with a sound playing can deadlock: the sound's end needs the GIL,
    # which the thread that quits holds.
    sounding, give_back = [], pygame.mixer.quit
    monkeypatch.setattr(
        pygame.mixer, "quit", lambda: (sounding.append(pygame.mixer.get_busy()), give_back())
    )
    player = sounds.Sounds(type("Settings", (), {"sound": True})())
    player.play("win")
    pygame.mixer.Sound(buffer=sounds.samples("win")).play(loops=-1)
    assert pygame.mixer.get_busy()
    player.close()
    assert sounding == [False]
