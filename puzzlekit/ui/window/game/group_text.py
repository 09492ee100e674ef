"""The line of the panel about the group that acts on a position."""

from __future__ import annotations

from ....group import GroupInfo


def group_text(info: GroupInfo | None, *, busy: bool) -> str:
    """Return what is known of a group, or whether it will be.

    >>> group_text(GroupInfo(9, 2, 20160, "A8"), busy=False), group_text(None, busy=True)
    ('order 20,160 · A8', 'computing ...')
    """
    if info is None:
        return "computing ..." if busy else "not known"
    return f"order {in_figures(info.order)}{(info.name and f' · {info.name}') or ''}"


def in_figures(number: int | str) -> str:
    """Return a large number in a few figures.

    >>> in_figures(20160), in_figures(10**30)
    ('20,160', '1.00·10^30')
    """
    digits = str(number)
    if len(digits) < 13:
        return f"{int(digits):,}"
    return f"{digits[0]}.{digits[1:3]}·10^{len(digits) - 1}"
