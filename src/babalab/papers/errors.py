"""Errors of experiments."""

from __future__ import annotations

from babalab.base.errors import BabalabError


class ExperimentError(BabalabError):
    """An experiment that does not exist, or that can't be run as asked for."""
