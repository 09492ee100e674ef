"""Formatting of large numbers, column letters and strings for searches."""

from unicodedata import combining, normalize

from .errors import OptionError

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def format_number(number: int | str) -> str:
    """Return a number with commas, or in scientific notation if it has 13 digits or more."""
    digits = str(number)
    if len(digits) < 13:
        return f"{int(digits):,}"
    from decimal import Decimal

    mantissa, _, exponent = f"{Decimal(digits):.2e}".partition("e+")
    return f"{mantissa} × 10{exponent.translate(_SUPERSCRIPTS)}"


def column_letters(column: int) -> str:
    """Return the letters of a column: a, b, ..., z, aa, ab, ..."""
    if column < 0:
        raise OptionError(f"Column {column} has no letters; columns and rows start at 0.")
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def searchable(text: str) -> str:
    """Return a string for searches: in lower case, without accents, with sizes in one word.

    >>> searchable("Rubik's cube (3 × 3 × 3)"), searchable("Résolu")
    ("rubik's cube (3x3x3)", 'resolu')
    """
    if text.isascii():
        return text.lower()
    letters = (each for each in normalize("NFKD", text.casefold()) if not combining(each))
    return "".join(letters).replace(" × ", "x").replace("×", "x")
