"""The page itself: its head, its sections, its style."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import resources

from babalab.arena.errors import ArenaError
from babalab.arena.report.findings import Contender, LevelFindings, list_contenders, list_findings
from babalab.arena.report.gallery import gallery
from babalab.arena.report.heat_map import draw_heat_map
from babalab.arena.report.plots import check_matplotlib, draw_cactus_plot
from babalab.arena.report.ranking_table import write_ranking_table
from babalab.arena.solving import SolveRecord
from babalab.base.markup import escape
from babalab.base.version import __version__

LEAST_SECONDS = 0.0001
"""The beginning of the axis of time; shorter times mean little."""

CELL_KINDS = {
    "solved": "solved",
    "partly": "solved with some seeds",
    "unsolvable": "proved unsolvable",
    "unsolved": "not solved",
    "failed": "failed",
    "untried": "not tried",
}
SHARES = ("nobody", "few", "some", "most", "everybody")


def make_report(
    records: Sequence[SolveRecord], *, title: str = "Arena report", animations: int = 200
) -> str:
    """Return the report of records such as `select_records` gives, as HTML.

    Raises `ArenaError` if there are no records, `MissingExtraError` without Matplotlib.
    """
    check_matplotlib()
    if not records:
        raise ArenaError("no results fit; 'babalab evaluate' makes some")
    contenders = list_contenders(records)
    levels = list_findings(contenders)
    over_time = draw_cactus_plot(
        "time", contenders, lambda each: each.seconds, "seconds", LEAST_SECONDS
    )
    over_iterations = draw_cactus_plot(
        "iterations", contenders, lambda each: each.iterations, "iterations", 1
    )
    sections = {
        "Ranking": f'<div class="wide">{write_ranking_table(contenders)}</div>',
        "Solved over time": f"<figure>{over_time}</figure>",
        "Solved over iterations": f"<figure>{over_iterations}</figure>",
        "Who solved what": (
            f'{_explain_cells(levels)}<div class="wide">{draw_heat_map(contenders, levels)}</div>'
        ),
        "Levels": _explain_shares(levels) + gallery(contenders, levels, animations),
    }
    links = "".join(f'<a href="#{_make_anchor(name)}">{name}</a>' for name in sections)
    body = "\n".join(_write_section(name, content) for name, content in sections.items())
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="generator" content="babalab {escape(__version__)}">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_read_part('style.css')}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>{escape(title)}</h1>\n{_list_facts(contenders, levels)}\n"
        f'<nav aria-label="Sections">{links}</nav>\n</header>\n<main>\n{body}\n</main>\n'
        f"<script>\n{_read_part('sorting.js')}</script>\n</body>\n</html>\n"
    )


def _write_section(name: str, content: str) -> str:
    anchor = _make_anchor(name)
    return (
        f'<section class="of-{anchor}" aria-labelledby="{anchor}">\n<h2 id="{anchor}">{name}</h2>\n'
        f"{content}\n</section>"
    )


def _list_facts(contenders: Sequence[Contender], levels: Sequence[LevelFindings]) -> str:
    """List when, with what and about what the report was made."""
    records = [record for contender in contenders for record in contender.records]
    budgets = dict.fromkeys(each.standing.budget.words for each in contenders)
    first, last = min(each.started for each in records), max(each.finished for each in records)
    sets = ", ".join(sorted({record.level_set for record in records} - {""}))
    versions = ", ".join(sorted({record.version for record in records}))
    facts = {
        "written": f"{_format_minute(datetime.now(UTC).isoformat())} by babalab {__version__}",
        "results": f"{len(records):,}, {_format_minute(first)} to {_format_minute(last)} "
        f"by babalab {versions}",
        "levels": f"{len(levels):,}" + (f" from {sets}" if sets else ""),
        "for a level": "; ".join(budgets),
    }
    return (
        "<dl>"
        + "".join(f"<div><dt>{k}</dt><dd>{escape(v)}</dd></div>" for k, v in facts.items())
        + "</dl>"
    )


def _format_minute(time: str) -> str:
    """Return a time as the store has it, for people."""
    return f"{time[:16].replace('T', ' ')} UTC"


def _explain_cells(levels: Sequence[LevelFindings]) -> str:
    present = {cell.kind for level in levels for cell in level.cells}
    entries = [(kind, words) for kind, words in CELL_KINDS.items() if kind in present]
    return _write_legend(entries) + "<p>Levels that many solved come first.</p>"


def _explain_shares(levels: Sequence[LevelFindings]) -> str:
    counts = [sum(level.share == share for level in levels) for share in range(len(SHARES))]
    return _write_legend(
        [
            (f"share-{share}", f"solved by {words}: {count}")
            for share, (words, count) in enumerate(zip(SHARES, counts, strict=True))
            if count
        ]
    )


def _write_legend(entries: Sequence[tuple[str, str]]) -> str:
    """Return the key to the colours."""
    return (
        '<ul class="key">'
        + "".join(f'<li><span class="{kind}"></span>{words}</li>' for kind, words in entries)
        + "</ul>"
    )


def _make_anchor(name: str) -> str:
    return name.lower().replace(" ", "-")


def _read_part(name: str) -> str:
    return (resources.files("babalab.arena.report") / name).read_text(encoding="utf-8")
