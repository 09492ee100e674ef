"""Command lines that are refused, with parts of their messages."""

import shlex

import pytest
from support import needs_numba

SECONDS = "x", "-1", "nan", "inf"

ERRORS = {
    "nonsense": "nonsense",
    "lisst": "Did you mean 'list'?",
    "--scale 2": "Unknown option --scale; see `puzzlekit --help`. Did you mean '--ui-scale'?",
    "--red human play hex": "Unknown option --red;",
    "--sise=3 list": "Did you mean '--size'?",
    "--size foo list": "'foo' must be WIDTHxHEIGHT",
    "--ui-scale nan list": "'nan' must be a number from 0.5 to 4",
    "order": "ID",
    "order permut": "Did you mean 'permute'?",
    "order ''": "not a game ID",
    "order 'c f 0.333'": 'Did you mean solid:"c f 0.333"?',
    "order '(0 1 2)'": "Save generators in a file such as group.cycles or group.g.",
    f"order {__file__}": "is a Python file. Move it to your plugins folder",
    "order pinball --nonsense": "--nonsense",
    "order play": "no plugin",
    "order pinball --white greedy": "unrecognized arguments: --white greedy",
    "web --json": "unrecognized arguments: --json",
    "site play --json": "unrecognized arguments: --json",
    "solve cube --optimum": "see `puzzlekit solve --help`. Did you mean '--optimal'?",
    **{f"order pinball --seconds={each}": "number of seconds" for each in SECONDS},
    "play permut --text": "Did you mean 'permute'?",
    "play permute:4 --text --players human": "2 seats",
    "play permute:4 --text --script 'Ca1-a2 nonsense'": "Ca1-a2",
    "play /no/such/file.json --text": "cannot be read",
    "play hex --size 12 --text": "'12' must be WIDTHxHEIGHT",
    "play permute:4 --white greedy --text": "Sides of Permute: --orange, --yellow.",
    "play permute:4 --yelow greedy --text": "Did you mean 'yellow'?",
    "play permute:4 --yellow gredy --text": "Did you mean 'greedy'?",
    "play permute:4 --yellow --text": "argument --yellow: expected one argument; see `puzzlekit",
    "play permute:4 --txt": "Did you mean '--text'?",
    "play permute:4 --txt --light": "Did you mean '--text'?",
    "play permute:4 --yellow greedy --players human,human --text": "leave out --players",
    "play pinball --solver greedy --text": "Sides of Pinball: none.",
    "play permute:4 --SIDE greedy --text": "Unknown option --SIDE",
    "play hex:3 --text --clock 5:2": "use 15+10",
    "play fifteen --text --clock 5+2": "two players",
    "play x.json --text --seed 5": "do not apply to saved games",
    "play x.json --text --clock 5+0": "do not apply to saved games",
    "play x.json --text --yellow greedy": "do not apply to saved games",
    "perft permute:4": "--depth",
    "perft permute:4 --depth 0": "1 or more",
    "perft permute:4 --depth -3": "1 or more",
    "perft permute:4 --depth x": "--depth",
    "solve permute": "game",
    "solve pinball --limit 9": "--limit requires --optimal",
    "solve pinball --optimal --tables": "--tables is for short solutions",
    "solve pinball --seed -1": "--seed",
    f"solve pinball --seed {'9' * 30}": "--seed",
    "solve pinball#x": "seed",
    'solve cube --from "R Uw M2"': "are moves, not a position; use play_moves (--moves)",
    'picture cube --output x.svg --from "R"': "use play_moves (--script) to play them first",
    'order cube --from "R U"': "use play_moves (in Python) to play them first",
    'solve cube --moves "R\' Q"': "no move 'Q' (position 4)",
    "solve cube:2 --metric jumps": "jumps",
    "solve cube:2 --memory much": "much",
    "web --port 99999": "Port 99999 cannot be used",
    "distances pinball --plot x.zzz": "'x.zzz' must end in .svg",
    "distances fifteen --metric turns": "metric turns. Omit the metric (--metric)",
    "distances hex:3 --to-goal": "has no goal. Omit to_goal (--to-goal)",
    "distances fifteen --to-goal --from goal": "--to-goal and --from cannot be combined",
    "distances fifteen --resume": "--resume needs --save FILE",
    "distances cube:2 --memory much": "much",
    "scramble pinball --distance far": "'far' must be a number of moves, or hardest",
    "scramble pinball --metric turns --distance 1": "does not support the metric turns",
    "scramble fifteen:3,height=2@45_123": "leave out @",
    "scramble hex --distance 3": "Hex is a game, not a puzzle",
    "scramble pinball --seed -1": "must be 0 or more",
    "scramble fifteen --wca": "is not a twisty puzzle",
    "scramble cube:2 --wca --moves 3": "cannot be combined",
    "match hex:3 mcts: random": "Unknown player 'mcts:'",
    "match hex:3 human random": "computer players",
    "match hex:3 random random --seed -1": "0 or more",
    "match hex:3 random random --random-plies -1": "0 or more",
    "match hex:3 random random --games 0": "1 or more",
    "match hex:3 greedy random --resume": "--resume needs --save FILE",
    "match hex:3 greedy random --force": "--force needs --save FILE",
    "match hex:3 greedy random --save x.pgn --resume --force": "not allowed with",
    "match hex:3 random random --from R2,R2,R2_B": "is already over",
    "prove hex:3 --from R2,R2,R2_B": "The game is over",
    "prove hex:3 --side Blu": "Unknown --side Blu",
    "prove hex:3 --moves z9": "'z9' is not a legal move",
    "prove pinball": "is not a game",
    "prove hex:3 --outcome --side red": "--side is for forced wins",
    "prove hex:3 --memory 1GB": "--memory needs --outcome",
    "prove hex:3 --outcome --moves -1": "'-1' is not a legal move",
    "convert cube": "Use --to with one of: gap, kpuzzle, tws, toml",
    "convert cube --to gpa": "Did you mean 'gap'?",
    "convert cube --output /x.sympy": "Unknown format --to sympy",
    "convert cube --to gap --output / --force": "is a folder",
    "convert permute --to gap": "neither a twisty nor a sliding",
    "practice hex:11": "no positions to solve for hex:11",
    "practice fifteen": "15-puzzle is a puzzle. Use `puzzlekit scramble fifteen`",
    "practice fifteen --generate 1": "is a puzzle",
    "practice hex:7#3": "sets the start",
    "practice nosuch": "There is no plugin",
    "new 9lives": "Invalid plugin name '9lives': use letters and digits, with - or _ between",
    "new ../evil": "Invalid plugin name",
    "new class": "Invalid plugin name",
    "new hex": "The plugin name 'hex' is taken (puzzlekit.games.hex); choose another name.",
    "new Hex": "The plugin name 'Hex' is taken (puzzlekit.games.hex); choose another name.",
    "new mine --kind chess": "chess",
}


@pytest.mark.parametrize("line", ERRORS)
def test_error_message(line, command_error):
    assert ERRORS[line] in command_error(*shlex.split(line))


@pytest.mark.slow
@needs_numba
def test_error_message_after_search(command_error):
    assert "is already over" in command_error("playouts", "hex:3", "--from", "R2,R2,R2_B")
    assert "The maximum is 48." in command_error("scramble", "pinball", "--distance", "99")
    message = command_error("prove", "hex:5", "--outcome", "--memory", "999999TB")
    assert "Not enough memory for a table" in message
