"""Permute, by Eric Silverman (2020)."""

from functools import partial
from itertools import chain
from typing import Annotated, Literal

from puzzlekit import (
    SWAP,
    Click,
    Example,
    IncrementalMoves,
    LessonStep,
    OptionError,
    Piece,
    PieRule,
    Question,
    RegionGame,
    grid,
    grid_faces,
    permuted,
    place_stone,
    translate,
)
from puzzlekit import gettext as _

#: Stones without a bandage; bandaged stones are capital letters.
FREE = {"o", "y"}


class Permute(PieRule, RegionGame):
    """Twist a 2 × 2 face, bandage one of your stones in it, and grow the largest group.

    Permute was invented by Eric Silverman in 2020.
    """

    name = "Permute"
    players = ("Orange", "Yellow")
    motion = "turn"
    reserve = 0
    piece_letters = {
        "o": Piece("stone", "orange"),
        "y": Piece("stone", "yellow"),
        "O": Piece("stone", "orange", mark="bandage"),
        "Y": Piece("stone", "yellow", mark="bandage"),
    }
    presets = {
        "12 × 12": {},
        "9 × 9": {"size": 9},
        "10 × 10": {"size": 10},
        "13 × 13": {"size": 13},
        "16 × 16": {"size": 16},
        "12 × 12 blocks": {"start": "blocks"},
        "9 × 9, swap positions": {"size": 9, "swap": "positions"},
        "9 × 9, handicap": {"size": 9, "corner": "orange", "swap": "off"},
    }

    examples = (
        Example(
            "Twist, then bandage",
            "The square board is full of stones, and Orange moves first. A turn has two parts. "
            "Twist a 2 × 2 face by 90 degrees in either direction. Then bandage one of your own "
            "stones in that face. Both parts are compulsory.",
            options="4,swap=off",
            move="Ca2-b2",
            caption="Orange twists the face with a2 at its bottom left clockwise, then bandages "
            "the stone on b2.",
        ),
        Example(
            "What cannot be twisted",
            "A bandage locks every face that contains it. A face whose four stones have one "
            "colour cannot be twisted either.",
            options="4,swap=off",
            moves="Cc1-c1 Ca3-a4",
            good="a1+a2+b1+b2 a2+a3+b2+b3 c2+c3+d2+d3 b3+b4+c3+c4 c3+c4+d3+d4",
            bad="b1+b2+c1+c2 c1+c2+d1+d2 a3+a4+b3+b4 b2+b3+c2+c3",
            caption="Three faces contain a bandage, and the face in the middle is all yellow.",
        ),
        Example(
            "The largest group wins",
            "The game ends when no face can be twisted. A group is a set of stones of one colour "
            "that are connected along rows and columns, but not diagonally. The player with the "
            "largest group wins.",
            options="4,swap=off",
            moves="Ab1-b2 Cc3-d3 Ab3-c3 Aa3-b4",
            move="Cc1-c1",
            caption="Orange connects eight stones and wins by 8 to 3.",
        ),
        Example(
            "Ties",
            "If the largest groups are equal, compare the second largest, and so on. If all "
            "groups are equal, the game is a draw.",
            options="5,swap=off",
            moves="Ca3-b4 Aa2-a3 Ac4-d4 Cd2-e2 Ac2-d2 Cb1-b1",
            move="Cb2-b3",
            caption="Both have a group of 6. Orange wins: its second group has 6 stones, not 3.",
        ),
        Example(
            "Swap",
            "After the first turn, the second player may swap: the players exchange colours, and "
            "the first player, now Yellow, moves next.",
            options="4",
            moves="Ca2-b2",
            move="swap",
        ),
    )
    lesson = (
        LessonStep(
            "Grow the largest group",
            "You play Orange. Stones of one colour that touch along rows and columns form a "
            "group. The largest group at the end wins. Diagonals do not count.",
            options="4,swap=off",
        ),
        LessonStep(
            "Twist a face, then bandage a stone",
            "A face is a block of 2 × 2 stones. Click its centre to twist it a quarter turn "
            "clockwise, or right-click to twist it anticlockwise. Then click one of your own "
            "stones in it to bandage it. Both parts are compulsory; Esc takes back the twist.",
            answers="*",
            wrong="First choose a 2 × 2 face, then one of your own stones in it.",
            after="Every face with the bandage is locked for good: a bandage is never removed.",
        ),
        LessonStep(
            "Twist a face that is still free",
            "Twist a face without a cross, then bandage a stone. Three of the crossed faces "
            "contain a bandage. The one in the middle has four stones of one colour.",
            options="4,swap=off",
            moves="Cc1-c1 Ca3-a4",
            answers="*",
            bad="b1+b2+c1+c2 c1+c2+d1+d2 a3+a4+b3+b4 b2+b3+c2+c3",
            wrong="This face is locked: it has a bandage, or its stones all have the same "
            "colour. Choose another.",
            after="A bandage locks one face in a corner of the board, two on an edge, and four "
            "elsewhere.",
        ),
        LessonStep(
            "Connect six stones in one turn",
            "Twist the face in the middle of the bottom edge clockwise: its orange stones end up "
            "on b2 and c2 and join two of your groups. Then bandage one of the two.",
            options="4,swap=off",
            moves="Cc2-d2 Ca2-b3",
            answers="Cb1-b2 Cb1-c2",
            wrong="Twist b1, c1, b2 and c2 clockwise (left button), then bandage b2 or c2.",
            after="Your largest group grows from 2 to 6 stones. Yellow can still twist a free "
            "face and break it.",
        ),
        LessonStep(
            "End the game and win",
            "Only the face in the bottom right corner can still be twisted. Twist it in the "
            "direction that connects your stones, then bandage one of them.",
            options="4,swap=off",
            moves="Ab1-b2 Cc3-d3 Ab3-c3 Aa3-b4",
            answers="Cc1-c1 Cc1-c2",
            wrong="Only a clockwise twist (left button) connects your stones. Then bandage c1 or "
            "c2.",
            after="No face can be twisted. Orange wins: a group of 8 against a group of 3.",
        ),
        LessonStep(
            "Before you play",
            "If the largest groups are equal, the second largest decide, and so on. After the "
            "first turn, the second player may swap colours. So do not begin with a turn that "
            "is too good.",
        ),
    )
    option_notes = {
        "size": "The number of stones on each side of the board.",
        "start": "The colours alternate (chequerboard), or they form blocks of 2 × 1 stones.",
        "corner": "The colour of the stone on a1.",
        "swap": "“colours”: a swap exchanges the players' colours. “positions”: every stone "
        "changes colour instead. “off”: no swap.",
    }
    notation_notes = (
        "`Cd3-e4` twists the face whose bottom-left corner is d3 clockwise (A for "
        "anticlockwise), then bandages the stone that is now on e4."
    )

    def __init__(
        self,
        size: Annotated[int, range(2, 27)] = 12,
        start: Literal["chequerboard", "blocks"] = "chequerboard",
        corner: Literal["yellow", "orange"] = "yellow",
        swap: Literal["colours", "positions", "off"] = "colours",
    ):
        if start == "blocks" and size % 2:
            raise OptionError(f"start=blocks needs an even size, not {size}; try {size + 1}.")
        board, width = grid(size, size), 2 if start == "blocks" else 1
        colours = "yo" if corner == "yellow" else "oy"
        super().__init__(board, (colours[int(x // width + y) % 2] for x, y in board.points))
        self.size, self.swap, self.may_swap = size, swap, swap == "colours"
        # From the bottom up. A twist moves each stone in a face to the next or previous corner.
        self.faces = sorted(grid_faces(size, size), key=lambda face: -(face[0] // size))
        #: The moves at each face, with the cell from which the bandaged stone comes.
        self.words, self.of_face = {}, {face: [] for face in self.faces}
        for face in self.faces:
            for turn, step in (("C", -1), ("A", 1)):
                for place, cell in enumerate(face):
                    word = f"{turn}{board.cells[face[0]]}-{board.cells[cell]}"
                    self.words[word] = face, turn, place
                    self.of_face[face].append((word, face[(place + step) % 4]))
        #: The legal moves at each face, by colour.
        self.moves_at = {
            own: IncrementalMoves(self.faces, partial(self.find_moves_at, own)) for own in "oy"
        }

    def can_twist(self, stones, face):
        """Return whether a face has two colours and no bandage, so that it may be twisted."""
        a, b, c, d = face
        return {stones[a], stones[b], stones[c], stones[d]} == FREE

    def find_moves_at(self, own, stones, place):
        face = self.faces[place]
        if not self.can_twist(stones, face):
            return []
        return [word for word, source in self.of_face[face] if stones[source] == own]

    def can_swap(self, state):
        return self.swap != "off" and state.ply == 1 and self.result(state) is None

    def legal_moves(self, state):
        moves = chain.from_iterable(self.moves_at[self.own_stone(state).lower()](state.stones))
        return [*moves, SWAP] if self.can_swap(state) else list(moves)

    def play(self, state, move):
        if move == SWAP and self.can_swap(state):
            return self.after_swap(state)
        if move not in self.words:
            raise self.illegal_move(state, move)
        face, _, place = self.words[move]
        own = self.own_stone(state)
        stones = permuted(state.stones, self.cell_permutation(state, move))
        if not self.can_twist(state.stones, face) or stones[face[place]] != own.lower():
            raise self.illegal_move(state, move)
        return state._replace(stones=place_stone(stones, face[place], own), ply=state.ply + 1)

    def after_swap(self, state):
        if self.swap == "colours":
            return super().after_swap(state)
        exchanged = state.stones.translate(str.maketrans("oyOY", "yoYO"))
        return state._replace(stones=exchanged, ply=2)

    def is_over(self, state):
        return not any(self.moves_at[self.own_stone(state).lower()](state.stones))

    def question(self, state):
        if not self.can_swap(state):
            return None
        if self.swap == "colours":
            text = _(
                "Swap colours? You would play Orange, and Yellow moves next. No stone changes."
            )
        else:
            text = _(
                "Swap positions? Every stone changes colour. You stay Yellow; Orange moves next."
            )
        own = translate("Yellow")
        return Question(text, {_("Swap"): SWAP}, _("Play on as {side}").format(side=own))

    def status(self, state):
        sizes = self.sizes(state)
        largest = [max(sizes[side[0]], default=0) for side in self.sides(state)]
        return [_("largest group {size}").format(size=size) for size in largest]

    def prompt(self, state, clicks=()):
        if clicks:
            return "Bandage one of your stones"
        return "Twist a face, then bandage a stone"

    def explain_refusal(self, state, clicks, cell):
        if clicks:
            if cell in clicks[0].cells:  # a stone of the other colour
                other = "Yellow" if self.own_stone(state) == "O" else "Orange"
                text = _("That stone is {side}'s: bandage one of yours")
                return text.format(side=translate(other))
            return "Bandage a stone in the face that you twisted"
        return "No face here can be twisted: each is bandaged or all one colour"

    def clicks(self, move):
        if move == SWAP:
            return []
        face, turn, place = self.words[move]
        return [Click(face, "CA".index(turn)), Click((face[place],))]

    def cell_permutation(self, state, move):
        if move == SWAP:
            return {}
        face, turn, _ = self.words[move]
        onward = face[1:] + face[:1]
        return dict(zip(face, onward) if turn == "C" else zip(onward, face))

    def compiled_rules(self):
        from .fast import compiled_rules

        return compiled_rules(self)
