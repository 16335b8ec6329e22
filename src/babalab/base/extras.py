"""Extras: optional features, the packages they need, and the command that installs those here."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlparse
from urllib.request import url2pathname

DISTRIBUTION: Final = "babalab"


@dataclass(frozen=True)
class Extra:
    """An extra of babalab's: what it is for, and the packages that it needs."""

    purpose: str
    packages: tuple[str, ...]
    """By the names that Python imports them by."""

    @property
    def versions(self) -> dict[str, str | None]:
        """The version of each package, None if it is not installed. None of them is imported."""
        return {package: _find_version(package) for package in self.packages}

    @property
    def installed(self) -> bool:
        """Whether all its packages are."""
        return all(_is_importable(package) for package in self.packages)


_TUNE = ("optuna", "pymoo", "scipy")
EXTRAS: Final[Mapping[str, Extra]] = {
    "generate": Extra("map-elites, an algorithm for making maps", ("ribs",)),
    "learn": Extra(
        "environments, training, and agents that play by policies",
        ("gymnasium", "safetensors", "stable_baselines3", "tensorboard", "torch", "matplotlib"),
    ),
    "parquet": Extra("exporting results as Parquet", ("pyarrow",)),
    "postgres": Extra("stores on a PostgreSQL server", ("psycopg",)),
    "ray": Extra("running on a Ray cluster", ("ray",)),
    "report": Extra("pictures and reports", ("matplotlib",)),
    "tune": Extra("optimisers of pymoo and Optuna", _TUNE),
    "tune-gp": Extra("the sampler gp of the optimiser bo", (*_TUNE, "torch")),
    "web": Extra("the page on this machine: 'babalab serve'", ("fastapi", "uvicorn")),
}
"""Every extra that a user may want; `pyproject.toml` has them with their versions."""


def format_install(extra: str) -> str:
    """Return the command that installs an extra from where babalab itself was installed.

    That is an index, a source tree, a file or a repository, as the installer has noted.
    """
    origin = _read_origin()
    url = str(origin.get("url", ""))
    place = Path(url2pathname(urlparse(url).path)) if url.startswith("file:") else None
    if place is not None and "dir_info" in origin:
        if not origin["dir_info"].get("editable"):
            return f"{_find_pip()} {_quote(f'{_shorten(place)}[{extra}]')}"
        if Path(sys.prefix) == place / ".venv" and (place / "Makefile").is_file():
            make = "make" if place == Path.cwd() else f"make -C {_quote(str(_shorten(place)))}"
            return f"{make} install EXTRAS={extra}"
        return f"{_find_pip()} -e {_quote(f'{_shorten(place)}[{extra}]')}"
    wanted = f"{DISTRIBUTION}[{extra}]"
    if "vcs_info" in origin:
        vcs = origin["vcs_info"]
        revision = vcs.get("requested_revision")
        wanted += f" @ {vcs['vcs']}+{url}" + (f"@{revision}" if revision else "")
    elif url and (place is None or place.exists()):
        wanted += f" @ {url}"
    return f"{_find_pip()} {_quote(wanted)}"


def _read_origin() -> Mapping[str, Any]:
    """Return what the installer has noted about where babalab is from; nothing for an index."""
    try:
        noted = json.loads(distribution(DISTRIBUTION).read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, OSError, ValueError):
        return {}
    return noted if isinstance(noted, dict) else {}


def _find_pip() -> str:
    """Return the words with which to install into the Python that runs this."""
    if not _is_importable("pip") and shutil.which("uv"):
        return f"uv pip install --python {_quote(sys.executable)}"
    found = shutil.which("pip")
    if found is not None and Path(found).parent == Path(sys.executable).parent:
        return "pip install"
    return f"{_quote(str(_shorten(Path(sys.executable))))} -m pip install"


def _shorten(path: Path) -> Path:
    """Return the path from the present folder, if it is in it."""
    try:
        return path.relative_to(Path.cwd())
    except (ValueError, OSError):
        return path


def _quote(text: str) -> str:
    return f'"{text}"' if os.name == "nt" else shlex.quote(text)


def _is_importable(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def _find_version(package: str) -> str | None:
    if not _is_importable(package):
        return None
    try:
        return version(package)
    except PackageNotFoundError:
        return "of unknown version"
