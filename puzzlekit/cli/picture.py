"""The `picture` command: a position as PNG or SVG, a game as an animated GIF or WebP."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ..core.errors import FormatError, OptionError, did_you_mean, shorten_path
from .common import DONE, refuse_overwrite
from .parsers import Commands, as_path, positive

if TYPE_CHECKING:
    from ..play.session import Session

#: File suffixes of pictures and of animations.
STILL, ANIMATED = ("svg", "png"), ("gif", "webp")

#: Default size in pixels by format, and the limits of `--size`.
SIZES, MIN_SIZE, MAX_SIZE = {"png": 640, "gif": 400, "webp": 400}, 48, 2000


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "picture",
        _run,
        "save a picture of a position, or an animation of a game",
        json=False,
        games="game ID, puzzle file, saved game or record",
    )
    command.add_value(
        "--output FILE",
        "output file: .svg or .png for a picture, .gif or .webp for an animation",
        as_path,
        required=True,
    )
    command.add_value(
        "--size PIXELS",
        f"maximum width and height, {MIN_SIZE} to {MAX_SIZE} (default: 640; animations 400)",
        positive,
    )
    command.add_argument("--theme", choices=["dark", "light"], help="background theme")
    command.add_switch("--net", "show a solid as a net")
    command.add_value("--last N", "animate only the last N moves", positive)
    command.add_value("--script MOVES", "play these moves first, separated by spaces")
    command.add_switch("--force", "replace the file if it exists")


def _run(arguments: Namespace) -> int:
    from ..core.files import write_output
    from ..plugin.validation import checked_solid

    path = arguments.output
    form = path.suffix.lower().removeprefix(".")
    known = (*STILL, *ANIMATED)
    if form not in known:
        raise FormatError(
            f"Unknown picture format of --output {shorten_path(path)}; end the file name with one "
            f"of {', '.join(f'.{each}' for each in known)}.{did_you_mean(form, known)}"
        )
    refuse_overwrite("--output", path, arguments.force)
    if arguments.last is not None and form not in ANIMATED:
        raise OptionError("--last is for animations; leave it out, or name a .gif file.")
    if arguments.size is not None and form == "svg":
        raise OptionError("SVG pictures have no fixed size; leave out --size.")
    side = arguments.size or SIZES.get(form, 0)
    if arguments.size is not None and not MIN_SIZE <= side <= MAX_SIZE:
        raise OptionError(f"Invalid --size {side}: must be from {MIN_SIZE} to {MAX_SIZE}.")
    session = _session(arguments)
    if arguments.net and checked_solid(session.rules) is None:
        raise OptionError(f"{session.rules.name} is not a solid; leave out --net.")
    write_output(path, _render(arguments, session, form, side))
    return DONE


def _session(arguments: Namespace) -> Session:
    from ..play import records
    from .play import session_for

    session = session_for(arguments)
    records.play_moves(session, arguments.script or "", "--script")
    return session


def _render(arguments: Namespace, session: Session, form: str, side: int) -> str | bytes:
    from ..ui import settings

    config = settings.read()
    config.theme = arguments.theme or config.theme
    if form == "svg":
        from ..ui.svg import picture

        return picture(
            session.rules,
            session.state,
            theme=config.theme,
            palette=config.palette,
            letters=config.uses_letters,
            net=arguments.net,
        )
    from ..ui.window.drawing.offscreen import AnimationExport, headless_pygame, still_image

    with headless_pygame():
        if form == "png":
            return still_image(session.rules, session.state, config, form, side, net=arguments.net)
        from .progress_bar import show_progress

        export = AnimationExport(session, config, side, arguments.last, net=arguments.net)
        with show_progress() as progress:
            for number in export.draw_frames():
                progress("Frames", number, export.total)
            progress("Packing frames", export.total, export.total)
            return export.encoded(form)
