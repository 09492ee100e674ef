"""A hostile case: a command line, and the files, the input and the environment that it meets."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Case:
    """One run of the command line; `format` is what it tries, `name` tells it from others."""

    format: str
    name: str
    argv: tuple[str, ...]
    #: Files of the folder in which the command runs, by name; names may be no UTF-8.
    files: dict[bytes, bytes] = field(default_factory=dict)
    #: Files of the folder of plugins.
    plugins: dict[bytes, bytes] = field(default_factory=dict)
    stdin: bytes = b""
    environment: dict[str, str] = field(default_factory=dict)
