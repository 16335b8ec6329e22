"""On-line tuners: which settings a planner uses next, learned while it plays. One file each."""

from babalab.planning.tuners.constant import Constant
from babalab.planning.tuners.space import Combination, Space, online_space
from babalab.planning.tuners.statistics import Statistics
from babalab.planning.tuners.tuner import Tuner

__all__ = ["Combination", "Constant", "Space", "Statistics", "Tuner", "online_space"]
