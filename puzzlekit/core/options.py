"""Options of plugins, declared in the signature of `__init__`.

    def __init__(self, size: Annotated[int, range(2, 27)] = 12,
                 start: Literal["chequerboard", "blocks"] = "chequerboard"): ...

declares a bounded number and a choice. IDs, the command line and the launcher use the options. A
string in `Annotated` is the label of an option on screen; by default it is the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from .errors import OptionError, did_you_mean, quoted
from .translation import translate


class Option(NamedTuple):
    """An option of a plugin: its default, and its choices or bounds, if any."""

    name: str
    default: Any
    choices: tuple[str | int, ...] = ()
    bounds: range | None = None
    label: str = ""

    def read(self, text: str) -> Any:
        """Return the value parsed from a string; raise `OptionError` if it is invalid."""
        shown = text[:40] if text.isprintable() else repr(text[:40])
        if self.choices:
            values = {self.write(value): value for value in self.choices}
            if text not in values:
                raise OptionError(
                    f"{self.name}={shown} is invalid: it must be {self.allowed}."
                    f"{did_you_mean(text, values)}"
                )
            return values[text]
        if isinstance(self.default, bool):
            if text not in ("on", "off"):
                raise OptionError(f"{self.name}={shown} is invalid: it must be on or off.")
            return text == "on"
        if isinstance(self.default, int):
            number = int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else None
            if number is None or (self.bounds is not None and number not in self.bounds):
                moves = " A game ID contains no moves." if re.match(r"[0-9]+\s", text) else ""
                raise OptionError(
                    f"{self.name}={shown} is invalid: it must be {self.allowed}.{moves}"
                )
            return number
        return text

    @property
    def title(self) -> str:
        """The name to display, in the user's language."""
        title = translate(self.label or self.name.replace("_", " "))
        return title[:1].upper() + title[1:]

    @property
    def allowed(self) -> str:
        """A description of the allowed values."""
        if self.choices:
            return "one of " + ", ".join(map(str, self.choices))
        if self.bounds is not None:
            step = f" in steps of {self.bounds.step}" if self.bounds.step != 1 else ""
            ends = "(none is allowed)"
            if self.bounds:
                ends = f"from {self.bounds[0]} to {self.bounds[-1]}"
            return f"an integer {ends}{step}"
        if isinstance(self.default, bool):
            return "on or off"
        if isinstance(self.default, int):
            return "an integer of at most nine digits"
        return "a string"

    @property
    def is_unbounded(self) -> bool:
        """True if the option is a number without bounds."""
        return type(self.default) is int and self.bounds is None and not self.choices

    def write(self, value: Any) -> str:
        """Return a value as a string that `read` can parse."""
        return ("off", "on")[value] if isinstance(value, bool) else str(value)

    def data(self) -> dict[str, Any]:
        """Return the option as JSON data."""
        data: dict[str, Any] = {"name": self.name, "default": self.default}
        if self.choices:
            data["choices"] = list(self.choices)
        if self.bounds is not None:
            data |= {"min": self.bounds[0], "max": self.bounds[-1]}
        return data


def options_of(plugin: type) -> Mapping[str, Option]:
    """Return the options of a plugin class by name, in order of declaration."""
    return _signature_options(plugin)


@lru_cache(maxsize=256)
def _signature_options(plugin: type) -> Mapping[str, Option]:
    import inspect  # slow to import, and puzzle files have no options

    hints = get_type_hints(plugin.__init__, include_extras=True)  # type: ignore[misc]
    options = {}
    for name, parameter in list(inspect.signature(plugin).parameters.items()):
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            continue
        default = parameter.default
        if default is parameter.empty or not isinstance(default, bool | int | str):
            has = "" if default is parameter.empty else f", not {default!r}"[:60]
            raise OptionError(
                f"The option {name!r} of {plugin.__name__} needs a default that is a number, a "
                f"string, True or False{has}; write something like {name}=3."
            )
        hint = hints.get(name)
        kind, *extras = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        choices = get_args(kind) if get_origin(kind) is Literal else ()
        bounds = next((extra for extra in extras if isinstance(extra, range)), None)
        label = next((extra for extra in extras if isinstance(extra, str)), "")
        options[name] = Option(name, default, choices, bounds, label)
        _check_default(plugin, options[name])
    return MappingProxyType(options)


def _check_default(plugin: type, option: Option) -> None:
    """Raise `OptionError` if a default is not one of the choices or is out of bounds."""
    default = option.default
    inside = option.bounds is None or (type(default) is int and default in option.bounds)
    if not inside or (option.choices and default not in option.choices):
        raise OptionError(
            f"The option {option.name!r} of {plugin.__name__} has the default {default!r}, but "
            f"must be {option.allowed}."
        )


def read_options(options: Mapping[str, Option], given: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return option values parsed from strings. An empty name means the first option."""
    values: dict[str, Any] = {}
    for name, text in given:
        if not name and not options:
            raise OptionError(f"Unexpected {quoted(text)}; there are no options.")
        key = name or next(iter(options))
        if key not in options:
            known = f"the options are {', '.join(options)}" if options else "there are no options"
            raise OptionError(f"Unknown option {quoted(key)}; {known}.{did_you_mean(key, options)}")
        if key in values:
            raise OptionError(f"The option {quoted(key)} is given twice.")
        values[key] = options[key].read(text)
    return values
