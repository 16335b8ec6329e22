"""Cactus plots: how many levels an agent had solved by then, as SVG to be put into a page.

Matplotlib draws them; what it wrote is then made fit for a page that may be light or dark and has
other pictures on it.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from babalab.arena.report.findings import Contender
from babalab.arena.solving import SolveRecord
from babalab.base.errors import MissingExtraError
from babalab.base.markup import escape
from babalab.base.visible import make_one_line

COLOURS = (
    "#3b82d6", "#e0722f", "#37a048", "#cf3f83", "#8b62d9",
    "#b8960c", "#17a2a2", "#98705a", "#7c879c", "#d6453f",
)  # fmt: skip
"""Of lines; they can be told apart, and seen on white and on black."""
LINES = ("-", "--", ":", "-.")
"""For when the colours run out."""
INK, FAINT = "#010203", "#040506"
"""Colours that stand for those of the page."""
_SIZE = (7.2, 4.2)

_PAGE_COLOURS = {INK: "var(--ink)", FAINT: "var(--line)"}
_STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.size": 10,
    "svg.fonttype": "none",
    "svg.hashsalt": "babalab",
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": FAINT,
}


def check_matplotlib() -> None:
    """Raise `MissingExtraError` unless plots can be drawn."""
    try:
        import matplotlib as mpl  # noqa: F401
    except ImportError as error:
        raise MissingExtraError("a report", "report") from error


def draw_cactus_plot(
    name: str,
    contenders: Sequence[Contender],
    cost: Callable[[SolveRecord], float],
    unit: str,
    least: float,
) -> str:
    """Plot levels solved (the mean over seeds) against the cost of each solution, on a log scale.

    `name` keeps its ids apart from those of other plots; costs below `least` are drawn there.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    with rc_context(_STYLE), warnings.catch_warnings():
        # About letters that its font lacks: the page's fonts will have them.
        warnings.simplefilter("ignore", UserWarning)
        figure = Figure(figsize=_SIZE, layout="constrained")
        axes = figure.add_subplot()
        spent = [cost(record) for each in contenders for record in each.records]
        right = max([10 * least, *spent])
        for place, contender in enumerate(contenders):
            costs = sorted(max(least, cost(each)) for each in contender.records if each.solved)
            solved = [count / contender.standing.seeds for count in range(len(costs) + 1)]
            axes.step(
                [least, *costs, right],
                [*solved, solved[-1]],
                where="post",
                label=_in_legend(contender.label),
                color=COLOURS[place % len(COLOURS)],
                linestyle=LINES[place // len(COLOURS) % len(LINES)],
                linewidth=1.8,
            )
        axes.set_xscale("log")
        axes.set_xlim(least, right)
        axes.set_ylim(bottom=0)
        axes.set_xlabel(unit)
        axes.set_ylabel("levels solved")
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(visible=True, linewidth=0.5)
        axes.spines[["top", "right"]].set_visible(False)
        figure.legend(loc="outside right upper", frameon=False)
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", transparent=True)
    words = f"Levels solved over {unit}, one line for each agent; the ranking has the figures."
    return _embed(buffer.getvalue(), name, words)


def _in_legend(label: str) -> str:
    """Return a label that Matplotlib shows: it hides underscores first and reads formulas."""
    label = make_one_line(label).replace("$", r"\$")
    return f" {label}" if label.startswith("_") else label


def _embed(svg: str, name: str, words: str) -> str:
    """Strip what only a file needs, and use the page's colours, ids of its own and a title."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\s+xmlns(:\w+)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'href="#', f'href="#{name}-', svg).replace("url(#", f"url(#{name}-")
    svg = re.sub(r'^<svg [^>]*?(viewBox="[^"]*")[^>]*>', r"<svg \1>", svg)
    for ours, of_the_page in _PAGE_COLOURS.items():
        svg = svg.replace(ours, of_the_page)
    title = f'role="img" aria-labelledby="{name}-title"><title id="{name}-title">{escape(words)}'
    return svg.replace(">", f" {title}</title>", 1)
