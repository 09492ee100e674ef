"""The contract test for plugins."""

from .lint import lint_warnings as lint_warnings
from .subprocess_check import check as check
