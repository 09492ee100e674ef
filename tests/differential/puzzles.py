"""Rules objects built from cases."""

from puzzlekit import Board, Puzzle, Sliding, SlidingTwisty, Twisty, ring

from .oracle import frame

KINDS = {"twisty": Twisty, "forbidden": Twisty, "sliding": Sliding, "mixed": SlidingTwisty}


def build(case, steps):
    """Return the rules of a case, with the members that an author would write."""
    board = Board(map(str, range(case.cells)), ring(case.cells).points, case.edges, case.arcs)
    given = {"start": case.start, "free": case.free}
    if case.kind in ("written", "blocks"):
        return with_frame(case, Written, steps)(board, case.goal, **given)
    kind = KINDS[case.kind.rstrip("*")]
    turns = [case.turns] if kind is not Sliding else []
    if case.kind == "forbidden":
        given["forbidden"] = case.forbidden
    if "*" in case.kind:
        kind = with_frame(case, type("Overridden", (Guarded, kind), {}), steps)
    return kind(board, case.goal, *turns, **given)


class Guarded:
    """A mixin that removes some legal moves."""

    def legal_moves(self, state):
        legal = {name for name, _, _ in self.steps(state)}
        return [move for move in super().legal_moves(state) if move in legal]

    def play(self, state, move):
        if move not in self.legal_moves(state):
            raise self.illegal_move(state, move)
        return super().play(state, move)


class Written(Puzzle):
    """A puzzle with its own moves."""

    def legal_moves(self, state):
        return [name for name, _, _ in self.steps(state)]

    def cell_permutation(self, state, move):
        images = {name: images for name, images, _ in self.steps(state)}[move]
        return {cell: image for cell, image in enumerate(images) if cell != image}


def with_frame(case, kind, steps):
    """Return a subclass with the moves of a case and its author's frame."""
    members = {"steps": staticmethod(steps), "name": "Case"}
    if case.frame != "default":
        members["frame"] = lambda self, state: frame(case, state)
    return type("Made", (kind,), members)
