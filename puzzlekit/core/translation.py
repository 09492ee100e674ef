"""Messages of the user interface in the chosen language or the language of the system.

The catalogues are in `puzzlekit/locale`. Messages without a translation stay English.
"""

import gettext as catalogues
import os
import struct
import sys
from contextlib import suppress
from functools import lru_cache
from string import Formatter

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


def load_catalogue(folder: str, languages: list[str] | None) -> catalogues.NullTranslations:
    """Return the first catalogue that exists for the languages, or an empty one if it is damaged.

    Without languages, those of the environment variables are used.
    """
    try:
        return catalogues.translation("puzzlekit", folder, languages, fallback=True)
    except (OSError, ValueError, LookupError, struct.error):
        return catalogues.NullTranslations()


def _fields(text: str) -> set[tuple[str | None, str | None, str | None]] | None:
    """Return the placeholders of a message, or None if it is not a valid format string."""
    try:
        return {part[1:] for part in Formatter().parse(text) if part[1] is not None}
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def can_replace(translation: str, message: str) -> bool:
    """Return whether `format` accepts the same values for a translation as for its message.

    >>> can_replace("{turns} coups", "{count} moves")
    False
    """
    known, used = _fields(message), _fields(translation)
    return known is None or (used is not None and used <= known)


class Messages:
    """The messages of a catalogue. Translations with wrong placeholders are not used."""

    def __init__(self, catalogue: catalogues.NullTranslations) -> None:
        self.catalogue = catalogue

    def gettext(self, message: str) -> str:
        """Translate a message: `_("Cut {count} cells").format(count=3)`."""
        translation = self.catalogue.gettext(message)
        return translation if can_replace(translation, message) else message

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """Translate a message with a number: `ngettext("{count} move", "{count} moves", count)`."""
        translation = self.catalogue.ngettext(singular, plural, count)
        if translation and can_replace(translation, plural):  # msgfmt keeps forms that are empty
            return translation
        return singular if count == 1 else plural


_MESSAGES = Messages(load_catalogue(_FOLDER, chosen_languages()))

#: The code of the language of the messages.
LANGUAGE = _MESSAGES.catalogue.info().get("language", "en")

_ = gettext = _MESSAGES.gettext
ngettext = _MESSAGES.ngettext


def translate(text: str) -> str:
    """Return the translation of a plugin's string, or the string itself if there is none."""
    key = " ".join(text.split())
    translated = gettext(key) if key else key  # an empty key is the header of the catalogue
    return text if translated == key else translated
