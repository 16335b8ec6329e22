"""The experiments of "Evolutionary Optimization of Baba Is You Agents" (paper B).

`experiments` declares them, `published` has the paper's figures; docs/tuning-figures.md says how
each is made.
"""
