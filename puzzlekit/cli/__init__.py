"""The command line: one file a command."""

from .command_line import main as main
