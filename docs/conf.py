"""Sphinx configuration; `make docs` builds the site into build/docs."""

from __future__ import annotations

import re
from typing import Any

from puzzlekit import __version__

project = "puzzlekit"
author = "The puzzlekit developers"
copyright = "The puzzlekit developers"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# Single backquotes in docstrings are code.
default_role = "code"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_default_options = {"members": True, "member-order": "bysource"}
autosummary_generate = False
add_module_names = False

html_theme = "pydata_sphinx_theme"
html_title = f"puzzlekit {version}"
html_static_path = ["_static"]
html_css_files = ["puzzlekit.css"]
templates_path = ["_templates"]
html_show_sourcelink = False
html_theme_options = {
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "navbar_align": "left",
    "header_links_before_dropdown": 6,
    "navbar_end": ["play-link", "theme-switcher"],
    "footer_start": ["copyright"],
    "footer_end": ["sphinx-version"],
    "secondary_sidebar_items": ["page-toc"],
}


def remove_aliases(
    app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]
) -> None:
    """Remove the docstrings that Python gives to the fields of named tuples."""
    if lines and lines[0].startswith("Alias for field number"):
        lines[:] = [""]


def command_help(command: str) -> str:
    """Return the output of `puzzlekit COMMAND --help`, 80 columns wide."""
    import os
    import subprocess
    import sys

    argv = [sys.executable, "-m", "puzzlekit", *command.split(), "--help"]
    environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}
    text = subprocess.run(argv, env=environment, capture_output=True, text=True, check=True).stdout
    return re.sub(r"Documentation and\s+examples:\s+\S+\.\s*$", "", text).rstrip()


def setup(app: Any) -> None:
    """Add the directive `command-help` and the formatting of docstrings."""
    from docutils import nodes
    from docutils.parsers.rst import Directive

    class CommandHelp(Directive):
        """The help text of a command as a literal block."""

        optional_arguments = 1
        final_argument_whitespace = True

        def run(self) -> list[nodes.Node]:
            text = command_help(self.arguments[0] if self.arguments else "")
            return [nodes.literal_block(text, text, language="text")]

    def strip_blocks(app: Any, doctree: nodes.document) -> None:
        """Remove the blank line that ends each doctest."""
        for block in doctree.findall(nodes.literal_block):
            text = block.astext().rstrip()
            block.children = [nodes.Text(text)]
            block.rawsource = text

    app.add_directive("command-help", CommandHelp)
    app.connect("doctree-read", strip_blocks)
    app.connect("autodoc-process-docstring", remove_aliases)
