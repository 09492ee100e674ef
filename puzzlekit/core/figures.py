"""Large numbers, written so that a person can read them."""


def in_figures(number: int | str) -> str:
    """Return a large number in a few figures.

    >>> in_figures(20160), in_figures(10**30)
    ('20,160', '1.00·10^30')
    """
    digits = str(number)
    if len(digits) < 13:
        return f"{int(digits):,}"
    return f"{digits[0]}.{digits[1:3]}·10^{len(digits) - 1}"
