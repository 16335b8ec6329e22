"""Reports: what there is to see about results, on one page that needs nothing else."""

from babalab.arena.report.page import make_report

__all__ = ["make_report"]
