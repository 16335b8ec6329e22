"""The learning experiments of "Efficient Solver for Dynamic Puzzle Games", to be repeated.

`babalab reproduce table-xiii` and `learning-curves` run them; docs/learning-experiments.md says
how. The modules need the extra ``babalab[learn]``, but for `published`.
"""
