"""Mutation type and transducer (paper C, Table I): change some genes of the offspring."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from babalab.games.game import Plans
from babalab.planning.rhea.draws import Draws

Places = tuple[NDArray[np.intp], NDArray[np.intp]]
"""Genes of some plans: the numbers of the plans, and of the genes in them."""
Mutation = Callable[[tuple[int, int], Draws], Places]
"""A function from the number and length of plans to the genes to change."""


def uniform(shape: tuple[int, int], draws: Draws) -> Places:
    """Mutate each gene with the probability 1 / length."""
    plans, length = shape
    changed = draws.take(plans * length) < 1 / length
    return np.divmod(changed.nonzero()[0], length)


def one_bit(shape: tuple[int, int], draws: Draws) -> Places:
    """Mutate one gene of each plan, all equally likely."""
    return _pick_genes(shape, draws, 1)


def three_bits(shape: tuple[int, int], draws: Draws) -> Places:
    """Mutate three different genes of each plan; all of them where there are no more."""
    return _pick_genes(shape, draws, 3)


def softmax_of_share(shape: tuple[int, int], draws: Draws) -> Places:
    """Mutate one gene of each plan, earlier ones more likely: softmax of 1 - i / length, Eq. 2.

    The paper does not define x. Here it falls from 1 to 0 over a plan of any length, which makes
    the first gene e times as likely as one past the end.
    """
    plans, length = shape
    return _numbers(plans), draws.choose(softmax_weights(length, "share"), plans)


def softmax_of_place(shape: tuple[int, int], draws: Draws) -> Places:
    """Mutate one gene of each plan by softmax of -i: each gene e times as likely as the next."""
    plans, length = shape
    return _numbers(plans), draws.choose(softmax_weights(length, "place"), plans)


SOFTMAXES: dict[str, Mutation] = {"share": softmax_of_share, "place": softmax_of_place}
"""The readings of Eq. 2, by what x is."""
MUTATIONS: dict[str, Mutation] = {
    "uniform": uniform,
    "1-bit": one_bit,
    "3-bit": three_bits,
    "softmax": softmax_of_share,
}
"""The mutations that only choose genes; `mutate` gives these new values."""


def mutate(plans: Plans, places: Places, values: int, draws: Draws, *, transducer: bool) -> None:
    """Give genes new values: any of the other `values`, all equally likely.

    With the transducer on, a gene that is not the first takes the value that the one before it
    had, so that actions are repeated more often. Where that one changes too, it is its old value.
    """
    numbers, genes = places
    old = plans[numbers, genes]
    new = (old + 1 + draws.below(values - 1, len(old))) % values
    if transducer:
        new = np.where(genes > 0, plans[numbers, genes - 1], new)
    plans[numbers, genes] = new


def _pick_genes(shape: tuple[int, int], draws: Draws, count: int) -> Places:
    plans, length = shape
    genes = draws.draw_distinct(length, plans, count)
    return _numbers(plans).repeat(genes.shape[1]), genes.ravel()


@cache
def _numbers(count: int) -> NDArray[np.intp]:
    return np.arange(count)


@cache
def softmax_weights(length: int, reading: str) -> NDArray[np.float64]:
    """Return the sums of the weights of the genes of a plan, for one of the `SOFTMAXES`."""
    scale = {"share": length, "place": 1}[reading]
    return np.exp(1 - np.arange(length) / scale).cumsum()
