"""What mouse and keys can do with the next touch, in few words."""

from __future__ import annotations

from ...pointer import Pointer
from .gallery import is_gallery


def gestures(pointer: Pointer, *, solid: bool) -> list[str]:
    """Return what else mouse and keys can do now, what is most needed last."""
    if solid:
        return ["drag a sticker along its row"]
    found = []
    if pointer.board.plane and not pointer.path and not is_gallery(pointer):
        found.append("drag beside it to scroll")
    if pointer.path:
        found.append("Esc takes it back")
        if len(pointer.last_variants()) > 1:
            found.append("click it again to turn it")
    most = max((len(variants) for variants in pointer.targets().values()), default=1)
    if most == 2 and not pointer.path:
        turns = pointer.rules.motion == "turn"
        found.append(f"right-click: {'other way' if turns else 'another move'}")
    elif most > 1:
        found.append("wheel or Ctrl R turns it")
    return found
