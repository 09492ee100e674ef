"""Permutation groups: exact orders, proved names, and SymPy groups of known order.

Generators may be SymPy permutations, lists of the images of 0, 1, ..., the rows of a NumPy array,
or strings in cycle notation, such as "(0 1 2)(3 4)". A dict gives them names.
"""

from .order_proof import is_prepared as is_prepared
from .order_proof import prepare as prepare
from .orders import GroupInfo as GroupInfo
from .orders import as_permutations as as_permutations
from .orders import describe as describe
from .orders import permutation_group as permutation_group
from .orders import prove_factors as prove_factors
from .orders import sympy_group as sympy_group
from .parse_generators import parse_generators as parse_generators
