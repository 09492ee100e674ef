"""Catalogues of messages: damaged ones, and translations with wrong placeholders."""

from gettext import NullTranslations

import pytest

from puzzlekit.core.translation import Messages, load_catalogue


class Catalogue(NullTranslations):
    """A catalogue with the given translation of each message."""

    def __init__(self, translation):
        super().__init__()
        self.translation = translation

    def gettext(self, message):
        return self.translation

    def ngettext(self, singular, plural, count):
        return self.translation


@pytest.mark.parametrize(
    "translation",
    [
        *("{turns} coups", "{} coups", "{count:q} coups", "{count.x} coups", "{count!r} coups"),
        *("{count coups", "count} coups"),
    ],
)
def test_translations_with_wrong_placeholders_are_not_used(translation):
    messages = Messages(Catalogue(translation))
    assert messages.gettext("{count} moves") == "{count} moves"
    assert messages.ngettext("{count} move", "{count} moves", 1) == "{count} move"
    assert messages.ngettext("{count} move", "{count} moves", 2) == "{count} moves"


def test_plural_form_that_is_empty_is_not_used():
    messages = Messages(Catalogue(""))
    assert messages.ngettext("{count} move", "{count} moves", 2) == "{count} moves"


@pytest.mark.parametrize("translation", ["coups : {count}", "coups", "{{}} {count}"])
def test_translations_with_known_placeholders_are_used(translation):
    messages = Messages(Catalogue(translation))
    assert messages.gettext("{count} moves") == translation
    assert messages.ngettext("{count} move", "{count} moves", 2) == translation


def test_messages_that_are_not_formatted_may_contain_braces():
    assert Messages(Catalogue("fermez }")).gettext("close }") == "fermez }"


def catalogue_with_header(header):
    numbers = (0x950412DE, 0, 1, 28, 36, 0, 44, 0, 44, len(header), 45)
    return b"".join(number.to_bytes(4, "little") for number in numbers) + b"\0" + header + b"\0"


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"not a catalogue"),
        *(bytes.fromhex("de120495"), bytes.fromhex("de120495") + bytes(16)),
        catalogue_with_header(b"Content-Type: text/plain; charset=klingon\n"),
        catalogue_with_header(b"Plural-Forms: nplurals=2; plural=(n !\n"),
    ],
)
def test_damaged_catalogue(tmp_path, data):
    path = tmp_path / "fr" / "LC_MESSAGES" / "puzzlekit.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    assert load_catalogue(str(tmp_path), ["fr"]).gettext("New game") == "New game"
