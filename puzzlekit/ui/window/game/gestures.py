"""What mouse and keys can do with the next touch, in few words."""

from __future__ import annotations

from ...pointer import Pointer


def gestures(pointer: Pointer, *, solid: bool) -> list[str]:
    """Return what a hand can do now besides clicking, nearest first.

    >>> from puzzlekit import load
    >>> rules = load("pentago")
    >>> pointer = Pointer(rules, rules.play(rules.start(), "c3"))
    >>> gestures(pointer, solid=False)
    ['right-click: other way']
    """
    if solid:
        return ["drag a sticker along its row"]
    most = max((len(variants) for variants in pointer.targets().values()), default=1)
    if pointer.path:
        found = ["Backspace takes it back"]
        if most > 1:
            found.append("wheel or Ctrl R changes it")
    elif most == 2 and pointer.rules.motion == "turn":
        found = ["right-click: other way"]
    elif most == 2:
        found = ["right-click: another move"]
    elif most > 2:
        found = ["wheel or Ctrl R changes it"]
    else:
        found = []
    if pointer.board.plane:
        found.append("drag beside it to scroll")
    return found
