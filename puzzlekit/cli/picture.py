"""The command `picture`: a position as PNG or SVG, a game as a moving GIF or WebP."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ..core.errors import FormatError, OptionError, did_you_mean, shorten_path
from .common import DONE, check_new
from .parsers import Commands, as_path, count

if TYPE_CHECKING:
    from ..play.session import Session

#: The endings of still pictures, and of moving ones.
STILL, MOVING = ("svg", "png"), ("gif", "webp")

#: How many pixels wide or high a picture is, unless told otherwise, and at least and at most.
SIZES, LEAST, MOST = {"png": 640, "gif": 400, "webp": 400}, 48, 2000


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "picture",
        _run,
        "make a picture of a position, or a moving one of a game",
        json=False,
        games="game ID or puzzle file, or a saved game or a record",
    )
    command.add_argument(
        "--to",
        metavar="FILE",
        type=as_path,
        required=True,
        help="write this file: .svg or .png, or .gif or .webp for all moves in motion",
    )
    command.add_argument(
        "--size",
        metavar="PIXELS",
        type=count,
        help=f"how wide or high it is at most, {LEAST} to {MOST} (640, moving 400)",
    )
    command.add_argument("--theme", choices=["dark", "light"], help="colours of what lies behind")
    command.add_argument("--net", action="store_true", help="show a solid unfolded")
    command.add_argument("--last", metavar="N", type=count, help="move only the last N moves")
    command.add_argument(
        "--script", metavar="MOVES", help="play these moves first, separated by blanks"
    )
    command.add_argument("--force", action="store_true", help="replace the file if it exists")


def _run(arguments: Namespace) -> int:
    from ..core.files import write_output

    path = arguments.to
    form = path.suffix.lower().removeprefix(".")
    known = (*STILL, *MOVING)
    if form not in known:
        raise FormatError(
            f"--to {shorten_path(path)} is no kind of picture; let it end with "
            f"{', '.join(f'.{each}' for each in known)}.{did_you_mean(form, known)}"
        )
    check_new("--to", path, arguments.force)
    if arguments.last is not None and form not in MOVING:
        raise OptionError("--last is for moving pictures; leave it out, or end --to with .gif.")
    if arguments.size is not None and form == "svg":
        raise OptionError("A picture in SVG has any size; leave --size out.")
    side = arguments.size or SIZES.get(form, 0)
    if arguments.size is not None and not LEAST <= side <= MOST:
        raise OptionError(f"--size {side} will not do: it must be from {LEAST} to {MOST}.")
    write_output(path, _made(arguments, _session(arguments), form, side))
    return DONE


def _session(arguments: Namespace) -> Session:
    from ..play import records
    from .play import session_for

    session = session_for(arguments)
    records.play_moves(session, arguments.script or "", "--script")
    return session


def _made(arguments: Namespace, session: Session, form: str, side: int) -> str | bytes:
    from ..ui import settings

    looks = settings.read()
    looks.theme = arguments.theme or looks.theme
    if form == "svg":
        from ..ui.svg import picture

        return picture(
            session.rules,
            session.state,
            theme=looks.theme,
            palette=looks.palette,
            letters=looks.lettered,
            net=arguments.net,
        )
    from ..ui.window.drawing.offscreen import await_painter, no_window, still_image

    await_painter(session.rules)
    with no_window():
        if form == "png":
            return still_image(session.rules, session.state, looks, side, net=arguments.net)
        from ..ui.window.drawing.animation_export import AnimationExport
        from .progress_bar import bar

        film = AnimationExport(session, looks, side, arguments.last, net=arguments.net)
        with bar() as progress:
            for number in film.add_frame():
                progress("Frames", number, film.total)
            progress("Packing frames", film.total, film.total)
            return film.encoded(form)
