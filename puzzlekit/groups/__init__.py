"""Permutation groups: exact orders, proved names, and sympy groups that know them already.

Generators may be sympy permutations, lists of images of 0, 1, ..., rows of a numpy array, or
texts of cycles such as "(0 1 2)(3 4)".
"""

from .orders import GroupInfo as GroupInfo
from .orders import describe as describe
from .orders import order as order
from .orders import sympy_group as sympy_group
from .proving import is_prepared as is_prepared
from .proving import prepare as prepare
from .reading import parse_generators as parse_generators
