"""What is said of what to do, and why something cannot be, where no plugin knows better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ..core.errors import can_be_shown
from ..core.values import Click, Piece

State = Any


class PromptRules(Protocol):
    """What is asked of rules for a prompt."""

    def legal_moves(self, state: State) -> Sequence[str]:
        """Return the legal moves."""

    def click_sequences(self, state: State, move: str) -> Sequence[Sequence[Click]]:
        """Return all orders of clicks that mean a move."""

    def pieces(self, state: State) -> Sequence[Piece | None]:
        """Return what each cell shows."""


#: Characters of a sentence that there is room for.
MAX_PROMPT = 70

NOT_CLICKABLE = "Nothing can be done there; what can be touched is marked"


def is_prompt(text: object) -> bool:
    """Tell whether a front end has room for a sentence, or it is the empty one."""
    if not isinstance(text, str) or len(text) > MAX_PROMPT:
        return False
    return not text or (can_be_shown(text) and text.isprintable())


def next_clicks(
    rules: PromptRules, state: State, touches: Sequence[Click]
) -> tuple[set[Click], list[str]]:
    """Return what can be touched after some touches, and the moves that no touch means."""
    length, made = len(touches), list(touches)
    found, buttons = set(), []
    for move in rules.legal_moves(state):
        for way in rules.click_sequences(state, move):
            if not way:
                buttons.append(move)
            elif length < len(way) and list(way[:length]) == made:
                found.add(way[length])
    return found, buttons


def default_prompt(rules: PromptRules, state: State, touches: Sequence[Click]) -> str:
    """Return what to do now in words that suit every plugin; nothing if nothing can be done."""
    following, buttons = next_clicks(rules, state, touches)
    if touches or not (following or buttons):
        return "Choose where to go on" if following else ""
    named = _named(buttons)
    if not following:
        return f"You can only play {named}" if len(buttons) == 1 else "Choose a move"
    look = rules.pieces(state)
    full = {look[cell] is not None for touch in following for cell in touch.cells}
    if any(len(touch.cells) > 1 for touch in following):
        text = "Choose a part of the board"
    elif len(full) > 1:
        text = "Choose a cell or a piece"
    else:
        text = "Choose a piece" if True in full else "Choose an empty cell"
    return f"{text}, or {named}" if named else text


def _named(moves: Sequence[str]) -> str:
    """Name moves that no touch means, if they are few and short."""
    text = " or ".join(moves[:3])
    short = len(moves) <= 2 and len(text) <= MAX_PROMPT // 2
    return text if short else "another move"


def default_refusal(rules: PromptRules, state: State, touches: Sequence[Click], cell: int) -> str:
    """Return why a cell cannot be touched, in words that suit every plugin."""
    following, _ = next_clicks(rules, state, touches)
    look = rules.pieces(state)
    full = {look[cell] is not None for touch in following for cell in touch.cells}
    if full == {False} and look[cell] is not None:
        return "That cell is not empty"
    if full == {True} and look[cell] is None:
        return "There is no piece there"
    return NOT_CLICKABLE
