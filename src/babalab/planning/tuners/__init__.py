"""On-line tuners, which choose the settings of a planner while it plays. One file each."""

from babalab.planning.tuners.constant import Constant
from babalab.planning.tuners.ea import Evolution
from babalab.planning.tuners.mab import MultiArmedBandit
from babalab.planning.tuners.making import TUNERS, make_tuner
from babalab.planning.tuners.nmc import NaiveMonteCarlo
from babalab.planning.tuners.ntbea import NTupleBandit
from babalab.planning.tuners.random_tuner import RandomTuner
from babalab.planning.tuners.space import Combination, Space, online_space
from babalab.planning.tuners.statistics import Statistics
from babalab.planning.tuners.tuner import Tuner

__all__ = [
    "TUNERS",
    "Combination",
    "Constant",
    "Evolution",
    "MultiArmedBandit",
    "NTupleBandit",
    "NaiveMonteCarlo",
    "RandomTuner",
    "Space",
    "Statistics",
    "Tuner",
    "make_tuner",
    "online_space",
]
