"""The actions that a front end offers for a game, and the moves that have buttons."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import NamedTuple

from ..core.translation import _
from ..play.analysis import can_analyse
from ..play.controller import GameController
from ..play.termination import SEATS
from ..players.player import HUMAN
from ..solving.scrambles import has_scrambles
from .board_input import MoveSelector


class Action(NamedTuple):
    """An action, with the label and the tooltip of its button; `is_on` marks an enabled option."""

    name: str
    label: str
    tip: str
    is_enabled: bool = True
    is_on: bool = False
    icon: str = ""


def is_analysis_fair(controller: GameController) -> bool:
    """Return whether analysis is fair, which it is not while a game is in progress."""
    session = controller.session
    return can_analyse(session.rules) and (not session.has_opponent or session.final is not None)


def waits_for_hint(controller: GameController) -> bool:
    """Return whether the action `hint` stops the search for a hint."""
    return controller.is_searching_hint() and not controller.hint


def action_rows(
    controller: GameController, selector: MoveSelector, *, legal: bool
) -> list[list[Action]]:
    """Return the rows of actions; `legal` means that legal moves are shown.

    >>> from puzzlekit.play.new_game import new_session
    >>> controller = GameController(new_session("pinball"))
    >>> selector = MoveSelector(controller.rules, controller.session.state)
    >>> [each.label for each in action_rows(controller, selector, legal=False)[0]]
    ['Undo', 'Redo', 'Hint', 'Goal']
    """
    session, rules = controller.session, controller.rules
    can_undo = _is_possible(controller.can_undo) or bool(selector.path)
    label, tip = _("Hint"), _("Show a hint; press again to play it (F2)")
    if waits_for_hint(controller):
        label, tip = _("Stop"), _("Stop (Esc)")
    new = _("New game (Ctrl+N)") if rules.is_game() else _("New scramble (F5)")
    copy = _("Copy the game as text (Ctrl+C) or as a record (Ctrl+Shift+C)")
    save = _("Save a picture or an animation (Ctrl+S)")
    rows = [
        [
            Action("undo", _("Undo"), _("Undo (Ctrl+Z)"), can_undo),
            Action("redo", _("Redo"), _("Redo (Ctrl+Y)"), session.can_redo),
            Action("hint", label, tip, _is_possible(controller.may_play), bool(controller.hint)),
        ],
        [
            Action("legal", _("Moves"), _("Show legal moves (F3)"), is_on=legal),
            Action("rules", _("Rules"), _("Rules (F1)")),
            Action("settings", _("Settings"), _("Settings (F4)")),
        ],
        [
            Action("new", _("Next") if session.task else _("New"), new),
            Action("restart", _("Reset"), _("Return to the start"), session.can_undo),
            Action("copy", _("Copy"), copy),
            Action("picture", "", save, icon="picture"),
        ],
    ]
    if not rules.is_game():
        rows[0].append(Action("goal", _("Goal"), _("Show the goal (F7)")))
    if has_scrambles(rules) and session.setup.id:
        tip = _("Show the moves of the scramble (Ctrl+Shift+L)")
        is_scrambled = rules.outcome(session.setup.start) is None
        rows[2].insert(-1, Action("scramble", "", tip, is_scrambled, icon="shuffle"))
    if can_analyse(rules):
        tip = _("Winning chances and mistakes (F9)")
        is_fair = _is_possible(partial(is_analysis_fair, controller))
        analysis = Action("analysis", _("Analysis"), tip, is_fair, icon="chart")
        rows.append([*_endings(controller), analysis])
    return rows


def _is_possible(check: Callable[[], bool]) -> bool:
    """Return whether an action is possible, or True if the plugin fails: the action says why."""
    try:
        return check()
    except Exception:
        return True


def _endings(controller: GameController) -> list[Action]:
    """Return the actions that end a two-player game."""
    players, can_end = controller.session.players, _is_possible(controller.arbiter.can_resign)
    if len(players) != SEATS or HUMAN not in players or controller.session.task is not None:
        return []
    draw = Action("draw", _("Offer draw"), _("Offer a draw"), can_end, icon="half")
    resign = Action("resign", _("Resign"), _("Resign (asks first)"), can_end, icon="flag")
    return [draw, resign] if controller.rules.can_draw else [resign]


def offered_moves(
    controller: GameController, selector: MoveSelector, answers: Collection[str] = ()
) -> list[str]:
    """Return the moves that have buttons: all twists, and all moves without clicks.

    `answers` are moves that have buttons elsewhere.
    """
    if not controller.is_human_turn():
        return []
    rules = controller.rules
    needed = [move for move in selector.buttons if move not in answers]
    if rules.is_game():
        return needed
    moves = rules.legal_moves(controller.session.state)
    clicks = {move: rules.clicks(move) for move in moves}
    twists = {move for move in moves if any(len(each.cells) > 1 for each in clicks[move])}
    return [move for move in moves if move in twists or move in needed]


#: Labels of moves that are words.
# Translators: Buttons that end a turn, pass, or swap sides.
MOVE_LABELS = {"done": _("Done"), "pass": _("Pass"), "swap": _("Swap")}


def move_label(move: str) -> str:
    """Return the label of a move's button: the move, unless it is a word.

    >>> move_label("done"), move_label("U'")
    ('Done', "U'")
    """
    return MOVE_LABELS.get(move, move)


def gestures(selector: MoveSelector, *, solid: bool, keyboard: bool = False) -> list[str]:
    """Return the available mouse gestures or keys, with the most useful ones last."""
    if keyboard:
        hints = [_("Esc takes back the click")] if selector.path else []
        other, another = _("Shift+Enter: other direction"), _("Shift+Enter: another move")
        return hints + _variants(selector, other, another, _("Ctrl+R rotates it"))
    if solid:
        return [_("drag a sticker to turn its layer")]
    hints = []
    if selector.board.plane and not selector.path and not selector.has_patterns():
        hints.append(_("drag empty space to scroll"))
    if selector.path:
        hints.append(_("Esc takes back the click"))
        if len(selector.last_variants()) > 1:
            hints.append(_("click again to rotate it"))
    other, another = _("right-click: other direction"), _("right-click: another move")
    return hints + _variants(selector, other, another, _("wheel or Ctrl+R rotates it"))


def press_hint(selector: MoveSelector) -> str:
    """Return the hint that applies to right-clicks and long presses on a page, or ""."""
    other = _("right-click or long press: other direction")
    another = _("right-click or long press: another move")
    return "".join(_variants(selector, other, another, ""))


def _variants(selector: MoveSelector, other: str, another: str, rotates: str) -> list[str]:
    """Return the hint that applies to the variants of the possible clicks, if any."""
    maximum = max(map(len, selector.targets().values()), default=1)
    if maximum == 2 and not selector.path:
        return [other if selector.rules.motion == "turn" else another]
    return [rotates] if maximum > 1 else []
