"""The experiments of "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all" (paper A).

`experiments` declares them, `published` has the paper's figures; docs/papers/efficient-solver.md
says how those about learning are made. What trains or plays by policies needs ``babalab[learn]``.
"""
