"""The experiments of "Tree Search versus Optimization Approaches for Map Generation" (paper D).

`experiments` declares them, `published` has what the paper compared and `claims` what it says about
it; docs/papers/map-generation.md says how each is made.

>>> import tempfile
>>> from babalab.papers import Laboratory
>>> from babalab.papers.map_generation.experiments import FigureD1
>>> experiment = FigureD1(
...     problems=("binary:width=5,height=5,path=4",),
...     algorithms=("hill-climbing",),
...     runs=2,
...     evaluations=200,
... )
>>> exhibit = experiment.run(Laboratory(tempfile.mkdtemp() + "/results.db"))
>>> [cell["runs"] for cell in exhibit.data["cells"]]
[2]
"""
