"""The rule books that cases describe."""

from puzzlekit import Board, Mixed, Puzzle, Sliding, Twisty, ring

from . import oracle

KINDS = {"twisty": Twisty, "forbidden": Twisty, "sliding": Sliding, "mixed": Mixed}


def build(case):
    """Return the rule book of a case."""
    board = Board(map(str, range(case.cells)), ring(case.cells).points, case.edges, case.arcs)
    given = {"start": case.start, "free": case.free}
    if case.kind in ("written", "blocks"):
        return with_frame(case, Written)(board, case.goal, **given)
    kind = KINDS[case.kind.rstrip("*")]
    turns = [case.turns] if kind is not Sliding else []
    if case.kind == "forbidden":
        given["forbidden"] = case.forbidden
    made = with_frame(case, type("Overridden", (Guarded, kind), {}) if "*" in case.kind else kind)
    return made(board, case.goal, *turns, **given)


class Guarded:
    """Moves of a kind of rule book, of which some are not legal."""

    def moves(self, state):
        legal = {name for name, _, _ in oracle.steps(self.case, state)}
        return [move for move in super().moves(state) if move in legal]

    def play(self, state, move):
        if move not in self.moves(state):
            raise self.illegal(state, move)
        return super().play(state, move)


class Written(Puzzle):
    """A puzzle with moves of its own."""

    def moves(self, state):
        return [name for name, _, _ in oracle.steps(self.case, state)]

    def carry(self, state, move):
        images = {name: images for name, images, _ in oracle.steps(self.case, state)}[move]
        return {cell: image for cell, image in enumerate(images) if cell != image}


def with_frame(case, kind):
    """Return a kind of rule book for a case, with the frame that its author defines."""
    members = {"case": case, "name": "Case"}
    if case.frame != "default":
        members["frame"] = lambda self, state: oracle.frame(case, state)
    return type("Made", (kind,), members) if "*" in case.kind or kind is Written else kind
