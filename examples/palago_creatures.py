"""Count the creatures of Palago by their number of tiles: https://oeis.org/A325936."""

from puzzlekit.creature_counts import count_creatures

for tiles, count in enumerate(count_creatures(11), 1):
    print(f"{tiles:>2} tiles  {count:>3} creatures")
