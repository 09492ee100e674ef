"""Conversion between puzzle definitions and rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, ClassVar

from ..core.board import Board
from ..core.errors import FormatError, NotationError
from ..core.formatting import column_letters
from ..core.permutation import Images, closure, moved_points, multiply, order, to_cycles
from ..core.solid import Solid, Turn
from ..core.translation import _
from ..core.values import Click, Piece
from ..core.words import Word, parse
from ..rules.base import Rules, State
from ..rules.frames import is_standard
from ..rules.sliding import Sliding
from ..rules.sliding_twisty import SlidingTwisty
from ..rules.solids.cubes import cube_keys
from ..rules.solids.net import net
from ..rules.solids.recognize_solid import recognize
from ..rules.solids.rotation_notation import translate
from ..rules.solids.shapes import shape
from ..rules.solids.turning import click_stickers, rotations_about_axes
from ..rules.toggle import Toggle
from ..rules.twisty import Twisty
from . import COMPLETE_FORMATS, read, write
from .definition import MAX_MOVES, Definition

#: Maximum number of rotations of a puzzle in a file. A four-dimensional cube has 192.
MAX_ROTATIONS = 1_000


#: The number of cells on the smallest solid with turning layers.
MIN_STICKERS = 12

#: The colour of stickers without a face: pieces of unknown orientation, and marks on centres.
UNKNOWN = "grey"


def _arguments(known: Definition) -> dict[str, Any]:
    """Return the constructor arguments of the class of a puzzle."""
    board = known.board or Board(known.cells, enumerate(range(len(known.cells))))
    labels = {"goal": known.goal, "start": known.start}
    shared = {"board": board, **labels, "pieces": known.pieces, "free": known.free}
    if known.sliding:
        return shared
    images = with_powers(known.moves) if known.forbidden else known.moves
    moves = {name: to_cycles(each) for name, each in images.items()}
    shared["handles"] = click_cells(known, images)
    more = {"turns": moves} if known.slides else {"moves": moves, "forbidden": known.forbidden}
    return shared | more


#: A function that returns the known solids.
SolidMatch = Callable[[], Iterable[Solid]]


@lru_cache(maxsize=32)
def _match_solid(
    size: int, moves: tuple[tuple[str, Images], ...], solids: SolidMatch
) -> Solid | None:
    return recognize(size, dict(moves), solids())


class _TwistyFile(Twisty):
    """A twisty puzzle from a file, shown in 3D if a known solid matches it.

    Its display is slow to compute, so it is built on demand.
    """

    definition: ClassVar[Definition]
    solids: ClassVar[SolidMatch]

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.aliases = {
            name: word
            for name, word in self.definition.aliases.items()
            if name not in self.twists and _is_power(word, self.twists)
        }
        if self.definition.board is None:
            del self.board, self.piece_by_label

    @cached_property
    def solid(self) -> Solid | None:  # type: ignore[override]
        """The known solid that matches a puzzle without a layout and forbidden labels, or None."""
        known, size = self.definition, len(self.definition.cells)
        if known.board is not None or known.forbidden or size < MIN_STICKERS:
            return None
        return _match_solid(size, tuple(known.moves.items()), type(self).solids)

    @cached_property
    def notation(self) -> Mapping[str, Turn]:  # type: ignore[override]
        """The notation of the solid, or none if its turns have other meanings in the file."""
        turns, notation = (self.solid.turns, self.solid.notation) if self.solid else ({}, {})
        if any(notation.get(n, turn) != turn or abs(turn.steps) != 1 for n, turn in turns.items()):
            return {}
        return {name: turn for name, turn in notation.items() if name not in turns}

    @cached_property
    def keys(self) -> Mapping[str, str]:  # type: ignore[override]
        """The keys of cubing sites if the puzzle is a cube with the usual names of turns."""
        names = self.twists.keys() | self.notation  # a pocket cube turns only U, R and F
        return cube_keys(names) if names.issuperset([*"URFDLB", "x"]) else {}

    def expand_word(self, word: Word) -> list[str]:
        """Return the moves of a word. A rotation of the solid applies to the rest of the word."""
        if self.solid is None or not self.notation:
            return super().expand_word(word)
        return super().expand_word(translate(self.solid, word))

    def whole_rotations(self) -> list[Images]:
        """Return the permutations of the cells by the rotations in the file, or by those known."""
        if self.definition.rotations:
            return closure([*self.definition.rotations.values()], MAX_ROTATIONS)
        if self.solid is None or self.solid.unmoved_cells:
            return []
        return rotations_about_axes(self.solid)

    @cached_property
    def board(self) -> Board:  # type: ignore[override]
        """The net of the solid, or an automatic board if there is no solid."""
        if self.solid is None:
            from .automatic_board import automatic_board

            return automatic_board(self.definition)
        cells, whole = self.definition.cells, net(self.solid)
        points, outlines = whole.points[: len(cells)], whole.outlines[: len(cells)]
        if outlines:
            return Board(cells, points, labels=False, outlines=outlines)
        return Board(cells, points, labels=False, shape=whole.shape, step=1)

    @cached_property
    def piece_by_label(self) -> Mapping[str, Piece]:  # type: ignore[override]
        """The piece for each label, in the colour of its face at the goal.

        If the parts of a centre are distinct, the first part is grey.
        """
        if (solid := self.solid) is None:
            return self.definition.pieces
        faces: dict[str, set[str]] = {}
        parts: dict[tuple[int, tuple[int, ...]], list[str]] = {}
        for label, sticker in zip(self.goal, solid.stickers, strict=False):
            faces.setdefault(label, set()).add(solid.faces[sticker.face].name)
            parts.setdefault((sticker.face, sticker.layers), []).append(label)
        pieces, colours = {}, shape(solid.shape).colours
        for label, (face, *others) in faces.items():
            pieces[label] = Piece("sticker", *((UNKNOWN, "") if others else (colours[face], face)))
        for first, *others in parts.values():
            if others and first not in others:
                pieces[first] = Piece("sticker", UNKNOWN)
        return pieces

    @cached_property
    def _cells_by_move(self) -> Mapping[str, tuple[int, ...]]:
        """The cells to click for each turn, or none if an earlier turn has the same."""
        handles: dict[str, tuple[int, ...]] = {}
        if (solid := self.solid) is not None:
            for name, turn in solid.turns.items():
                cells = tuple(each for each in click_stickers(solid, turn) if each < len(self.goal))
                handles[name] = () if cells in handles.values() else cells
        return handles

    def clicks(self, move: str) -> Sequence[Click]:
        """Return the clicks for a move: on a net, a click on its face if it has one."""
        if self.solid is None:
            return super().clicks(move)
        back = move not in self._cells_by_move
        cells = self._cells_by_move[self._inverses[move] if back else move]
        return (Click(cells, int(back)),) if cells else ()


class _BandagedFile(_TwistyFile):
    """A twisty puzzle from a file with pieces that are glued together."""

    @cached_property
    def piece_by_label(self) -> Mapping[str, Piece]:  # type: ignore[override]
        """The piece for each label. The pieces of each block on a solid show the same letter."""
        pieces = dict(super().piece_by_label)
        for number, block in enumerate(self.definition.blocks if self.solid else ()):
            for label in block & pieces.keys():
                pieces[label] = pieces[label]._replace(text=column_letters(number), mark="bandage")
        return pieces

    def frame(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the sets of cells that the blocks cover, without telling the blocks apart."""
        return tuple(
            sorted(
                tuple([cell for cell, label in enumerate(state) if label in block])
                for block in self.definition.blocks
            )
        )

    @cached_property
    def _cells_moved_by(self) -> dict[str, frozenset[int]]:
        """The cells whose pieces take part in each move."""
        turned = dict(self.definition.turned)
        turned.update({self._inverses[name]: cells for name, cells in turned.items()})
        return {
            name: frozenset(moved_points(images)) | turned.get(name, frozenset())
            for name, images in self.twists.items()
        }

    def legal_moves(self, state: State) -> list[str]:
        """Return the moves that take either all pieces of a block or none, for every block."""
        blocks = [frozenset(cells) for cells in self.frame(state)]
        return [
            move
            for move, moved in self._cells_moved_by.items()
            if all(block <= moved or not block & moved for block in blocks)
        ]


def _is_power(word: str, moves: Collection[str]) -> bool:
    """Return whether a word is a power of a single move."""
    try:
        return len(parse(word, moves)) == 1
    except NotationError:
        return False


def rules_from(path: Path, solids: SolidMatch = tuple) -> type[Rules]:
    """Return a plugin class for a puzzle file; raise `FormatError` if the file is invalid."""
    return plugin_class_from(read(path), solids)


def plugin_class_from(definition: Definition, solids: SolidMatch = tuple) -> type[Rules]:
    """Return a rules class for a definition, displayed as one of the `solids` if one matches."""
    kind: Any = Sliding if definition.sliding else _TwistyFile
    if definition.slides or definition.blocks:
        kind = _BandagedFile if definition.blocks else SlidingTwisty
    facts = {
        "__init__": lambda rules: kind.__init__(rules, **_arguments(definition)),
        # Pickle the definition, because the class has no importable name.
        "__reduce__": lambda rules: (_rules_from_definition, (definition, solids)),
        "__doc__": definition.page(
            _generic_rules(definition), _("Hint: {hint}"), _("By {author}.")
        ),
        "__module__": __name__,
        "name": definition.name,
        "fingerprint": definition.fingerprint(),
        "definition": definition,
        "solids": staticmethod(solids),
        "motion": definition.motion or kind.motion,
    }
    return type("FromFile", (kind,), facts)


def _rules_from_definition(definition: Definition, solids: SolidMatch) -> Rules:
    return plugin_class_from(definition, solids)()


def _generic_rules(definition: Definition) -> str:
    lines = [_("Restore the goal position.")]
    if definition.free:
        lines.append(_("Some cells are free: they may hold any piece at the end."))
    if definition.sliding or definition.slides:
        lines.append(_("Pieces slide along the lines into the holes."))
    if not definition.sliding:
        text = _("The moves are {moves}. Add ' to invert a move.")
        lines.append(text.format(moves=", ".join(definition.moves)))
    if definition.forbidden:
        lines.append(_("Some positions are forbidden. No move may lead to one of them."))
    if definition.blocks:
        lines.append(_("Some pieces are glued together: a move must take all of them or none."))
    return "\n\n".join(lines)


def with_powers(moves: Mapping[str, Images]) -> dict[str, Images]:
    """Return the moves and their powers X2, X3, ... up to half their order.

    A power of a move may be legal even if the move itself leads to a forbidden position.
    """
    result = dict(moves)
    for name, images in moves.items():
        power = multiply(images, images)
        for count in range(2, order(images) // 2 + 1):
            if len(result) >= MAX_MOVES:
                return result
            result.setdefault(f"{name}{count}", power)
            power = multiply(power, images)
    return result


def click_cells(definition: Definition, moves: Mapping[str, Images]) -> Mapping[str, Iterable[int]]:
    """Return the cells to click for each move, if the file has a board.

    If two moves have the same cells, the second move cannot be clicked.
    """
    if definition.board is None:
        return dict.fromkeys(moves, ())
    cells_by_move: dict[str, tuple[int, ...]] = {}
    taken: set[tuple[int, ...]] = set()
    for name, images in moves.items():
        cells = definition.handles.get(name)
        if cells is None:
            cells = tuple(moved_points(images))
        cells_by_move[name] = () if cells in taken else cells
        taken.add(cells)
    return cells_by_move


def definition_of(rules: Rules) -> Definition:
    """Return the definition of a puzzle from its file or, without a file, from its rules.

    Raises `FormatError` if no definition can represent the puzzle.
    """
    if isinstance(known := getattr(rules, "definition", None), Definition):
        return known._replace(begun=rules.start())
    if isinstance(rules, Twisty | Sliding | SlidingTwisty):
        usual = next(kind for kind in (Twisty, Sliding, SlidingTwisty) if isinstance(rules, kind))
        can_be_written = is_standard(rules, usual)
        if not can_be_written:
            raise FormatError(
                f"{rules.name} has custom moves, which no format can represent; choose a "
                f"puzzle that inherits all moves of {usual.__name__}."
            )
        known = Definition(
            name=rules.name,
            cells=rules.board.cells,
            goal=rules.goal,
            begun=rules.start(),
            pieces=rules.piece_by_label,
            board=rules.board,
            rules=rules.rules_text(),
            free=rules.free,
            motion="" if rules.motion == usual.motion else rules.motion,
        )
        if isinstance(rules, Sliding):
            return known
        forbidden = rules.forbidden if isinstance(rules, Twisty) else {}
        known = known._replace(forbidden=forbidden, slides=isinstance(rules, SlidingTwisty))
        return known._replace(**_turns_of(rules))
    if isinstance(rules, Toggle):
        return _definition_of_toggle(rules)
    family = f" ({rules.family})" if rules.family else ""
    raise FormatError(
        f"{rules.name}{family} is neither a twisty nor a sliding puzzle, so no puzzle file can "
        "describe it. To change it, copy its plugin to your plugins folder."
    )


def _definition_of_toggle(rules: Toggle) -> Definition:
    """Return a toggle puzzle with one cell per value: `a1+2` shows two more than `a1`."""
    cells, twisty = rules.board.cells, rules.twisty
    more = [f"{cell}+{value}" for value in range(1, rules.modulus) for cell in cells]
    return Definition(
        name=rules.name,
        cells=(*cells, *more),
        goal=twisty.goal,
        begun=rules.arrangement(rules.start()),
        rules=rules.rules_text(),
        moves=_turns_of(twisty)["moves"],
    )


def _turns_of(rules: Twisty | SlidingTwisty) -> dict[str, Any]:
    """Return the turns of a puzzle without their inverses, and the handles of the turns."""
    moves: dict[str, Images] = {}
    for name in rules.twists:
        if rules.inverse_move(name) not in moves:
            moves[name] = rules.twists[name]
    clicks = {name: [click.cells for click in rules.clicks(name)] for name in moves}
    handles = {name: cells[0] if cells else () for name, cells in clicks.items()}
    return {"moves": moves, "handles": handles}


def convert(definition: Definition, format: str) -> str:
    """Return a puzzle as a string in a format, with slides converted to moves if necessary."""
    return write(definition if format in COMPLETE_FORMATS else convert_slides(definition), format)


def convert_slides(definition: Definition) -> Definition:
    """Return a sliding puzzle converted to moves that generate its rearrangement group."""
    if not (definition.sliding or definition.slides):
        return definition
    rules = plugin_class_from(definition)()
    generators = rules.generators(definition.goal).values()
    if not generators:
        raise FormatError(
            f"{definition.name}: no walk of the holes changes the pieces, so its group is trivial; "
            "use TOML instead."
        )
    moves = {f"g{number}": images for number, images in enumerate(generators, 1)}
    return definition._replace(
        moves=moves, begun=(), board=None, handles={}, slides=False, free=frozenset()
    )
