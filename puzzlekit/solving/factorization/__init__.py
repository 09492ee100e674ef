"""Words in the generators of a permutation group, by tables along a base."""
