"""The `site` command: write a static website on which plugins can be played."""

from __future__ import annotations

from argparse import Namespace

from .common import DONE
from .parsers import Commands, as_path


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add(
        "site", _run, "write a website on which plugins can be played", json=False
    )
    command.add_argument("folder", metavar="FOLDER", type=as_path, help="folder for the files")
    command.add_list("plugins", "PLUGIN", "names of plugins (default: all)", required=False)
    command.add_value(
        "--pyodide FOLDER",
        "folder with the npm package pyodide (default: download it with npm)",
        as_path,
    )


def _run(arguments: Namespace) -> int:
    from ..ui.web.site import build_site

    size, slow_because = build_site(arguments.folder, arguments.plugins, arguments.pyodide)
    print(f"{arguments.folder}: {size / 1e6:.1f} MB. Put these files on any static web host.")
    if slow_because:
        print(f"Without a memory snapshot, each start takes several seconds: {slow_because}.")
    return DONE
