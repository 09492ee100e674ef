"""Recording, playing and inspecting macros in the window."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from ....core import words
from ....core.errors import PuzzlekitError
from ....play.controller import GameController
from ....play.macro_effect import MacroEffect, macro_effect
from ....play.macros import Macros

#: Maximum number of cached effects, which are needed in every frame.
MAX_CACHED = 100

#: Keys that play macros when pressed with Ctrl.
NUMBERS = range(pygame.K_1, pygame.K_9 + 1)


class MacroControls:
    """The macros of a puzzle: save, delete and play them."""

    def __init__(
        self,
        controller: GameController,
        changed: Callable[[], object],
        show_all: Callable[[MacroControls], object],
    ) -> None:
        self.controller, self.changed, self._show_all = controller, changed, show_all
        self.macros = Macros(controller.session)
        self.words: dict[str, str] = {}
        #: Ply at which the recording began, if one is running.
        self.start_ply: int | None = None
        self.page = 0
        self._effects: dict[tuple[str, object], MacroEffect | str] = {}
        try:
            self.refresh()
        except PuzzlekitError as error:
            controller.message = str(error)  # the view is not ready yet

    def refresh(self) -> None:
        self.words = self.macros.all()
        self._effects.clear()

    def turn_to(self, page: int) -> None:
        self.page = page
        self.changed()

    def show_all(self) -> None:
        """Open the dialog of all macros."""
        self._show_all(self)

    def _guarded(self, act: Callable[[], object]) -> None:
        """Call `act` and show its error, if any."""
        try:
            act()
        except PuzzlekitError as error:
            self.controller.show_status(str(error))

    def _guarded_update(self, act: Callable[[], object]) -> None:
        self._guarded(act)
        self.changed()

    def record(self) -> None:
        if self.start_ply is None:
            self.start_ply = self.controller.session.ply
            self.controller.show_status(
                "Recording: make your moves, then press Ctrl+M to save them."
            )
            self.changed()
            return
        moves, self.start_ply = self.controller.session.moves[self.start_ply :], None
        if moves:
            word = words.write([(move, 1) for move in moves])
            self._guarded_update(lambda: self.save(self.macros.fresh_name(), word))
        else:
            self.controller.show_status("No moves recorded")
            self.changed()

    def save(self, name: str, word: str) -> None:
        """Save a word as a macro; raise a `PuzzlekitError` if that fails."""
        self.macros.save(name, word)
        self.refresh()
        self.controller.show_status(f"{name} saved: {self.status_text(name)}.")

    def delete(self, name: str) -> None:
        """Delete a macro; raise `SaveError` if that fails."""
        self.macros.delete(name)
        self.refresh()

    def play(self, name: str, *, backwards: bool = False) -> None:
        """Play all moves of a macro or its inverse, or none of them."""

        def act() -> None:
            word = f"({name})'" if backwards else name
            moves = self.macros.expand(word, self.controller.session.state)
            self.controller.play(*moves)

        if self.controller.is_human_turn():
            self._guarded_update(act)

    def command(self, key: int, *, backwards: bool = False) -> bool:
        """Handle a key pressed with Ctrl; return whether it has an action."""
        if key in NUMBERS:
            for name in list(self.words)[NUMBERS.index(key) :][:1]:
                self.play(name, backwards=backwards)
        elif key == pygame.K_m:
            self.record()
        return key in NUMBERS or key == pygame.K_m

    def effect(self, word: str) -> MacroEffect | str:
        """Return the effect of a word in this position, or why it cannot be played."""
        state = self.controller.session.state
        key = word + self.words.get(word, ""), state
        if key not in self._effects:
            if len(self._effects) >= MAX_CACHED:
                self._effects.clear()
            try:
                moves = self.macros.expand(word, state)
                self._effects[key] = macro_effect(self.controller.rules, state, moves)
            except PuzzlekitError as error:
                self._effects[key] = str(error)
        return self._effects[key]

    def status_text(self, word: str) -> str:
        return str(self.effect(word)).rstrip(".")
