"""The illustrated rules and the guided first game of Palagem."""

from puzzlekit import Example, LessonStep

EXAMPLES = (
    Example(
        "Choose a palagem",
        "For 2 to 6 players. A palagem is a pattern of four tiles in a rhombus; there are 81. "
        "First, each player in turn chooses a palagem that no other player has chosen. Its "
        "tiles are taken from the supply.",
        options="2",
    ),
    Example(
        "Place tiles",
        "Then the players take turns placing one tile: the first anywhere, the second next to "
        "it, and all later ones next to at least two tiles. The tiles fit together in any of "
        "three rotations.",
        options="2",
        moves="aaac caac 0,0c 0,-1b",
        move="-1,0c 1,-1c",
        caption="Red and Yellow each place a tile that touches two others.",
    ),
    Example(
        "Touch two tiles",
        "From the third tile on, a tile that touches only one other is not allowed.",
        options="2",
        moves="aaac caac 0,0c 0,-1b",
        move="0,1c",
        illegal=True,
        bad="0,1",
        caption="This tile would touch only one tile.",
    ),
    Example(
        "Win with your palagem",
        "You win when your palagem appears anywhere and in any rotation. Its mirror image "
        "does not count.",
        options="2",
        moves="aaaa aacc 0,0a -1,0c -1,1c -2,1c",
        move="-2,0c",
        caption="Red has chosen four tiles in the same rotation. Turned by 120 degrees, they "
        "have appeared.",
    ),
    Example(
        "Anyone can complete it",
        "Your palagem also wins if another player completes it.",
        options="2",
        moves="aaac caac 0,0c 0,-1b -1,0c 1,-1c",
        move="1,0b",
        caption="Red has placed the last tile, but the palagem is Yellow's. Yellow wins.",
    ),
    Example(
        "Several at once",
        "If one tile completes the palagems of several players, the player who placed it loses. "
        "The winner is the next of those players in turn order.",
        options="2",
        moves="aaac cabb 0,0c 0,-1a -1,0c -1,-1a 1,-1b 0,-2a",
        move="1,-2c",
        caption="Red has completed both palagems, so Yellow wins.",
    ),
    Example(
        "Move tiles",
        "When the supply is used up, each turn consists of moving a tile: pick up a tile with "
        "at least three free edges and place it elsewhere, next to at least two tiles. The "
        "other tiles must stay connected while you do so. The game is a draw when as many "
        "tiles have been moved as were placed.",
        options="2,tiles=14",
        moves="acaa abba 0,0c 1,0b 1,-1c 2,-1c 0,-1b 1,-2c",
        move="1,0>2,-2b",
        caption="Red moves a tile to the top right and completes a palagem.",
    ),
)

LESSON = (
    LessonStep(
        "Make your pattern appear",
        "Each player has a pattern of four tiles, a palagem, shown beside the names. You play "
        "Red. You win when your pattern appears on the shared table, in any position and "
        "rotation, as here. A mirror image does not count.",
        options="2",
        moves="aaaa aacc 0,0a -1,0c -1,1c -2,1c -2,0c",
    ),
    LessonStep(
        "Choose your pattern",
        "First, each player chooses one of the 81 patterns. Two players cannot have the same "
        "one. Click a pattern.",
        options="2",
        answers="*",
        wrong="Click one of the patterns.",
        after="Now Yellow would choose another pattern. The tiles of the patterns are taken "
        "from the supply of 48 tiles.",
    ),
    LessonStep(
        "Place the first tile",
        "Each turn, you place one tile. All tiles are the same and can be turned in three ways. "
        "Point at the cell, rotate the tile with the mouse wheel, then click. A right click "
        "places the next rotation.",
        options="2",
        moves="aaac caac",
        answers="*",
        wrong="Click the centre.",
        after="The second tile must touch the first.",
    ),
    LessonStep(
        "Touch two tiles",
        "From the third tile on, every tile must touch at least two others. Place a tile on a "
        "cell with a green dot.",
        options="2",
        moves="aaac caac 0,0c 0,-1b",
        answers="*",
        bad="0,1 0,-2",
        wrong="There, the tile would not touch two others.",
        after="In any rotation, the curves of neighbouring tiles meet.",
    ),
    LessonStep(
        "Complete your pattern",
        "One tile on the marked cell completes a pattern. Its rotation decides whose: turn "
        "the mouse wheel until the tile matches yours, then click.",
        options="2",
        moves="aaac caac 0,0c 0,-1b -1,0c 1,-1c",
        answers="1,0c",
        ring="1,0",
        wrong="Not in this rotation. Careful: with another one you complete Yellow's pattern, "
        "and Yellow wins.",
        after="Your pattern has appeared, and you win. A pattern wins for its owner, no matter "
        "who completes it.",
    ),
    LessonStep(
        "Never complete two at once",
        "Here, Red has completed both patterns with one tile. Whoever does that loses. With "
        "more players, the next player in turn order whose pattern appeared wins.",
        options="2",
        moves="aaac cabb 0,0c 0,-1a -1,0c -1,-1a 1,-1b 0,-2a 1,-2c",
    ),
    LessonStep(
        "Move a tile",
        "When the supply is used up, you move tiles. Pick up a tile with at least three free "
        "edges, and place it next to at least two others. Click the framed tile with the dot, "
        "rotate it with the mouse wheel, then click the framed empty cell.",
        options="2,tiles=14",
        moves="acaa abba 0,0c 1,0b 1,-1c 2,-1c 0,-1b 1,-2c",
        answers="1,0>2,-2b",
        ring="1,0 2,-2",
        wrong="Move the tile at the bottom to the gap at the top right, turned so that it "
        "completes your pattern.",
        after="You win again. The other tiles must stay connected while you move one.",
    ),
    LessonStep(
        "Before you play",
        "2 to 6 people can play. The game is a draw when as many tiles have been moved as were "
        "placed. Watch the other patterns: count how many tiles each still needs.",
    ),
)
