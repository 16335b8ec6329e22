"""The experiments of "Self-Adaptive Rolling Horizon Evolutionary Algorithms" (paper C).

`experiments` declares them, `published` and `published_games` have the paper's figures;
docs/papers/self-adaptive-rhea.md says how each is made.
"""
