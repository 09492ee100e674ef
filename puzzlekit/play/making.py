"""What is said of a plugin whose class cannot be called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.errors import MAX_QUOTED, PluginError, PuzzlekitError
from ..core.options import options_of
from ..rules.faults import homes, say
from ..rules.members import faults_of_class
from ..rules.rule_book import Rules
from ..rules.told import is_raised_by, last_line, what_is_raised


def cannot_be_made(
    kind: type[Rules], name: str, values: Mapping[str, Any], error: BaseException
) -> PuzzlekitError:
    """Return what is wrong with the options of a plugin, or with its `__init__` and where."""
    raised = last_line(error, homes(kind))
    where = f" ({raised[1]})" if raised and not is_raised_by(error, kind) else ""
    if isinstance(error, PuzzlekitError):
        return type(error)(f"{name}{where}: {error}")
    why = what_is_raised(error, raised[0] if raised else None)
    if raised:
        why = f"{raised[1]}: {why}"
    else:
        why = next((say(kind, found) for found in faults_of_class(kind)), why)
    given = str(dict(values) or "its defaults")[:MAX_QUOTED]
    loose = [key for key in values if options_of(kind)[key].is_unbounded]
    if loose:
        why += f" If {loose[0]} may not be {values[loose[0]]}, give it bounds: "
        why += f"`{loose[0]}: Annotated[int, range(2, 20)] = {options_of(kind)[loose[0]].default}`."
    return PluginError(f"The plugin '{name}' cannot be made with {given}: {why}")
