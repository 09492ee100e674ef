"""Messages of the user interface in the language of the system.

The catalogues are in `puzzlekit/locale`. Messages without a translation stay English.
"""

import gettext
import os

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")
_CATALOGUE = gettext.translation("puzzlekit", _FOLDER, fallback=True)

#: Translate a message: `_("Cut {count} cells").format(count=3)`.
_ = _CATALOGUE.gettext

#: Translate a message with a number: `ngettext("{count} move", "{count} moves", count)`.
ngettext = _CATALOGUE.ngettext
