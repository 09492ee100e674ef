"""Hex, by Piet Hein (1942) and John Nash (1948)."""

import re
from dataclasses import dataclass, field
from typing import Annotated

from puzzlekit import Connection, Example, LessonStep, NotationError, rhombus

#: Links to hexworld.org (size, options, moves, later moves) and trmph.com (size, moves).
_HEXWORLD = re.compile(
    r"(?:(?:https?://)?(?:www\.)?hexworld\.org/board/?#|#)?"
    r"(?P<size>\d+)(?:x(?P=size))?(?:[nrc]\d*)*,(?P<moves>[a-zS0-9:]*(?:,[a-zS0-9:]*)?)"
)
_TRMPH = re.compile(
    r"(?:https?://)?(?:www\.)?trmph\.com/hex/board/?#(?P<size>\d+),(?P<moves>[a-z0-9]*)"
)

#: A move in such a link: a cell, a swap of pieces or sides, a pass, or a resignation or forfeit of
#: the first or second player.
_WORD = re.compile(r":(?:rb|rw|fb|fw|s|S|p)|[a-z]\d+")

#: In SGF, a value, which extends to the end of the file if it is not closed; and a property with
#: its values, or the start of a node or the start or end of a variation.
_TEXT, _END = r"(?:[^\]\\]|\\.?)*+", r"(?:\]|\Z)"
_VALUE = re.compile(rf"\[({_TEXT}){_END}", re.DOTALL)
_PROPERTY = re.compile(rf"(?<![A-Z])([A-Z]+)\s*((?:\[{_TEXT}{_END}\s*)+)|[;()]", re.DOTALL)

#: Marks of moves in SGF (good, bad, doubtful and interesting), as numbers in records.
_MARKS = {"TE": "$1", "BM": "$2", "DO": "$6", "IT": "$5"}

#: A size of a board, and a cell: a column and a row.
_SIZE, _CELL = re.compile(r"[1-9]\d?"), re.compile(r"([a-z])([1-9]\d?)")

#: A move, including a swap, and a resignation or forfeit.
_MOVE, _RESIGNED = re.compile(r"[a-z][1-9]\d?|:s|pie|swap.*"), re.compile(":[rf]")

#: Braces in comments are replaced, because they end comments in records.
_BRACES = str.maketrans("{}", "()")


class Hex(Connection):
    """Connect your two sides of a rhombus of hexagons.

    Hex was invented by Piet Hein in 1942 and, independently, by John Nash in 1948.
    """

    name = "Hex"
    players = ("Red", "Blue")
    goals = (("top", "bottom"), ("left", "right"))
    can_draw = False
    presets = {
        "11 × 11": {},
        "5 × 5": {"size": 5},
        "9 × 9": {"size": 9},
        "13 × 13": {"size": 13},
        "14 × 14": {"size": 14},
        "19 × 19": {"size": 19},
    }

    examples = (
        Example(
            "Connect your two sides",
            "Red connects the top and the bottom, Blue the left and the right. Each corner "
            "belongs to both of its sides. The first player to connect both sides with a chain of "
            "adjacent stones wins.",
            options="5,swap=off",
            moves="c3 d3 b5 c4 b4 c2 d2 d1",
            move="e1",
            caption="Red connects e1 at the top with b5 at the bottom, and wins.",
        ),
        Example(
            "Place a stone",
            "The board starts empty, and Red begins. Each turn, place one stone on any empty "
            "cell. Stones never move and are never captured.",
            options="5,swap=off",
            moves="c3 d3",
            move="b5",
        ),
        Example(
            "Only on empty cells",
            "You cannot place a stone on another one, and you cannot pass.",
            options="5,swap=off",
            moves="c3",
            move="c3",
            illegal=True,
            caption="There is a red stone on c3.",
        ),
        Example(
            "No draws",
            "A full board always has exactly one winner, so there are no draws. You can stop your "
            "opponent only by connecting your own sides.",
            options="3,swap=off",
            moves="a1 a2 a3 b3 c1 b1 c3 b2",
            move="c2",
            caption="The last stone connects the top and the bottom for Red.",
        ),
        Example(
            "Swap",
            "Moving first is an advantage, so the second player may swap instead of answering the "
            "first stone: the players exchange colours, the stone stays, and the first player "
            "moves next as Blue.",
            options="5",
            moves="c3",
            move="swap",
            caption="The second player now owns the red stone.",
        ),
    )
    lesson = (
        LessonStep(
            "Connect two sides",
            "You play Red and connect the top and the bottom with a chain of adjacent stones, as "
            "in the picture. Blue connects the left and the right. A corner belongs to both of "
            "its sides.",
            options="5,swap=off",
            moves="e4 d1 c3 e2 c2 b5 e3 b2 c1 b4 d3 c4 e1 b1 d5",
        ),
        LessonStep(
            "Place a stone",
            "The board starts empty, and Red begins. Each turn, place one stone on an empty cell. "
            "Click any cell.",
            options="5,swap=off",
            answers="*",
            after="Stones never move and are never captured.",
        ),
        LessonStep(
            "Build a bridge",
            "From c3, you want to reach the bottom. Place a stone on b5: the two cells between c3 "
            "and b5 are both empty.",
            options="5,swap=off",
            moves="c3 d3",
            answers="b5",
            reply="c4",
            ring="b4 c4",
            wrong="Place the stone on b5, two cells below c3.",
            after="Blue has taken one of the two cells between your stones.",
        ),
        LessonStep(
            "Close the bridge",
            "Blue can take only one of the two cells. Take the other one.",
            answers="b4",
            reply="c2",
            wrong="Connect c3 and b5: place the stone on b4.",
            after="You are connected to the bottom. Now Blue tries to stop you at the top.",
        ),
        LessonStep(
            "Go around",
            "Place a stone on d2. Two cells, d1 and e1, connect it to the top, so it is as good as "
            "connected.",
            answers="d2",
            reply="d1",
            ring="d1 e1",
            wrong="Place the stone on d2, next to c3.",
            after="Blue has blocked d1.",
        ),
        LessonStep(
            "Win",
            "Take the other cell at the top.",
            answers="e1",
            wrong="Place the stone on e1.",
            after="Your chain connects the top and the bottom. You win. There are no draws in Hex: "
            "on a full board, exactly one player has connected their sides.",
        ),
        LessonStep(
            "Swap colours",
            "Now you are the second player. Red has taken the centre, the best cell. Instead of "
            "answering, you may swap colours. Click Swap.",
            options="5",
            moves="c3",
            answers="swap",
            wrong="Click the button Swap.",
            after="The red stone is yours. Your opponent, now Blue, moves next. So do not begin a "
            "game on the best cell yourself.",
        ),
    )
    option_notes = {
        "size": "The number of cells on each side of the board.",
        "swap": "Whether the second player may swap colours after the first stone.",
    }
    notation_notes = "`c3` places a stone on c3; a1 is at the top left. `swap` exchanges colours."

    def __init__(
        self,
        size: Annotated[int, range(2, 27)] = 11,
        swap: bool = True,
    ):
        self.size = size
        rims = {"red": ("top", "bottom"), "blue": ("left", "right")}
        super().__init__(rhombus(size, size, downwards=True, rims=rims), swap=swap)
        if size <= 5:
            self.equal_levels = ("expert", "master")  # both search nearly the whole game

    @classmethod
    def import_record(cls, text):
        """Read links to hexworld.org and trmph.com, and SGF files of Hex."""
        if match := _HEXWORLD.fullmatch(text) or _TRMPH.fullmatch(text):
            moves = match["moves"].replace(",", "")
            words = _WORD.findall(moves)
            if "".join(words) != moves:
                raise NotationError(f"The link has unknown moves: {moves[:60]!r}.")
            root = node = _MoveNode("")
            for word in words:
                node = node.add("swap-sides" if word == ":S" else word)
            return _record(match["size"], root)
        return _read_sgf(text) if text.startswith("(;") else None


@dataclass
class _MoveNode:
    """A move in SGF with its comments and marks, and the moves that may follow it."""

    move: str
    properties: dict = field(default_factory=dict)
    colour: str = ""
    children: list = field(default_factory=list)

    def add(self, *node):
        """Add a move and return it."""
        self.children.append(_MoveNode(*node))
        return self.children[-1]

    def annotations(self):
        """Return the marks and the comment as in a record."""
        text = " ".join(self.properties.get("C", ()))
        comment = " ".join(re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL).split())
        words = [mark for name, mark in _MARKS.items() if name in self.properties]
        return words + ["{" + comment.translate(_BRACES) + "}"] * bool(comment)


def _read_sgf(text):
    """Return the record of the first game in an SGF file, or None for other games than Hex."""
    root = node = _MoveNode("")
    facts = properties = root.properties
    first, branches = "", [root]
    for match in _PROPERTY.finditer(text, len("(;")):
        if match[0] == "(":
            branches.append(node)
        elif match[0] == ")":
            node = branches.pop()
            if not branches:
                break
        elif match[0] == ";":
            properties = {}
        elif match[1] in ("B", "W"):
            first = first or match[1]
            move = _VALUE.findall(match[2])[0].strip().lower()
            if move in ("resign", "forfeit"):
                move = ":rb" if match[1] == first else ":rw"
            if node.colour == match[1] and _CELL.fullmatch(node.move):
                node = node.add("pass")  # the other player's turn
            node = node.add(_cell(move), {} if properties is facts else properties, match[1])
        else:
            known = (facts if node is root else properties).setdefault(match[1], [])
            known += _VALUE.findall(match[2])
    is_from_little_golem = "GM" not in facts and "littlegolem" in str(facts.get("SO"))
    if facts.get("GM") != ["11"] and not is_from_little_golem:
        return None
    first = first or facts.get("PL", "B")[0][:1]
    second = "B" if first == "W" else "W"
    size, start = facts.get("SZ", ["11"])[0], ""
    if ("AB" in facts or "AW" in facts) and _SIZE.fullmatch(size):
        stones = {_cell(cell): "R" for cell in facts.get("AB", ())}
        stones |= {_cell(cell): "B" for cell in facts.get("AW", ())}
        start = f"@{_position(int(size), stones)}_{'R' if first == 'B' else 'B'}"
    names = [facts.get(f"P{colour}", [""])[0] for colour in (first, second)]
    return _record(size, root, names, start)


def _cell(text):
    """Return the name of a cell given by two letters or as here; leave other words unchanged."""
    return f"{text[0]}{ord(text[1]) - 96}" if re.fullmatch("[a-z]{2}", text) else text


def _position(size, stones):
    """Return the rows of a position, with numbers for empty cells."""
    rows = (
        "".join(stones.get(f"{chr(97 + column)}{row}", ".") for column in range(size))
        for row in range(1, size + 1)
    )
    return ",".join(re.sub(r"\.+", lambda empty: str(len(empty[0])), row) for row in rows)


def _record(size, root, names=(), start=""):
    """Return the record of a game. A variation ends before a move that is unknown here."""
    words, result, depth = root.annotations(), "*", 0
    todo = [(root.children, False)] * bool(root.children)
    while todo:  # no recursion, because variations can be nested deeply
        if isinstance(item := todo.pop(), str):
            words.append(item)
            depth += 1 if item == "(" else -1
            continue
        (node, *variations), was_mirrored = item
        if _MOVE.fullmatch(node.move):
            move, is_mirrored = _translate(node.move, was_mirrored)
            words += [move, *node.annotations()]
            todo += [(node.children, is_mirrored)] * bool(node.children)
            for each in reversed(variations):
                if _MOVE.fullmatch(each.move):
                    todo += [")", ([each], was_mirrored), "("]
        elif not depth and not _RESIGNED.match(node.move):
            raise NotationError(f"{node.move[:20]!r} is not a move of Hex.")
        elif not depth:
            result = "0-1" if node.move[2] == "b" else "1-0"
    headers = [("ID", f"hex:{size}{start}"), ("Result", result)]
    headers += [pair for pair in zip(Hex.players, names, strict=False) if pair[1]]
    if result != "*":
        headers.append(("Termination", "resigned"))
    lines = [f'[{name} "{_escape(value)}"]' for name, value in headers]
    return "\n".join([*lines, "", " ".join(words)])


def _translate(move, is_mirrored):
    """Return a move as here, and whether all later moves are mirrored.

    In other programs, a swap may change the place and the colour of the first stone. Here, the
    players change colours, so all later moves are mirrored.
    """
    if (cell := _CELL.fullmatch(move)) is None:
        return "swap", move != "swap-sides"
    if is_mirrored:
        move = f"{chr(96 + int(cell[2]))}{ord(cell[1]) - 96}"
    return move, is_mirrored


def _escape(text):
    """Return a name for a header. SGF and headers mark special characters with a backslash."""
    text = " ".join(text.split())
    return re.sub(r'["\\]', r"\\\g<0>", re.sub(r"\\([\]\\:])", r"\1", text))
