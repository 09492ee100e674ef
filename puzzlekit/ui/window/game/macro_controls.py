"""What a person does with sequences of moves in the window: record, play, look at them."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from ....core import words
from ....core.errors import PuzzlekitError
from ....play.controller import GameController
from ....play.macro_effect import MacroEffect, macro_effect
from ....play.macros import Macros

#: Effects that are remembered, since they are looked at in each frame.
MAX_CACHED = 100

#: The keys that play sequences, with Ctrl.
NUMBERS = range(pygame.K_1, pygame.K_9 + 1)


class MacroControls:
    """Keep and play the sequences of the puzzle at a table."""

    def __init__(
        self,
        table: GameController,
        changed: Callable[[], object],
        show_all: Callable[[MacroControls], object],
    ) -> None:
        self.table, self.changed, self._show_all = table, changed, show_all
        self.kept = Macros(table.session)
        self.named: dict[str, str] = {}
        #: After how many moves the recording began, if there is one.
        self.since: int | None = None
        self.page = 0
        self._effects: dict[tuple[str, object], MacroEffect | str] = {}
        try:
            self.refresh()
        except PuzzlekitError as error:
            table.message = str(error)  # nobody listens yet

    def refresh(self) -> None:
        self.named = self.kept.all()
        self._effects.clear()

    def turn_to(self, page: int) -> None:
        self.page = page
        self.changed()

    def show_all(self) -> None:
        """Open the list in which they are named, formed and deleted."""
        self._show_all(self)

    def _guarded(self, act: Callable[[], object]) -> None:
        """Do something; say in one sentence what went wrong."""
        try:
            act()
        except PuzzlekitError as error:
            self.table.show_status(str(error))

    def _said(self, act: Callable[[], object]) -> None:
        self._guarded(act)
        self.changed()

    def record(self) -> None:
        if self.since is None:
            self.since = self.table.session.ply
            self.table.show_status("Recording: make the moves, then press Record again.")
            self.changed()
            return
        moves, self.since = self.table.session.moves[self.since :], None
        if moves:
            word = words.write([(move, 1) for move in moves])
            self._said(lambda: self.save(self.kept.fresh_name(), word))
        else:
            self.table.show_status("No moves were made, so none are kept.")
            self.changed()

    def save(self, name: str, word: str) -> None:
        """Keep a word under a name; raise a `PuzzlekitError` if that cannot be done."""
        self.kept.save(name, word)
        self.refresh()
        self.table.show_status(f"{name} is kept: {self.status_text(name)}.")

    def delete(self, name: str) -> None:
        """Delete a sequence; raise `SaveError` if that cannot be done."""
        self.kept.delete(name)
        self.refresh()

    def play(self, name: str, *, backwards: bool = False) -> None:
        """Make the moves of a sequence, or undo them, all of them or none."""

        def act() -> None:
            word = f"({name})'" if backwards else name
            moves = self.kept.expand(word, self.table.session.state)
            self.table.play(*moves)

        if self.table.is_human_turn():
            self._said(act)

    def command(self, key: int, *, backwards: bool = False) -> bool:
        """Do what a key does with Ctrl; return whether it does anything."""
        if key in NUMBERS:
            for name in list(self.named)[NUMBERS.index(key) :][:1]:
                self.play(name, backwards=backwards)
        elif key == pygame.K_m:
            self.record()
        return key in NUMBERS or key == pygame.K_m

    def effect(self, word: str) -> MacroEffect | str:
        """Return what a word would do here, or why it cannot be made."""
        state = self.table.session.state
        key = word + self.named.get(word, ""), state
        if key not in self._effects:
            if len(self._effects) >= MAX_CACHED:
                self._effects.clear()
            try:
                moves = self.kept.expand(word, state)
                self._effects[key] = macro_effect(self.table.rules, state, moves)
            except PuzzlekitError as error:
                self._effects[key] = str(error)
        return self._effects[key]

    def status_text(self, word: str) -> str:
        return str(self.effect(word)).rstrip(".")
