"""Format large numbers and the letters of columns."""

from .errors import OptionError


def format_number(number: int | str) -> str:
    """Return a number with commas, or in scientific notation from 13 digits on."""
    digits = str(number)
    if len(digits) < 13:
        return f"{int(digits):,}"
    return f"{digits[0]}.{digits[1:3]}·10^{len(digits) - 1}"


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
