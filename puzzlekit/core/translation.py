"""Messages of the user interface in the chosen language or the language of the system.

The catalogues are in `puzzlekit/locale`. Messages without a translation stay English.
"""

import gettext as catalogues
import os
import sys
from contextlib import suppress

from .errors import OptionError
from .files import home, read_json

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")

#: The names of the languages for which there is a catalogue, by code.
LANGUAGES = {"en": "English", "de": "Deutsch"}


def chosen_languages() -> list[str] | None:
    """Return the language in the settings, or None to follow environment variables."""
    with suppress(OptionError, AttributeError):
        settings = read_json(home() / "settings.json", "settings", OptionError)
        language = settings.get("language")
        if isinstance(language, str) and language in LANGUAGES:
            return [language]
    return _languages_of_windows() if sys.platform == "win32" else None


def _languages_of_windows() -> list[str] | None:
    """Return the language of Windows, which sets none of the usual environment variables."""
    if any(os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")):
        return None
    import ctypes
    import locale

    number = ctypes.windll.kernel32.GetUserDefaultUILanguage()  # type: ignore[attr-defined]
    return [locale.windows_locale.get(number, "en")]


_CATALOGUE = catalogues.translation("puzzlekit", _FOLDER, chosen_languages(), fallback=True)

#: The code of the language of the messages.
LANGUAGE = _CATALOGUE.info().get("language", "en")

#: Translate a message: `_("Cut {count} cells").format(count=3)`.
_ = gettext = _CATALOGUE.gettext

#: Translate a message with a number: `ngettext("{count} move", "{count} moves", count)`.
ngettext = _CATALOGUE.ngettext


def translate(text: str) -> str:
    """Return the translation of a plugin's string, or the string itself if there is none."""
    key = " ".join(text.split())
    translated = gettext(key) if key else key  # an empty key is the header of the catalogue
    return text if translated == key else translated
