"""The experiments of "Evolutionary Optimization of Baba Is You Agents" (paper B).

`experiments` declares them, `published` has the paper's figures;
docs/papers/evolutionary-optimization.md says how each is made.
"""
