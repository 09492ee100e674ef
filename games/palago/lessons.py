"""The illustrated rules and the guided first game of Palago."""

from puzzlekit import Example, LessonStep

EXAMPLES = (
    Example(
        "Complete a creature",
        "A creature is an area of one colour. It is complete when curves enclose it on all "
        "sides. White wins by completing a white creature, Blue by completing a blue one.",
        options="48",
        moves="0,0a+1,0a 0,1a+1,1c",
        move="1,-1b",
        caption="White closes the white creature, shown in yellow, and wins.",
    ),
    Example(
        "The tiles",
        "The tiles are identical, and each can be turned in three ways. Curves separate white "
        "from blue, and the curves of adjacent tiles always meet, in any rotation.",
        options="48@0,0a+1,-1b+2,-1c_W_2",
        caption="The same tile in rotations a, b and c.",
    ),
    Example(
        "Two tiles each turn",
        "There is no board, and the players share the tiles. White begins with two adjacent "
        "tiles. After that, place two tiles each turn: the first must touch a tile already "
        "placed, the second must touch the first.",
        options="48",
        moves="0,0a+1,0a",
        move="0,1a+1,1c",
    ),
    Example(
        "The tiles of a turn touch",
        "You may turn the tiles as you like, but not move or turn those of earlier turns. Here, "
        "the first tile is placed on the framed cell.",
        options="48",
        moves="0,0a+1,0a",
        move="0,1a+1,-1c",
        illegal=True,
        ring="0,1",
        bad="1,-1",
        caption="The second tile would not touch the first.",
    ),
    Example(
        "The wrong colour loses",
        "If you complete a creature of your opponent's, even along with one of your own, you "
        "lose. If the first tile of a turn completes a creature of either colour, the game "
        "ends at once, without a second tile.",
        options="48",
        moves="0,0a+1,0a 0,-1c+1,-1a",
        move="0,1b",
        caption="White has completed a blue creature, shown in teal. Blue wins.",
    ),
    Example(
        "An eye is not a creature",
        "Each tile has a tip, a small corner, of each colour. A round eye formed by three "
        "tips does not count.",
        options="48",
        moves="0,0a+1,-1b",
        move="1,0c+2,0a",
        ring="0,0+1,-1+1,0",
        caption="The tips of the framed tiles form a white eye. The game goes on.",
    ),
    Example(
        "The supply",
        "When all 48 tiles have been placed, the game is a draw. If only one tile is left, "
        "the last turn consists of that tile.",
        options="5",
        moves="0,0a+1,0a 0,1a+1,1b",
        move="-1,2a",
        caption="The last tile of a game with five tiles: a draw.",
    ),
)

LESSON = (
    LessonStep(
        "Complete a white creature",
        "You play White. An area of one colour is a creature. It is complete when curves "
        "enclose it on all sides. Complete a white creature to win, before Blue completes a blue "
        "one. Here, White has won: a complete white creature is shown in yellow.",
        options="48",
        moves="0,0a+1,0a 0,1a+1,1c 1,-1b",
    ),
    LessonStep(
        "Place the first two tiles",
        "All tiles are the same and fit together in any rotation. Click a marked cell to place a "
        "tile; click again to turn it. Then rotate the second tile with the mouse wheel, and "
        "click a marked cell next to the first.",
        options="48",
        answers="*",
        wrong="The second tile goes on a marked cell next to the first.",
        after="The curves of the two tiles meet, as they always do. White begins with two "
        "adjacent tiles. Then the players take turns.",
    ),
    LessonStep(
        "Place two tiles each turn",
        "The first tile must touch a tile on the table, and the second tile must touch the "
        "first one. Place two tiles where you like.",
        options="48",
        moves="0,0a+0,-1a 1,0b+1,-1c",
        answers="*",
        wrong="The first tile must touch a tile on the table; the second must touch the first.",
        after="All tiles belong to both players. Tiles placed in earlier turns never move or turn.",
    ),
    LessonStep(
        "Close a creature with one tile",
        "A white creature is open at one cell only, the framed one. Click it to place a tile "
        "that closes the creature.",
        options="48",
        moves="0,0a+1,0a 0,1a+1,1c",
        answers="1,-1b",
        ring="1,-1",
        wrong="Place a tile on the framed cell.",
        after="You win. A complete creature ends the game at once, even after the first tile "
        "of a turn.",
    ),
    LessonStep(
        "Never close a blue creature",
        "In this game, White has placed the last tile at the bottom and completed a blue "
        "creature, shown in teal. So Blue wins, although it was White's turn. Completing "
        "creatures of both colours at once loses, too.",
        options="48",
        moves="0,0a+1,0a 0,-1c+1,-1a 0,1b",
    ),
    LessonStep(
        "Stop Blue",
        "The blue creature is open at the framed cell only: Blue would win there next turn. Fill "
        "the cell, and leave the creature open at three cells, or at two that do not touch.",
        options="48",
        moves="0,0a+1,0a 0,-1c+1,-1a",
        answers="0,2a+0,1a 0,2c+0,1a -1,2a+0,1c -1,2c+0,1c -1,1a+0,1c -1,1b+0,1c 0,1a+1,1b "
        "0,1a+1,1c",
        ring="0,1",
        wrong="That does not stop Blue: the creature would be complete, or open at one cell or "
        "at two adjacent cells.",
        after="Blue cannot win next turn: two tiles that touch cannot fill all the openings.",
    ),
    LessonStep(
        "An eye is not a creature",
        "The small tips of the three framed tiles enclose a round white area. Such an eye is not "
        "a creature and never wins.",
        options="48",
        moves="0,0a+1,-1b 1,0c+2,0a",
        ring="0,0+1,-1+1,0",
    ),
    LessonStep(
        "Win with two tiles",
        "This white creature is open at the two framed cells. Fill both and turn the tiles so "
        "that they close it. Click a cell, then click the tile again to turn it.",
        options="48",
        moves="0,0b+1,0c 1,-1a+1,-2b",
        answers="-1,0a+0,-1c",
        ring="-1,0 0,-1",
        wrong="The white area is still open, or blue closes it. Click the first tile to turn "
        "it. Turn the second tile with the mouse wheel before you click.",
        after="The white creature is complete. You win. If all 48 tiles are placed and no "
        "creature is complete, the game is a draw.",
    ),
)
