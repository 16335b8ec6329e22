"""The experiments of "Self-Adaptive Rolling Horizon Evolutionary Algorithms", to be repeated.

`babalab reproduce` runs them; docs/planning-experiments.md says how each is made.
"""
