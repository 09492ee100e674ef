"""Command-line interface, one module per command."""

from .command_line import main as main
