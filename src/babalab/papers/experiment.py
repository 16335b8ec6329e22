"""Experiments: published tables and figures that can be run again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from babalab.base.parameters import Parameter, parameters_of
from babalab.base.wording import pluralize

if TYPE_CHECKING:
    from babalab.papers.exhibit import Exhibit
    from babalab.papers.laboratory import Laboratory


class Paper(NamedTuple):
    """A paper whose experiments are repeated."""

    letter: str
    """A, B, C or D, as in the documentation."""
    title: str


class Stored(NamedTuple):
    """The part of an experiment that has been done before."""

    done: int
    total: int
    noun: str
    """The noun for what is counted."""
    nouns: str = ""
    """Its plural, if that does not just add an s."""

    def __str__(self) -> str:
        return f"{self.done:,} of {pluralize(self.total, self.noun, self.nouns or None)}"


class Experiment(ABC):
    """A table or figure of a paper.

    Derive a class; if it has parameters of its own, it is a frozen dataclass with ``kw_only=True``
    whose fields are declared with `parameter`. The command line makes an option of each. Fields
    that are not declared are for Python alone. Modules that experiments are declared in are
    imported to list them, so they import what takes long when they run.
    """

    name: ClassVar[str]
    """The name of the command: ``babalab reproduce NAME``."""
    paper: ClassVar[Paper]
    title: ClassVar[str] = ""
    """A short description: the first line of the docstring unless declared."""
    cost: ClassVar[str]
    """The amount of work with all defaults, and how long it takes."""
    quick: ClassVar[Mapping[str, Any]]
    """Values that fields have in the quick variant, which only shows that everything works."""
    quick_help: ClassVar[str]
    """The same in words."""
    is_drawn: ClassVar[bool] = True
    """Whether there is a picture of it."""

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        if "title" not in vars(cls) and cls.__doc__:
            cls.title = cls.__doc__.partition("\n")[0].removesuffix(".")

    def __post_init__(self) -> None:
        for each in parameters_of(type(self)):
            each.check(each.of(self))

    @classmethod
    def make(cls, *, quick: bool = False, **chosen: Any) -> Self:
        """Return the experiment, or its quick variant, with these parameters."""
        return cls(**{**(cls.quick if quick else {}), **chosen})

    @classmethod
    def list_options(cls) -> list[Parameter]:
        """Return all options: the declared parameters, and the quick variant."""
        return [*parameters_of(cls), Parameter("quick", bool, False, cls.quick_help)]

    @classmethod
    def describe(cls) -> str:
        """Return what it shows, of which paper, and what it costs."""
        return f"{cls.title}.\n\n{cls.paper.title}. It takes {cls.cost}."

    @abstractmethod
    def run(self, laboratory: Laboratory) -> Exhibit:
        """Do the work that has not been done before, and make the exhibit.

        Raises `Interrupted` after Ctrl-C, and a `BabalabError` if it can't be done.
        """

    def make_exhibit(self, *results: Any, **settings: Any) -> Exhibit:
        """Put the exhibit together.

        The function that does so is found by the name of the experiment: that of ``fig-2`` is
        ``make_fig_2`` in the module ``fig_2`` beside the one that declares the experiment.
        """
        name = self.name.replace("-", "_")
        module = import_module(f"{type(self).__module__.rpartition('.')[0]}.{name}")
        exhibit: Exhibit = getattr(module, f"make_{name}")(*results, **settings)
        return exhibit

    def count_stored(self, laboratory: Laboratory) -> Stored | None:  # noqa: ARG002
        """Return how much has been done before; None if nothing of it is kept.

        Raises a `BabalabError` where that can't be known.
        """
        return None
