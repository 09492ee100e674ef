"""Chains of subgroups for short words at once, such as H. Kociemba's two phases for the cube.

A stage leads from the group that some moves generate to the subgroup of fewer moves: a coarser
puzzle with few positions, searched with tables.
"""
