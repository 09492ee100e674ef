"""The contents of the rules dialog: sections on rules, variants, notation and keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..core.options import Option, options_of
from ..core.translation import _, translate
from ..play.analysis import can_analyse
from ..play.editing import can_edit
from ..play.lessons import default_examples, examples_of, open_example, options_and_start
from ..play.macros import can_save_macro
from ..rules.base import Puzzle, Rules
from ..rules.lessons import Example
from ..solving.scrambles import has_scrambles

#: Maximum number of legal moves that are listed completely.
MAX_MOVES = 24


class Section(NamedTuple):
    """A section of the rules dialog; the number, title and example are optional.

    `rows` pairs keys with their actions.
    """

    title: str
    text: str
    number: int = 0
    example: Example | None = None
    rows: Sequence[tuple[str, str]] = ()


def rule_sections(rules: Rules) -> list[Section]:
    """Return the sections of the Rules tab."""
    kind = type(rules.unwrapped)
    own = examples_of(rules)
    text = kind.rules_text(translate).replace("`", "")
    paragraphs = text.split("\n\n")[: -len(own) or None]
    about = "\n\n".join(paragraphs)
    if not own:
        examples = [
            Section(each.title, each.text, example=each) for each in default_examples(rules)
        ]
        return [Section(kind.name, about), *examples]
    sections = [
        Section(translate(each.title), translate(each.text), number, each)
        for number, each in enumerate(own, 1)
    ]
    return [*sections, Section(_("About"), about)]


def variant_sections(rules: Rules) -> list[Section]:
    """Return the sections of the Variants tab: the options, and pictures of the presets.

    A plugin without options has no variants.
    """
    kind = type(rules.unwrapped)
    sections, options = [], options_of(kind)
    if not options:
        return []
    is_blank = rules.board.plane and not any(rules.pieces(rules.start()))
    for option in options.values():
        note = translate(kind.option_notes.get(option.name, ""))
        allowed = _("{allowed}; default: {value}.").format(
            allowed=_allowed_values(option), value=translate(option.write(option.default))
        )
        text = f"{note}\n\n{allowed[:1].upper()}{allowed[1:]}".strip()
        sections.append(Section(option.title, text))
    defaults = {option.name: option.default for option in options.values()}
    pictures = []
    for name, preset in kind.presets.items():
        values = {**defaults, **preset}
        text = ",".join(f"{key}={options[key].write(values[key])}" for key in options)
        example = None if is_blank else Example("", "", options=text)
        if example is not None and rules.solid is None:
            scene = open_example(rules, example)
            board, pieces = scene.rules.board, scene.rules.pieces(scene.state)
            shown = [
                (cell, piece) for cell, piece in zip(board.cells, pieces, strict=True) if piece
            ]
            picture = shown, None if board.plane else board.cells
            example = None if picture in pictures else example  # the same board, other rules
            pictures.append(picture)
        sections.append(Section(translate(name), _describe_preset(options, preset), 0, example))
    return sections


def _describe_preset(options: Mapping[str, Option], preset: Mapping[str, object]) -> str:
    """Return the options of a preset that differ from the defaults."""
    values = [
        f"{options[key].title}: {translate(options[key].write(value))}"
        for key, value in preset.items()
        if value != options[key].default
    ]
    return ", ".join(values) or _("The default.")


def _allowed_values(option: Option) -> str:
    """Return `option.allowed` in the user's language."""
    if option.choices:
        values = ", ".join(translate(str(each)) for each in option.choices)
        return _("one of {values}").format(values=values)
    if isinstance(option.default, bool):
        return _("on or off")
    if option.bounds and option.bounds.step == 1:
        first, last = option.bounds[0], option.bounds[-1]
        return _("an integer from {first} to {last}").format(first=first, last=last)
    return option.allowed if isinstance(option.default, int) else _("any text")


def notation_sections(rules: Rules) -> list[Section]:
    """Return the sections of the Notation tab: how moves are written, with an example."""
    kind, state = type(rules.unwrapped), rules.start()
    moves = rules.legal_moves(state)
    text = translate(kind.notation_notes) or _("Type a move as shown here.")
    if isinstance(rules, Puzzle):
        text += "\n\n" + _(
            "You can type several moves at once. A number repeats a move, and brackets group "
            "moves: (A B)2 is A B A B."
        )
        if can_save_macro(rules):
            text += " " + _(
                "A prime inverts a move, [A, B] is a commutator and [A: B] a conjugate."
            )
    sections = [Section(_("Moves"), text.replace("`", ""))]
    examples = [
        example
        for example in examples_of(rules)
        if example.move and not example.illegal and _has_same_moves(rules, example)
    ]
    if not examples and moves and " " not in moves[0]:
        examples = [Example("", "", options=options_and_start(rules), move=moves[0])]
    for example in examples[:2]:
        sections.append(Section(example.move, "", example=example))
    if moves:
        shown, title = moves, _("Legal moves at the start")
        if len(moves) > MAX_MOVES:
            shown, title = [*moves[:: -(-len(moves) // 8)], "…"], _("Some legal moves at the start")
        sections.append(Section(title, "   ".join(shown)))
    return sections


def _has_same_moves(rules: Rules, example: Example) -> bool:
    """Return whether the moves of an example are named as in `rules`, not after another solid."""
    return (
        rules.solid is None or rules.board.cells == open_example(rules, example).rules.board.cells
    )


def key_sections(rules: Rules, *, on_page: bool = False) -> list[Section]:
    """Return the sections of the Keys tab, with only the keys that work in the plugin."""
    is_puzzle, has_macros = isinstance(rules, Puzzle), can_save_macro(rules)
    solid, plane, in_window = rules.solid is not None, rules.board.plane, not on_page
    board = _rows_if(
        (True, _("Arrow keys"), _("move the cursor")),
        (True, _("Enter"), _("select")),
        (True, _("Shift+Enter"), _("like a right-click")),
        (on_page, _("Long press"), _("like a right-click")),
        (True, _("Esc, Backspace"), _("take back a click")),
        (True, _("F3"), _("show the legal moves")),
        (in_window, _("F11"), _("full screen")),
        (in_window, _("Ctrl+Plus, Ctrl+Minus"), _("larger or smaller interface")),
        (solid, _("Drag a sticker"), _("turn its layer")),
        (solid and in_window, _("F6"), _("switch between solid and net")),
        (plane and in_window, _("Drag empty space"), _("scroll")),
        ((plane or solid) and in_window, _("Ctrl+wheel"), _("zoom")),
    )
    game = _rows_if(
        (in_window, _("F1"), _("rules")),
        (True, _("F2"), _("hint; press again to play it")),
        (in_window, _("F4"), _("settings")),
        (True, _("Ctrl+Z, Ctrl+Y"), _("undo, redo")),
        (True, _("PgUp, PgDn"), _("previous or next move")),
        (True, _("Home, End"), _("first or last position")),
        (in_window, _("Space"), _("replay the moves")),
        (in_window and is_puzzle, _("F5"), _("new scramble")),
        (in_window and not is_puzzle, _("Ctrl+N"), _("new game")),
        (in_window and is_puzzle, _("F7"), _("show the goal")),
        (in_window and is_puzzle, _("F8"), _("play the solution")),
        (in_window and is_puzzle, _("Ctrl+T"), _("list your times")),
        (in_window and can_analyse(rules), _("F9"), _("winning chances and mistakes")),
        (in_window, _("Ctrl+K"), _("comment on this move or mark it")),
    )
    copying = _rows_if(
        (True, _("Ctrl+C"), _("copy the game")),
        (True, _("Ctrl+Shift+C"), _("copy a record")),
        (True, _("Ctrl+L"), _("copy the position")),
        (has_scrambles(rules), _("Ctrl+Shift+L"), _("show the scramble")),
        (True, _("Ctrl+V"), _("open a copied game")),
        (True, _("Ctrl+S"), _("save a picture")),
        (can_edit(rules), _("Ctrl+E"), _("edit the position")),
        (has_macros, _("Ctrl+M"), _("record a macro")),
        (has_macros, _("Ctrl+1 … Ctrl+9"), _("play a macro; with Shift, its inverse")),
    )
    sections = [Section(_("Board"), "", rows=board), Section(_("Game"), "", rows=game)]
    if in_window:
        sections.append(Section(_("Copy and save"), "", rows=copying))
    if isinstance(rules, Puzzle) and rules.keys:
        turns: dict[str, dict[str, list[str]]] = {}  # a row for each turn and its inverse
        for key, move in rules.keys.items():
            turns.setdefault(move.rstrip("'"), {}).setdefault(move, []).append(key)
        rows = [
            (" | ".join(map(" ".join, by_move.values())), " | ".join(by_move))
            for by_move in turns.values()
        ]
        sections.append(Section(_("Moves by key"), "", rows=rows))
    return sections


def _rows_if(*rows: tuple[bool, str, str]) -> list[tuple[str, str]]:
    """Return the keys and actions of the rows that apply."""
    return [(keys, action) for applies, keys, action in rows if applies]


#: The functions that return the sections of each tab, by the title of the tab.
Tabs = Mapping[str, Callable[[Rules], list[Section]]]

TABS: Tabs = {
    _("Rules"): rule_sections,
    _("Variants"): variant_sections,
    _("Notation"): notation_sections,
    _("Keys"): key_sections,
}


def tabs_of(rules: Rules) -> list[str]:
    """Return the tabs with sections: a plugin without options has no Variants tab."""
    has_options = bool(options_of(type(rules.unwrapped)))
    return [tab for tab, sections in TABS.items() if has_options or sections != variant_sections]
