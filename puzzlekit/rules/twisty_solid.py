"""Twisty puzzles on a solid with turning layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..core.board import Cell
from ..core.errors import NotationError, OptionError, quoted
from ..core.permutation import Images, apply, to_cycles
from ..core.solid import Solid
from ..core.translation import _
from ..core.values import Click, Piece, Result
from ..core.words import Word
from .base import State
from .position_notation import read_labels
from .solids.net import net
from .solids.rotation_notation import translate
from .solids.shapes import shape
from .solids.turning import check_turn, click_stickers, rotations, turn_permutation
from .twisty import Twisty


class TwistySolid(Twisty):
    """A puzzle on a solid, whose net is the board and whose turns are the moves.

    At the goal, each sticker is labelled with the name of its face. `labels` replaces the labels of
    the given cells, and `pieces` maps the new labels to pieces.

    >>> from puzzlekit import solid
    >>> class Block(TwistySolid):
    ...     def __init__(self):
    ...         super().__init__(solid("cube", faces=[0]))
    >>> block = Block()
    >>> block.legal_moves(block.start())[:4], block.board.cells[:2]
    (['U', "U'", 'D', "D'"], ('U1', 'U2'))
    """

    def __init__(
        self,
        solid: Solid,
        *,
        labels: Mapping[Cell, str] | None = None,
        pieces: Mapping[str, Piece] | None = None,
    ) -> None:
        if not isinstance(solid, Solid):
            raise OptionError(
                f"{self.name or type(self).__name__} needs a Solid, such as "
                f'solid("cube", faces=[1 / 3]), not {quoted(repr(solid), 40)}.'
            )
        self.solid = solid
        self.notation = solid.notation
        for turn in solid.notation.values():
            check_turn(solid, turn)
        board = net(solid)
        goal = [solid.faces[sticker.face].name for sticker in solid.stickers]
        #: The goal with the names of the faces, and the labels that replace some of them.
        self.face_names, self._masks = tuple(goal), frozenset((labels or {}).values())
        for cell, label in (labels or {}).items():
            goal[board.number(cell)] = label
        colours = shape(solid.shape).colours
        stickers = {face: Piece("sticker", colour, face) for face, colour in colours.items()}
        super().__init__(
            board,
            goal,
            {name: to_cycles(turn_permutation(solid, turn)) for name, turn in solid.turns.items()},
            pieces=stickers | dict(pieces or {}),
            handles={name: click_stickers(solid, turn) for name, turn in solid.turns.items()},
        )

    def decode(self, line: str) -> State:
        """Return the position encoded in a line, which may use labels that `labels` replaces."""
        line = self.arrange_labels(line)
        if not self._masks or any(mask in line for mask in self._masks):
            return super().decode(line)
        from ..groups.pieces import copy_labels, explain_missing_piece, piece_slots

        stickers = read_labels(line, self.face_names)
        shown = dict(enumerate(stickers))
        for slots in piece_slots(list(self.twists.values())):
            labels = copy_labels(slots, self.face_names, stickers, self.goal)
            if labels is None:
                names = self.board.cells
                problem = explain_missing_piece(slots, self.face_names, stickers, names) or ""
                raise NotationError(problem.rstrip("."))
            shown |= labels
        return tuple(shown.values())

    @property
    def goal_defines_solved(self) -> bool:
        """Return whether the goal, rotated as a whole or not, defines the solved positions."""
        return self.has_replaced_goal or type(self).result is TwistySolid.result

    def result(self, state: State) -> Result | None:
        """Return `solved` at the goal, also if the solid has been rotated as a whole."""
        return super().result(state) or (self.solved if self._is_rotated_goal(state) else None)

    def _is_rotated_goal(self, state: State) -> bool:
        first: dict[str, str] = {}
        if any(
            first.setdefault(face, label) != label
            for face, label in zip(self.face_names, state, strict=True)
        ):
            return False  # a face shows two labels; this is fast
        return any(apply(each, self.goal) == state for each in self.whole_rotations())

    def whole_rotations(self) -> list[Images]:
        """Return the permutations of the stickers by rotations of the solid."""
        assert self.solid is not None
        return rotations(self.solid)

    def expand_word(self, word: Word) -> list[str]:
        """Return the moves of a word. A rotation of the solid applies to the rest of the word."""
        assert self.solid is not None
        return super().expand_word(translate(self.solid, word))

    def prompt(self, state: State, clicks: Sequence[Click] = ()) -> str:
        """Return a prompt to turn a layer."""
        return _("Make a turn")
