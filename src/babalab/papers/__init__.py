"""The experiments of four papers, to be repeated: one folder for each paper.

An experiment is a class with declared parameters that is registered by its name. An instance is the
experiment with its parameters chosen; it runs in a laboratory and returns an exhibit, our figures
beside the paper's:

>>> from babalab.papers import Laboratory, experiment_named
>>> experiment = experiment_named("tuner-regret").make(quick=True, seeds=1)
>>> exhibit = experiment.run(Laboratory())
>>> exhibit.title
'Regret of tuners after 500 uses, mean of 1 bandits'

`babalab reproduce` runs them from the command line.
"""

from babalab.papers.exhibit import Exhibit
from babalab.papers.experiment import Experiment, Paper, Stored
from babalab.papers.laboratory import Interrupted, Laboratory
from babalab.papers.listing import list_experiments
from babalab.papers.monitor import Monitor, QuietMonitor
from babalab.papers.registry import experiment_named, experiments, register

__all__ = [
    "Exhibit",
    "Experiment",
    "Interrupted",
    "Laboratory",
    "Monitor",
    "Paper",
    "QuietMonitor",
    "Stored",
    "experiment_named",
    "experiments",
    "list_experiments",
    "register",
]
