"""The tree of moves in a session: a main line with variations, comments and marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..core.errors import IllegalMoveError, OptionError
from ..rules.base import Rules, State
from ..rules.merged_moves import merge_moves

#: Marks of good and bad moves, in the order of the numeric annotation glyphs $1 to $6 of PGN.
MARKS = ("!", "?", "!!", "??", "!?", "?!")


@dataclass(eq=False, slots=True)
class GameNode:
    """A move with the position after it. The root has no move.

    The first child continues the line, and the other children start variations.

    >>> root = GameNode("start")
    >>> main, other = root.add("a1", "A"), root.add("b1", "B")
    >>> other.promote()
    >>> [node.move for node in root.children], root.line() == [root, other]
    (['b1', 'a1'], True)
    """

    state: State
    move: str = ""
    parent: GameNode | None = field(default=None, repr=False)
    ply: int = 0
    children: list[GameNode] = field(default_factory=list, repr=False)
    comment: str = ""
    mark: str = ""
    #: The first ply of the macro that ends with this move, or None.
    macro_start: int | None = None
    #: The seconds left for each seat, if the game has a clock.
    times: list[float] = field(default_factory=list, repr=False)

    def add(self, move: str, state: State, *, first: bool = False) -> GameNode:
        """Add a child at the end, or at the front if `first` is true, and return it."""
        child = GameNode(state, move, self, self.ply + 1, times=list(self.times))
        self.children.insert(0 if first else len(self.children), child)
        return child

    def child(self, move: str) -> GameNode | None:
        """Return the child with a move, or None."""
        return next((child for child in self.children if child.move == move), None)

    def path(self) -> list[GameNode]:
        """Return the nodes from the root to this one."""
        nodes = [self]
        while (parent := nodes[-1].parent) is not None:
            nodes.append(parent)
        return nodes[::-1]

    def line(self) -> list[GameNode]:
        """Return this node and those that continue its line."""
        nodes = [self]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def variation_start(self) -> GameNode | None:
        """Return the first move of the innermost variation with this move, if there is one."""
        node = self
        while node.parent is not None:
            if node.parent.children[0] is not node:
                return node
            node = node.parent
        return None

    def promote(self) -> None:
        """Make this node the first child of its parent."""
        assert self.parent is not None
        self.parent.children.remove(self)
        self.parent.children.insert(0, self)

    def walk(self) -> Iterator[GameNode]:
        """Yield this node and all nodes after it."""
        nodes = [self]
        while nodes:
            yield (node := nodes.pop())
            nodes += reversed(node.children)


def runs_in_pgn_order(root: GameNode) -> Iterator[list[GameNode] | str]:
    """Yield runs of moves, up to a comment, a mark or alternatives, as in PGN.

    Variations follow the move that they replace, between "(" and ")".
    """
    run: list[GameNode] = []
    todo: list[GameNode | str] = [*root.children[:1]]
    while todo:  # no recursion, because variations can be nested deeply
        if isinstance(item := todo.pop(), str):
            yield run
            yield item
            run = []
            continue
        assert item.parent is not None
        first, *others = item.parent.children
        todo += item.children[:1]
        if item is first:
            for other in reversed(others):
                todo += [")", other, "("]
        if run and others:
            yield run
            run = []
        run.append(item)
        if item.comment or item.mark:
            yield run
            run = []
    yield run


def merged_nodes(rules: Rules, run: list[GameNode]) -> list[tuple[list[GameNode], str]]:
    """Return the turns of a run, each with its nodes and its text."""
    turns, at = [], 0
    for text, count in merge_moves(rules, [node.move for node in run]):
        turns.append((run[at : at + count], text))
        at += count
    return turns


class RoundNumbers:
    """The round of each move. A round ends when the turn goes back to an earlier seat."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        #: The number and the seat of each move.
        self._known: dict[GameNode, tuple[int, int]] = {}

    def add(self, node: GameNode) -> tuple[int, int, bool]:
        """Return a move's round and seat, and whether it starts the round; add parents first."""
        assert node.parent is not None
        number, last = self._known.get(node.parent, (0, -1))
        seat = self.rules.turn(node.parent.state)
        starts = not number or seat < last
        self._known[node] = number + starts, seat
        return number + starts, seat, starts


class VariationLine(NamedTuple):
    """A variation: the line that it leaves (by number), the ply where it does, and its nodes."""

    parent: int
    ply: int
    nodes: list[GameNode]


def all_lines(root: GameNode) -> list[VariationLine]:
    """Return the main line, which includes the root, and all variations after it.

    Each variation follows the line that it leaves, and siblings are in order.
    """
    found = [VariationLine(0, 0, root.line())]
    for number, line in enumerate(found):  # which grows
        for node in line.nodes:
            found += [VariationLine(number, node.ply, child.line()) for child in node.children[1:]]
    return found


class GameTree:
    """The tree of a session, with a current line and a current position.

    The current line goes from the root through the current node to a node without children.
    """

    def __init__(self, start: State, limit: int) -> None:
        self.root = GameNode(start)
        #: The current line, the current ply, and the last ply that belongs to the main line.
        self.line, self.at, self.fork = [self.root], 0, 0
        #: The last node of the main line that has not been undone.
        self.tip = self.root
        #: The number of moves, their maximum, and the number of changes.
        self.size, self.limit, self.edits = 0, limit, 0
        #: The number of moves made, new or known, but not redone.
        self.moves_made = 0

    @property
    def node(self) -> GameNode:
        """The node of the current position."""
        return self.line[self.at]

    @property
    def is_main_line(self) -> bool:
        """True if the current line is the main line."""
        return self.fork == len(self.line) - 1

    @property
    def in_variation(self) -> bool:
        """True if the current position is not in the main line."""
        return self.at > self.fork

    @property
    def is_at_main_line_end(self) -> bool:
        """True at the end of the main line, where the game goes on."""
        return self.is_main_line and self.at == self.fork

    @property
    def is_reviewing(self) -> bool:
        """True if a variation is shown, or an earlier position that was not reached by undo."""
        return self.in_variation or self.at < self.tip.ply

    def plies_since(self, before: GameNode) -> int:
        """Return the number of plies from another node of the line, or a large number for jumps."""
        if self.line[before.ply : before.ply + 1] == [before]:
            return self.at - before.ply
        return 1 if self.node.parent is before else len(self.line) + 1

    def main_line(self) -> list[GameNode]:
        """Return the root and the moves of the main line."""
        return self.line[: self.fork] + self.line[self.fork].line()

    def check_size(self, moves: Sequence[str], *, replaces: bool = False) -> None:
        """Raise `IllegalMoveError` if the tree has no space for moves from the current node."""
        new, node = list(moves), self.node
        while new and (child := node.child(new[0])) is not None:
            node = child
            del new[0]
        if new and (self.at if replaces else self.size) + len(new) > self.limit:
            raise IllegalMoveError(
                f"This game is limited to {self.limit:,} moves; start a new one from this position."
            )

    def add(self, node: GameNode, move: str, state: State, *, first: bool = False) -> GameNode:
        """Add a child to a node and return it. The current line follows its first children."""
        if self.size >= self.limit:
            raise IllegalMoveError(f"This game is limited to {self.limit:,} moves.")
        child = node.add(move, state, first=first)
        self.size, self.edits = self.size + 1, self.edits + 1
        if self.line[-1] is node:
            self.fork += self.is_main_line
            self.line.append(child)
        return child

    def follow(self, child: GameNode) -> None:
        """Go to a child of the current node, which stays in the current line if it is there."""
        on_main = not self.in_variation and self.node.children[0] is child
        self.at += 1
        self.moves_made += 1
        if self.line[self.at : self.at + 1] != [child]:
            self.line[self.at :] = child.line()
            self.fork = len(self.line) - 1 if on_main else min(self.fork, self.at - 1)

    def show(self, node: GameNode) -> None:
        """Go to a node, and make its line the current one."""
        self.line, self.at = [*node.path()[:-1], *node.line()], node.ply
        main = zip(self.line, self.root.line(), strict=False)
        self.fork = sum(1 for mine, other in main if mine is other) - 1

    def drop_later(self) -> None:
        """Delete all moves after the current position."""
        self.node.children.clear()
        del self.line[self.at + 1 :]
        self.fork = min(self.fork, self.at)
        if self.tip.ply > self.at:
            self.tip = self.node
        self._recount_nodes()

    def _recount_nodes(self) -> None:
        self.size = sum(1 for _ in self.root.walk()) - 1
        self.edits += 1

    def annotate(self, node: GameNode, comment: str | None, mark: str | None) -> None:
        """Set the comment of a node or the mark of its move. An empty string removes it."""
        if mark and mark not in MARKS:
            raise OptionError(f"Unknown mark {mark[:20]!r}; use one of {' '.join(MARKS)}.")
        node.comment = node.comment if comment is None else " ".join(comment.split())
        node.mark = node.mark if mark is None else mark
        self.edits += 1

    def promote(self, branch: GameNode) -> None:
        """Make a variation the continuation of the line that it leaves."""
        branch.promote()
        self.edits += 1
        self.show(self.node)
        if self.tip.variation_start() is not None:
            self.tip = self.main_line()[-1]

    def delete(self, branch: GameNode) -> None:
        """Delete a variation, and leave it if it is shown."""
        assert branch.parent is not None
        branch.parent.children.remove(branch)
        self._recount_nodes()
        self.show(branch.parent if branch in self.line[: self.at + 1] else self.node)


def variation_start_of(node: GameNode) -> GameNode:
    """Return the first move of a variation; raise `IllegalMoveError` for the main line."""
    if (branch := node.variation_start()) is None:
        raise IllegalMoveError("This move belongs to the main line. Choose a move of a variation.")
    return branch
