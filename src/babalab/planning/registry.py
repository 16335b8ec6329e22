"""The planners there are, by name, and how to write down which one with which parameters."""

from __future__ import annotations

from typing import Final, TypeVar

from babalab.base.errors import BabalabError
from babalab.base.registry import Plugins
from babalab.base.specs import made_from
from babalab.planning.planner import Planner

PlannerType = TypeVar("PlannerType", bound=type[Planner])

PLANNER_PLUGINS: Final = "babalab.planners"
"""The entry points of installed packages whose modules register planners when they are loaded."""


class PlannerError(BabalabError):
    """A planner that does not exist or can't be loaded."""


_PLANNERS: Plugins[Planner] = Plugins("planner", Planner, PLANNER_PLUGINS, PlannerError)  # type: ignore[type-abstract]
planners = _PLANNERS.all
planner_named = _PLANNERS.named
is_installed_planner = _PLANNERS.is_installed


def register_planner(planner: PlannerType) -> PlannerType:
    """Make a planner known by its `name`; for use as a decorator."""
    _PLANNERS.register(planner, planner.name)
    return planner


def make_planner(spec: str) -> Planner:
    """Return the planner that a text such as ``rhea:length=10,population=15`` stands for."""
    return made_from(spec, planner_named)
