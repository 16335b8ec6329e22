"""Sets of levels that other people publish, and the files they are in once fetched."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from babalab.base.data_folder import user_data_folder
from babalab.game.level import Level


@dataclass(frozen=True)
class PublishedSet:
    """A set as it was published, with a digest to verify it by."""

    collection: str
    name: str
    base: str
    """The folder it is published in, at a commit that does not change."""
    remote_name: str
    levels: int
    digest: str
    """See `digest_of`."""

    @property
    def address(self) -> str:
        """The address of its levels, once it was fetched."""
        return f"{self.collection}/{self.name}"

    @property
    def file(self) -> Path:
        """The file it is in then, unless it was put elsewhere."""
        return data_folder() / self.collection / f"{self.name}.json"


_REPOSITORY: Final = "https://raw.githubusercontent.com/MasterMilkX/KekeCompetition"
PUBLISHED_SETS: Final = (
    PublishedSet(
        "keke",
        "demo",
        f"{_REPOSITORY}/c23d7a090fac7293411747a617f98d733eb86d01/Keke_JS/json_levels",
        "demo_LEVELS.json",
        14,
        "4674fd8a2c84d54948c56b9b1f9257c232d4de01cf836d584859269fade966fd",
    ),
    PublishedSet(
        "keke",
        "full_biy",
        f"{_REPOSITORY}/f6e5170ed8d03cb188dae1f4c8a12fc35e317dd9/Keke_JS/json_levels",
        "full_biy_LEVELS.json",
        184,
        "91bd6d3a48826eb0914bfbdb15f35d78781994e2fdad437e32a806fdd2455743",
    ),
)


def data_folder() -> Path:
    """Return the folder in which fetched sets are kept."""
    return user_data_folder() / "levels"


def find_published_set(address: str) -> PublishedSet | None:
    """Return the set of this address, such as ``keke/demo``."""
    return next((each for each in PUBLISHED_SETS if each.address == address), None)


def find_fetched_file(address: str) -> Path | None:
    """Return the file of a fetched set; None if there is none or it was not fetched yet."""
    found = find_published_set(address)
    return found.file if found is not None and found.file.is_file() else None


def digest_of(levels: Iterable[Level]) -> str:
    """Return the SHA-256 of the maps on one line each, however the file is written."""
    return hashlib.sha256("\n".join(level.line for level in levels).encode()).hexdigest()
