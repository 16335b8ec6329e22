"""Solve a level by thousands of random plays at a time, in the native core.

Run it with ``python examples/random_search.py [LEVEL]``.
"""

import sys

from babalab import Batch, load_level

level = load_level(sys.argv[1] if len(sys.argv) > 1 else "first-steps/across")
batch = Batch(level, threads=2)
best: str | None = None
for seed in range(100):
    plays = batch.rollout(batch.start(4096), depth=60 if best is None else len(best), seed=seed)
    if plays.won.any():
        lengths = plays.lengths.astype(int)
        lengths[~plays.won] = 10**9
        shortest = plays.moves(int(lengths.argmin()))
        if best is None or len(shortest) < len(best):
            best = shortest
            print(f"{len(best):>3} moves: {best}")
print("nothing found" if best is None else f"best of {100 * 4096:,} plays: {best}")
