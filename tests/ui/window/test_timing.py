"""Timed behaviour of the game window: clocks, replays, premoves and sounds."""

import time as time_module
from types import SimpleNamespace

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
def open_timed_game(app, time):
    """Return a function that opens a timed game on a fake clock."""

    def start(control, players=None, game="hex:5,swap=off", **settings):
        session = new_session(game, players, parse(control))
        session.clock.now = time
        return app(session, **settings)

    return start


def advance(window, time=None, seconds=0):
    """Advance the clock, poll the window and draw it."""
    if seconds:
        time.now += seconds
    window.screen.poll()
    window.draw()


@pytest.fixture
def open_replay(app, time):
    """Return a function that opens a game whose replay follows `time`."""

    def start(game, **settings):
        window = app(game, **settings)
        window.screen.ticker.replay.now = time
        return window

    return start


def test_time_runs_out(open_timed_game, time):
    window = open_timed_game("1+0")
    assert not window.screen.needs_poll()
    window.touch("c3")
    assert window.screen.needs_poll()
    advance(window, time, 59)
    assert window.screen.ending is None
    advance(window, time, 2)
    assert window.screen.session.result.text == "Red wins: Blue ran out of time"
    assert "Blue ran out of time" in window.screen.ending.text.text
    assert not window.screen.needs_poll()
    window.click("undo")
    assert (window.screen.session.result, window.screen.ending) == (None, None)


def test_truncated_name_has_tooltip(app, truncated):
    players = ["human", "mcts:champion"]
    window = app(new_session("pentago", players, parse("15+10")), size=(480, 360))
    tips = [each.tip for each in window.screen.widgets if each.key.startswith("seat ")]
    assert truncated == {"Black · Champion"}
    assert any(tip.startswith("Black · Champion") for tip in tips)


def test_clock_is_redrawn_when_its_text_changes(open_timed_game, time):
    window = open_timed_game("1+0")
    window.touch("c3")
    advance(window)
    for seconds, dirty in ((0.2, False), (0.9, True), (0.2, False)):
        window.dirty = False
        time.now += seconds
        window.screen.poll()
        assert window.dirty is dirty


def test_leaving_game_saves_times(open_timed_game, time):
    window = open_timed_game("1+0")
    session = window.screen.session
    window.touch("c3")
    time.now += 12
    window.go_home()
    time.now += 500
    assert session.clock.remaining(1) == 48
    window.screen.choose("hex")
    window.screen.actions.resume()
    assert window.screen.session.clock.node.times == [60, 48]


def test_choose_clock_in_launcher(app):
    window = app()
    selection = window.screen.selection
    window.screen.choose("hex")
    assert window.widget("clock").label == "None"
    selection.choices.clock = parse("3+2")
    assert selection.session().control == parse("3+2")
    window.screen.choose("fifteen")
    assert "clock" not in window.widget_keys()
    assert selection.session().control is None


@pytest.mark.parametrize("size", SIZES)
def test_resigning_asks_first(app, size):
    window = app("permute:6#1", size=size)
    before = {each.key: tuple(each.box) for each in window.screen.widgets}
    for _ in range(5):  # the button may be on another page
        if "resign" not in window.widget_keys():
            window.click("rows")
    window.click("resign")
    asked = window.widget("answer no").box
    assert window.screen.panel.box.contains(asked)
    after = {each.key: tuple(each.box) for each in window.screen.widgets if each.key != "moves"}
    assert all(before[key] == box for key, box in after.items() if key in before)  # no widget moves
    window.click("answer no")
    assert "answer yes" not in window.widget_keys()
    window.click("resign")
    window.press(pygame.K_ESCAPE)
    assert window.screen.session.result is None
    window.click("resign", "answer yes")
    assert window.screen.session.result.text == "Yellow wins: Orange resigned"
    assert not window.widget("resign").enabled
    window.screen.controller.undo()
    assert window.screen.session.result is None


@pytest.mark.parametrize("size", SIZES)
def test_all_buttons_are_reachable(app, size):
    window = app("permute:6#1", ["human", "mcts:club"], size=size)
    seen = set()
    for _ in range(5):
        boxes = [each.box for each in window.screen.panel.widgets]
        assert all(window.screen.panel.box.contains(box) for box in boxes)
        seen |= window.widget_keys()
        if "rows" in seen:
            window.click("rows")
    assert {"undo", "legal", "new", "copy", "draw", "resign", "replay", "scrub", "moves"} <= seen


def test_offer_draw(app):
    window = app("slither:5,swap=off c3")
    window.click("draw")
    assert window.screen.panel.status_box.fitted.lines == ["White offers a draw"]
    window.click("answer no")
    assert window.screen.controller.message == "Draw declined"
    window.click("draw", "answer accept")
    assert window.screen.ending.text.text == "Draw by agreement"


def test_evaluation_bar_needs_enough_playouts(app, open_timed_game):
    window = app(MOVES, ["human", "mcts:club"])
    controller = window.screen.controller
    assert first_side_probability(controller) is None
    for ply, playouts, probability in ((6, 1000, 0.25), (6, 100, None), (5, 1000, None)):
        controller.go(ply)
        controller.thoughts[1] = SearchResult("a1", win_probability=0.75, playouts=playouts)
        assert first_side_probability(controller) == probability
    assert shows_evaluation(controller, wanted=False)
    controller = open_timed_game("1+0", ["human", "mcts:club"]).screen.controller
    assert not shows_evaluation(controller, wanted=False)
    assert shows_evaluation(controller, wanted=True)
    assert not shows_evaluation(app("hex:5", ["human", "greedy"]).screen.controller, wanted=True)


def test_evaluation_bar_colours(app):
    window = app(MOVES, ["human", "mcts:club"])
    window.screen.controller.thoughts[1] = SearchResult("a1", win_probability=0.25, playouts=1000)
    window.draw()
    bar, palette = window.screen.panel.cards.bar, window.canvas.palette
    for share, side in ((0.4, "red"), (0.6, "red"), (0.8, "blue")):
        at = round(bar.left + share * bar.width), bar.top + 3
        assert window.surface.get_at(at)[:3] == palette[side]


def test_replay(open_replay, time):
    window = open_replay(MOVES)
    replay, session = window.screen.ticker.replay, window.screen.session
    window.press(pygame.K_SPACE)
    assert (session.ply, replay.is_on) == (0, True)
    seen = []
    for _ in range(20):
        advance(window, time, 0.2)
        seen.append(session.ply)
    assert sorted(set(seen)) == [0, 1, 2, 3, 4, 5, 6]
    assert seen == sorted(seen)
    assert not replay.is_on
    window.screen.controller.go(2)
    window.click("replay")
    assert (session.ply, window.widget("replay").icon) == (2, "pause")
    advance(window, time, 9)
    assert session.ply == 3
    window.press(pygame.K_SPACE)
    advance(window, time, 9)
    assert session.ply == 3


def test_navigation_stops_replay(open_replay, time):
    window = open_replay(MOVES)
    replay = window.screen.ticker.replay
    replay.toggle()
    window.screen.controller.go(4)
    advance(window)
    advance(window, time, 9)
    assert (window.screen.session.ply, replay.is_on) == (4, False)


def test_replay_waits_for_animations(open_replay, time):
    window = open_replay("fifteen:3#1", speed="slow")
    controller = window.screen.controller
    for _ in range(3):
        controller.play(controller.rules.legal_moves(controller.session.state)[0])
    replay = window.screen.ticker.replay
    replay.toggle()
    window.screen.board.timeline.show(window.screen.board.timeline.last)
    time.now += 9
    assert replay.poll()
    time.now += 9
    assert not replay.poll()  # the first move is still animated
    assert controller.session.ply == 1


@pytest.mark.parametrize("size", SIZES)
def test_drag_scrubber(app, size):
    window = app(MOVES, size=size)
    line = window.widget("scrub").box
    seen = []
    window.mouse(pygame.MOUSEBUTTONDOWN, (line.right - 12, line.centery), button=1)
    for step in range(21):
        at = line.right - step * line.width / 20, line.centery + 40 * (step % 2)
        window.mouse(pygame.MOUSEMOTION, at, rel=(0, 0), buttons=(1, 0, 0))
        window.draw()
        seen.append(window.screen.session.ply)
    window.mouse(pygame.MOUSEBUTTONUP, line.midleft, button=1)
    assert sorted(set(seen), reverse=True) == [6, 5, 4, 3, 2, 1, 0]
    assert seen == sorted(seen, reverse=True)
    window.hover(line.center)
    assert window.screen.session.ply == 0  # the slider has been released


@pytest.mark.parametrize("size", SIZES)
def test_press_on_knob_keeps_position(app, size):
    window = app("knights", size=size)
    session, inside = window.screen.session, window.canvas.theme.on_accent
    for _ in range(30):
        session.play(session.rules.legal_moves(session.state)[0])
    for ply in range(0, 31, 3):
        window.screen.controller.go(ply)
        window.draw()
        box = window.widget("scrub").box
        row = [window.surface.get_at((x, box.centery))[:3] for x in range(box.left, box.right)]
        knob = box.left + row.index(inside) + row.count(inside) // 2
        window.click((knob, box.centery))
        assert session.ply == ply


@pytest.fixture
def animated_window(app):
    """Return a window with a person's move being animated and a computer to reply."""
    window = app("hex:5,swap=off", ["human", "random"], speed="slow")
    window.screen.workers.stop()  # the test sends the replies
    window.screen.controller.play("c3")
    window.screen.workers.stop()
    yield window
    window.screen.workers.stop()


def send_reply(window, move):
    controller = window.screen.controller
    controller.receive(controller.request, SearchResult(move))


def finish_animation(window):
    timeline = window.screen.board.timeline
    timeline.show(timeline.last)
    window.screen.poll()


@pytest.mark.parametrize("is_answered", [False, True])
def test_premove_waits_for_reply(animated_window, is_answered):
    if is_answered:
        finish_animation(animated_window)
        send_reply(animated_window, "a1")
        animated_window.touch("d4")
        assert animated_window.screen.needs_poll()
    else:
        animated_window.touch("d4")
        assert animated_window.moves() == ["c3"]
        send_reply(animated_window, "a1")
        animated_window.screen.poll()
    assert animated_window.moves() == ["c3", "a1"]  # the reply is still being animated
    finish_animation(animated_window)
    assert animated_window.moves() == ["c3", "a1", "d4"]


def test_click_that_completes_move_is_not_a_premove(animated_window):
    send_reply(animated_window, "a1")
    finish_animation(animated_window)
    animated_window.touch("d4")
    animated_window.screen.workers.stop()
    assert animated_window.moves() == ["c3", "a1", "d4"]
    assert not animated_window.screen.ticker.premoves.events


def test_illegal_premove_is_dropped(animated_window):
    animated_window.touch("d4")
    send_reply(animated_window, "d4")
    finish_animation(animated_window)
    assert animated_window.moves() == ["c3", "d4"]
    assert not animated_window.screen.ticker.premoves.events


@pytest.mark.parametrize("way", ["right", "escape", "undo"])
def test_cancel_premove(animated_window, way):
    animated_window.touch("d4")
    assert animated_window.screen.ticker.premoves.events
    match way:
        case "right":
            animated_window.touch("d4", button=3)
        case "escape":
            animated_window.press(pygame.K_ESCAPE)
        case "undo":
            animated_window.screen.controller.undo()
            finish_animation(animated_window)
    assert not animated_window.screen.ticker.premoves.events
    assert animated_window.moves() == ([] if way == "undo" else ["c3"])


def test_single_player_need_not_wait(app):
    window = app("hex:5,swap=off", speed="slow")
    window.touch("c3", "d4", "b2")
    assert window.moves() == ["c3", "d4", "b2"]


def test_click_does_not_interrupt_turn_animation(app):
    window = app("cube:3#1", speed="slow")
    window.screen.controller.play("U")
    timeline = window.screen.board.timeline
    assert timeline.queue
    at = window.spot("F5") if "F5" in window.screen.rules.board.index else (300, 300)
    window.mouse(pygame.MOUSEBUTTONDOWN, at, button=1)
    assert timeline.queue


@pytest.mark.parametrize(
    ("game", "line", "ends", "count"),
    [("cube:3#1", "R2 U", [2.0, 1.0], 2), ("cube:5#1", "Rw2 Lw' R", [2.0, 1.0, 1.0], 3)],
)
def test_multi_move_turns_are_one_entry(app, monkeypatch, game, line, ends, count):
    window = app(game, speed="slow")
    board, session = window.screen.board, window.screen.session
    session.play_line(read_line(session.rules, session.state, line))
    assert [motion.end for motion in board.timeline.queue] == ends
    for motion in board.timeline.queue:
        assert board.solid.view.turn_of(motion.permutation) is not None
    assert (session.move_count, session.ply > count) == (count, True)
    later = board.timeline.started_at + 0.6 * board.timeline._seconds_per_move
    monkeypatch.setattr(time_module, "perf_counter", lambda: later)
    frame, first = board.timeline.now(), board.timeline.queue[0]
    assert frame.looks != first.before  # the first quarter turn has been made
    assert 0 < frame.progress < 1
    board.timeline.show(board.timeline.last)
    window.press(pygame.K_HOME, pygame.K_PAGEDOWN)
    assert (session.move_count, [motion.end for motion in board.timeline.queue]) == (1, ends[:1])
    board.timeline.show(board.timeline.last)
    window.press(pygame.K_PAGEUP)
    assert (session.ply, [motion.end for motion in board.timeline.queue]) == (0, ends[:1])
    window.screen.controller.hint = session.all_moves
    turn, layers = board.solid.view.suggested_turn(window.screen.controller), line[1:2].count("w")
    assert turn.high - turn.low == layers  # the arrow is as wide as the turn


@pytest.fixture
def played_sounds(monkeypatch):
    names = []

    def sound(self, name):
        return SimpleNamespace(play=lambda: names.append(name))

    monkeypatch.setattr(sounds.Sounds, "_sound", sound)
    return names


def test_game_sounds(app, played_sounds):
    window = app("hex:2,swap=off", sound=True)
    window.touch("a1", "b1", "a2")
    assert played_sounds == ["click", "click", "click", "win"]
    played_sounds.clear()
    window.click("undo")
    window.screen.show_error("no")
    assert played_sounds == ["illegal"]
    window.change_setting("sound", False)
    window.screen.show_error("no")
    assert played_sounds == ["illegal"]


def test_no_sound_when_opening_finished_game(app, played_sounds):
    session = new_session(MOVES)
    session.end(Termination("resigned", 0))
    window = app(session, sound=True)
    assert window.screen.ending is not None
    window.screen.controller.go(2)
    window.screen.controller.go(6)
    assert (window.screen.ending, played_sounds) == (None, [])


@pytest.mark.parametrize(("game", "sound"), [("fifteen:3#1", "slide"), ("cube:2#1", "turn")])
def test_sounds_by_kind_of_move(app, played_sounds, game, sound):
    window = app(game, sound=True)
    controller = window.screen.controller
    controller.play(controller.rules.legal_moves(controller.session.state)[0])
    assert played_sounds == [sound]


def test_sound_length_and_volume():
    for name in sounds.SOUNDS:
        wave = memoryview(sounds.samples(name)).cast("h")
        assert len(wave) <= sounds.RATE
        assert 1000 < max(map(abs, wave)) <= sounds.PEAK
        assert abs(wave[-1]) < 300  # no click at the end


def test_no_audio_device(monkeypatch, capfd):
    def nothing(*args, **more):
        raise pygame.error("no device")

    monkeypatch.setattr(pygame.mixer, "init", nothing)
    player = sounds.Sounds(type("Settings", (), {"sound": True})())
    player.play("click")
    player.play("win")
    player.close()
    assert capfd.readouterr() == ("", "")


def test_mixer_is_opened_on_demand(app):
    window = app("hex:3", sound=True)
    assert pygame.mixer.get_init() is None
    window.sounds.play("click")
    assert pygame.mixer.get_init() is not None
    window.close()
    assert pygame.mixer.get_init() is None
    pygame.display.init()


def test_sounds_stop_before_mixer_quits(monkeypatch):
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
