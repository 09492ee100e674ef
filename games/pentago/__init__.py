"""Pentago, by Tomas Flodén (2005)."""

from puzzlekit import (
    EMPTY,
    Click,
    Example,
    LessonStep,
    Piece,
    Result,
    StoneGame,
    Stones,
    grid,
    permuted,
    place_stone,
    read_plies,
    translate,
)
from puzzlekit import gettext as _

#: The squares along a side of the board and of a quadrant, and the length of a winning line.
SIZE, SIDE, LINE = 6, 3, 5


class Pentago(StoneGame):
    """Place a stone, twist a quadrant of the board, get five in a row.

    Pentago was invented by Tomas Flodén in 2005.
    """

    name = "Pentago"
    players = ("White", "Black")
    motion = "turn"
    piece_letters = {"W": Piece("ball", "white"), "B": Piece("ball", "black")}
    presets = {"6 × 6": {}}

    examples = (
        Example(
            "Place, then twist",
            "The board has 6 × 6 squares in four quadrants of 3 × 3. It starts empty, and White "
            "begins. Each turn, place a stone on any empty square, then twist one quadrant by 90 "
            "degrees in either direction.",
            move="d5 2R",
            caption="White places a stone on d5 and twists the top right quadrant clockwise.",
        ),
        Example(
            "The twist is compulsory",
            "You must twist after placing a stone, but you may choose a quadrant that looks the "
            "same afterwards.",
            moves="d5",
            move="3R",
            caption="White twists the empty quadrant at the bottom left.",
        ),
        Example(
            "First the stone",
            "You cannot twist before you have placed a stone.",
            move="2R",
            illegal=True,
            bad="d4+d5+d6+e4+e5+e6+f4+f5+f6",
            caption="White has to place a stone first.",
        ),
        Example(
            "Five in a row",
            "Get five stones of your colour in a row, along a rank, file or diagonal, to win. If "
            "placing the stone makes five, you win immediately, without a twist.",
            options="@6,1BB1W1,3W2,2W2B,1W2B1,6_W_16",
            move="f6",
        ),
        Example(
            "Five by a twist",
            "If the twist makes five for one player, that player wins.",
            options="@4B1,WWWBW1,6,2B3,1B4,6_W_16",
            move="e4 2R",
            caption="White places a stone on e4. The twist brings it to d5.",
        ),
        Example(
            "Five for the other player",
            "If your twist makes five for your opponent, your opponent wins.",
            options="@3W2,W1W3,1W3W,6,BBB1B1,3WB1_W_21",
            move="4R",
            caption="White has twisted, but Black has five in a row and wins.",
        ),
        Example(
            "Draws",
            "Five for both players at once is a draw, and so is a full board without five in a "
            "row.",
            options="@BBB3,WWWBW1,3BW1,6,6,5W_W_21",
            move="2R",
            caption="The twist makes five for White and five for Black.",
        ),
    )
    lesson = (
        LessonStep(
            "Get five in a row",
            "You play White. Five white stones in a row win, along a row, a column or a diagonal "
            "as in the picture. Black tries the same.",
            options="@6,1BB1W1,3W2,2W2B,1W2B1,6_W_16",
            moves="f6",
        ),
        LessonStep(
            "Place a stone",
            "The board starts empty, and White begins. The first part of your turn: place a stone "
            "on any empty square. Click a square.",
            options="@6,6,6,6,6,6_W_0",
            answers="*",
            wrong="Click a square on the board.",
        ),
        LessonStep(
            "Twist a quadrant",
            "The second part: twist one of the four quadrants by 90 degrees. Click the centre of "
            "a quadrant to twist it clockwise, or right-click to twist it anticlockwise. You "
            "cannot skip this.",
            answers="*",
            wrong="Click or right-click the centre of a quadrant.",
            after="You may also twist an empty quadrant, which changes nothing. Now it would be "
            "Black's turn.",
        ),
        LessonStep(
            "Win with a stone",
            "You have four stones on a diagonal. Complete the five: place a stone at either end.",
            options="@6,1BB1W1,3W2,2W2B,1W2B1,6_W_16",
            answers="a1 f6",
            ring="a1 f6",
            wrong="Place the stone on a1 or f6.",
            after="You win. Five in a row by a stone ends the game at once, without a twist.",
        ),
        LessonStep(
            "Prepare a twist",
            "Black blocks your row on d5. But a clockwise twist of this quadrant would bring a "
            "stone from e4 to d5. So place a stone on e4.",
            options="@4B1,WWWBW1,6,2B3,1B4,6_W_16",
            answers="e4",
            ring="d5",
            wrong="Place the stone on e4, below your stone on e5.",
        ),
        LessonStep(
            "Win with a twist",
            "Twist the top right quadrant clockwise: click its centre.",
            answers="2R",
            wrong="Twist the top right quadrant clockwise, with the left mouse button.",
            after="Five in a row: a5, b5, c5, d5 and e5. You win.",
        ),
        LessonStep(
            "Do not help Black",
            "You have placed your stone and must twist. Twisting the bottom right quadrant "
            "clockwise would give Black five in a row, and Black would win. Make any other twist.",
            options="@3W2,W1W3,1W3W,6,BBBWB1,4B1_W_21",
            answers="3R 3L 1R 1L 2R 2L 4L",
            ring="e1 e2",
            wrong="That twist completes five for Black. Choose another one.",
            after="Black does not win. A twist of the bottom left quadrant is best: it also "
            "keeps Black from winning next turn.",
        ),
        LessonStep(
            "Before you play",
            "If a twist makes five for both players at once, the game is a draw. It is also a draw "
            "if the board is full without five in a row.",
        ),
    )
    notation_notes = (
        "A turn is entered as two moves. `c3` places a stone on c3. `2R` twists a quadrant to "
        "the right (clockwise), `2L` to the left. Quadrant 1 is at the top left, 2 at the top "
        "right, 3 at the bottom left and 4 at the bottom right."
    )

    def __init__(self):
        super().__init__(grid(SIZE, SIZE, block=SIDE))
        cells = range(SIZE * SIZE)
        self.quarters = [
            tuple(cell for cell in cells if (cell // SIZE // SIDE, cell % SIZE // SIDE) == place)
            for place in ((0, 0), (0, 1), (1, 0), (1, 1))
        ]
        self.words = {
            f"{number}{turn}": (quarter, turn)
            for number, quarter in enumerate(self.quarters, 1)
            for turn in "RL"
        }
        self.twists = {word: self.twist(*each) for word, each in self.words.items()}
        steps = ((0, 1), (1, 0), (1, 1), (1, -1))
        self.lines = [
            tuple((y + i * dy) * SIZE + x + i * dx for i in range(LINE))
            for y in range(SIZE)
            for x in range(SIZE)
            for dy, dx in steps
            if y + (LINE - 1) * dy < SIZE and 0 <= x + (LINE - 1) * dx < SIZE
        ]

    def twist(self, quarter, turn):
        """Return the permutation of the squares caused by a twist of a quadrant."""
        right = {
            quarter[y * SIDE + x]: quarter[x * SIDE + SIDE - 1 - y]
            for y in range(SIDE)
            for x in range(SIDE)
        }
        images = right if turn == "R" else {to: cell for cell, to in right.items()}
        return {cell: to for cell, to in images.items() if cell != to}

    def turn(self, state):
        return state.ply // 2 % 2

    def placed(self, state):
        """Return whether the mover has placed a stone and must now twist."""
        return state.ply % 2 == 1

    def legal_moves(self, state):
        if self.result(state) is not None:
            return []
        if self.placed(state):
            return list(self.words)
        return [name for name, stone in zip(self.board.cells, state.stones) if stone == EMPTY]

    def apply(self, state, move):
        if not self.placed(state):
            stones = place_stone(state.stones, self.board.index[move], self.own_stone(state))
        else:
            stones = permuted(state.stones, self.twists[move])
        return Stones(stones, state.ply + 1)

    def rows_of_five(self, state):
        """Return the squares of all rows of five for each player."""
        stones, squares = state.stones, {"W": set(), "B": set()}
        for line in self.lines:
            own = stones[line[0]]
            if own != EMPTY and all(stones[cell] == own for cell in line):
                squares[own].update(line)
        return [sorted(cells) for cells in squares.values()]

    def result(self, state):
        white, black = self.rows_of_five(state)
        if white and black:
            return Result(None, _("A draw: five in a row for both"), tuple(white + black))
        for seat, five in enumerate((white, black)):
            if five:
                side = translate(self.players[seat])
                text = _("{winner} wins: five in a row").format(winner=side)
                return Result(seat, text, tuple(five))
        if EMPTY not in state.stones and not self.placed(state):
            return Result(None, _("A draw: the board is full"))
        return None

    def decode_fields(self, stones, side, ply):
        return read_plies(side, ply, self.players, per_turn=2, opening=0)

    def prompt(self, state, clicks=()):
        if self.placed(state):
            return "Twist a quadrant of the board"
        return "Place a stone, then twist a quadrant"

    def explain_refusal(self, state, clicks, cell):
        if self.placed(state):
            return "Click the centre of a quadrant to twist it"
        return "That point is taken"

    def clicks(self, move):
        if move in self.words:
            quarter, turn = self.words[move]
            return [Click(quarter, "RL".index(turn))]
        return super().clicks(move)

    def cell_permutation(self, state, move):
        return self.twists.get(move) or super().cell_permutation(state, move)

    def best_line_length(self, state, own):
        """Return the maximum number of stones in a line that can still become five in a row."""
        other = "WB".replace(own, "")
        lines = ([state.stones[cell] for cell in line] for line in self.lines)
        return max((line.count(own) for line in lines if other not in line), default=0)

    def status(self, state):
        step = _("to twist a quadrant") if self.placed(state) else _("to place a stone")
        texts = [
            _("longest open line: {length}").format(length=self.best_line_length(state, own))
            for own in "WB"
        ]
        if self.result(state) is None:
            texts[self.turn(state)] += f" · {step}"
        return texts

    def evaluate(self, state, seat):
        values = dict.fromkeys("WB", 0)
        for line in self.lines:
            stones = {state.stones[cell] for cell in line} - {EMPTY}
            if len(stones) == 1:
                own = stones.pop()
                values[own] += 4 ** sum(state.stones[cell] == own for cell in line)
        return values["WB"[seat]] - values["WB"[1 - seat]]

    def compiled_rules(self):
        from .fast import compiled_rules

        return compiled_rules(self)
