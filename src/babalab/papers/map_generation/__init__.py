"""The experiments of "Tree Search versus Optimization Approaches for Map Generation".

>>> import tempfile
>>> from babalab.arena import InThisProcess, Store, carry_out
>>> from babalab.base.budget import Budget
>>> from babalab.papers.map_generation.comparison import Comparison
>>> comparison = Comparison(
...     ["binary:width=5,height=5,path=4"], ["wide"], ["hill-climbing"], 2, Budget(evaluations=200)
... )
>>> with Store(tempfile.mkdtemp() + "/results.db") as store:
...     for attempt in carry_out(comparison.plan(store), store, InThisProcess()):
...         assert attempt.error is None
...     [cell.playable.plays for cell in comparison.cells(store)]
[2]
"""
