"""Rush Hour: cars that move lengthwise on a crowded board."""

from random import Random

from puzzlekit import Piece, Puzzle, grid

START = "AA...O P..Q.O PXXQ.O P..Q.. B...CC B.RRR."

#: A solved position: the red car is at the exit. The other cars may be anywhere.
GOAL = "PAA... P..... P...XX B..Q.O BCCQ.O RRRQ.O"

COLOURS = {"X": "red", "A": "green", "B": "orange", "C": "teal"}
COLOURS |= {"O": "yellow", "P": "purple", "Q": "blue", "R": "lime"}


def cells(text: str) -> list[str]:
    """Return the label of each cell from a drawing; a dot is an empty cell."""
    return ["" if letter == "." else letter for letter in text.replace(" ", "")]


class RushHour(Puzzle):
    """Bring the red car to the exit, at the right end of its row.

    Cars move lengthwise, one cell at a time (N. Yoshigahara, 1970s). Click an end of a car and
    the empty cell in front of it.
    """

    name = "Rush Hour"

    def __init__(self) -> None:
        board, goal = grid(6, 6), cells(GOAL)
        elsewhere = [cell for cell, label in enumerate(goal) if label != "X"]
        pieces = {label: Piece("tile", colour, label) for label, colour in COLOURS.items()}
        super().__init__(board, goal, start=cells(START), pieces=pieces, free=elsewhere)

    def start(self, rng: Random | None = None) -> tuple[str, ...]:
        return self.first

    def car_of(self, state: tuple[str, ...], move: str) -> list[int]:
        """Return the empty cell, then the cells of the car, beginning at the end next to it."""
        end, empty = (self.board.index[cell] for cell in move.split("-"))
        car = [cell for cell, label in enumerate(state) if label == state[end]]
        return [empty, *(car if car[0] == end else car[::-1])]

    def legal_moves(self, state: tuple[str, ...]) -> list[str]:
        found = []
        for label in dict.fromkeys(filter(None, state)):
            car = [cell for cell, each in enumerate(state) if each == label]
            step = car[1] - car[0]
            for end, ahead in ((car[0], car[0] - step), (car[-1], car[-1] + step)):
                if ahead in self.board.neighbours[end] and state[ahead] == "":
                    found.append(f"{self.board.cells[end]}-{self.board.cells[ahead]}")
        return found

    def cell_permutation(self, state: tuple[str, ...], move: str) -> dict[int, int]:
        path = self.car_of(state, move)
        return {cell: path[i - 1] for i, cell in enumerate(path)}

    def frame(self, state: tuple[str, ...]) -> tuple[str, ...]:
        return state
