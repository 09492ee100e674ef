"""Default prompts and refusal messages for plugins that do not define their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.errors import can_be_shown
from ..core.translation import _
from ..core.values import Click

State = Any
Rules = Any  # the class in `base`, which imports this module


#: Maximum length of a prompt (characters).
MAX_PROMPT = 70

NOT_CLICKABLE = _("You can't click there; possible clicks are marked")


def is_prompt(text: object) -> bool:
    """Return whether a value is a string, possibly empty, that is short enough for a prompt."""
    if not isinstance(text, str) or len(text) > MAX_PROMPT:
        return False
    return not text or (can_be_shown(text) and text.isprintable())


def next_clicks(
    rules: Rules, state: State, clicks: Sequence[Click]
) -> tuple[set[Click], list[str]]:
    """Return the possible next clicks, and the moves that have no clicks."""
    length, made = len(clicks), list(clicks)
    following, buttons = set(), []
    for move in rules.legal_moves(state):
        for clicks in rules.click_sequences(state, move):
            if not clicks:
                buttons.append(move)
            elif length < len(clicks) and list(clicks[:length]) == made:
                following.add(clicks[length])
    return following, buttons


def default_prompt(rules: Rules, state: State, clicks: Sequence[Click]) -> str:
    """Return a prompt that suits any plugin, or an empty string if there is nothing to do."""
    following, buttons = next_clicks(rules, state, clicks)
    if clicks or not (following or buttons):
        return _("Choose the next cell") if following else ""
    named = _name_clickless_moves(buttons)
    if not following:
        only = len(buttons) == 1
        return _("You can only play {move}").format(move=named) if only else _("Choose a move")
    pieces = rules.pieces(state)
    occupied = {pieces[cell] is not None for click in following for cell in click.cells}
    if any(len(click.cells) > 1 for click in following):
        text = _("Choose a part of the board")
    elif len(occupied) > 1:
        text = _("Choose a cell or a piece")
    else:
        text = _("Choose a piece") if True in occupied else _("Choose an empty cell")
    # Translators: Such as "Choose a piece, or pass".
    return _("{prompt}, or {moves}").format(prompt=text, moves=named) if named else text


def _name_clickless_moves(moves: Sequence[str]) -> str:
    """Return the names of the moves without clicks, if there are few of them and they are short."""
    text = "".join(moves[:1])
    if len(moves) == 2:
        text = _("{first} or {second}").format(first=moves[0], second=moves[1])
    short = len(moves) <= 2 and len(text) <= MAX_PROMPT // 2
    return text if short else _("another move")


def default_refusal(rules: Rules, state: State, clicks: Sequence[Click], cell: int) -> str:
    """Return a reason why a cell cannot be clicked, in words that suit any plugin."""
    following = next_clicks(rules, state, clicks)[0]
    pieces = rules.pieces(state)
    occupied = {pieces[cell] is not None for click in following for cell in click.cells}
    if occupied == {False} and pieces[cell] is not None:
        return _("That cell is not empty")
    if occupied == {True} and pieces[cell] is None:
        return _("There is no piece there")
    return NOT_CLICKABLE
