"""Chains of subgroups that are found by the program itself, for words that are short at once.

A stage leads from the group that some moves generate to the subgroup of fewer moves; what is left
is a coarser puzzle with few positions, whose tables a search looks its way up in. H. Kociemba's
two-phase algorithm for the cube is such a chain, and the one that is found for it.
"""
