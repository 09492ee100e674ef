"""Line-based input and output."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import TextIO
from unicodedata import east_asian_width

from ...core.errors import escape_control_characters


class Terminal:
    """Line-based input and output, by default on standard input and output."""

    def __init__(self, stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
        self.stdin: TextIO | None = stdin or sys.stdin
        self.stdout: TextIO | None = stdout or sys.stdout
        is_standard = self.stdin is sys.stdin and self.stdout is sys.stdout
        self.standard = is_standard and self.stdout is not None
        for stream in (self.stdin, self.stdout):
            if isinstance(stream, io.TextIOWrapper):
                with contextlib.suppress(io.UnsupportedOperation):  # already in use
                    stream.reconfigure(errors="replace")  # never fail on an unencodable character
        self._is_dumb = os.environ.get("TERM") == "dumb"
        self.is_screen = self.stdout is not None and self.stdout.isatty()
        self._over = ""
        self.colour = self.is_screen and not (self._is_dumb or os.environ.get("NO_COLOR"))
        if self.colour and sys.platform == "win32":
            os.system("")  # makes the console of Windows 10 show ANSI colours
        if self.standard and self.stdin and self.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (gives `input` its line editing)

    @property
    def width(self) -> int:
        return max(40, shutil.get_terminal_size().columns)

    def write(self, text: str = "") -> None:
        """Write text unchanged, followed by a line break."""
        print(text, file=self.stdout, flush=True)

    def write_wrapped(self, text: str, indent: str = "") -> None:
        """Write text wrapped to the terminal width."""
        for line in map(escape_control_characters, text.splitlines()):
            long = self.is_screen and len(line) >= self.width
            self.write(
                textwrap.fill(line, self.width - 1, subsequent_indent=indent) if long else line
            )

    def write_paragraphs(self, text: str) -> None:
        """Write paragraphs, wrapped to the terminal width unless they have indented lines."""
        for number, paragraph in enumerate(text.split("\n\n")):
            indented = any(line[:1].isspace() for line in paragraph.splitlines())
            prose = self.is_screen and not indented
            if number:
                self.write()
            one_line = re.sub(r"\s+", " ", paragraph.strip(), flags=re.ASCII)
            self.write_wrapped(one_line if prose else paragraph)

    def write_transient(self, text: str) -> None:
        """Write a temporary line over the previous temporary line, if the output is a terminal.

        Dumb terminals, which screen readers may use, cannot overwrite a line.
        """
        if self.is_screen and not self._is_dumb and text != self._over:
            line = escape_control_characters(text)[: self.width - 1]
            blank = " " * (len(self._over) - len(line))
            print(f"\r{line}{blank}\r", end="", file=self.stdout, flush=True)
            self._over = line

    def ask(self, prompt: str) -> str | None:
        """Return the next line without surrounding spaces, or None at the end of input."""
        if self.stdin is None:
            return None
        if self.standard:
            try:
                return input(prompt).strip()
            except EOFError:
                return None
        print(prompt, end="", file=self.stdout, flush=True)
        line = self.stdin.readline()
        return line.strip() if line else None


def columns(cells: Iterable[str]) -> list[str]:
    """Return strings arranged in equal columns that fit the terminal."""
    texts = list(cells)
    size = max(map(width, texts), default=0) + 2
    count = max(1, shutil.get_terminal_size().columns // size)
    rows = [texts[i : i + count] for i in range(0, len(texts), count)]
    return ["".join(pad(text, size, "<") for text in row).rstrip() for row in rows]


def width(text: str) -> int:
    """Return the width of a string in terminal columns."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def pad(text: str, size: int, side: str) -> str:
    """Pad a string with spaces, on the left if `side` is ">"."""
    blanks = " " * (size - width(text))
    return blanks + text if side == ">" else text + blanks
