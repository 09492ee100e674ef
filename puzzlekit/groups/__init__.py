"""Permutation groups: exact orders, proved names, and sympy groups that know them already.

Generators may be sympy permutations, lists of images of 0, 1, ..., rows of a numpy array, or
texts of cycles such as "(0 1 2)(3 4)".
"""

from .order_proof import is_prepared as is_prepared
from .order_proof import prepare as prepare
from .orders import GroupInfo as GroupInfo
from .orders import describe as describe
from .orders import order as order
from .orders import sympy_group as sympy_group
from .parse_generators import parse_generators as parse_generators
