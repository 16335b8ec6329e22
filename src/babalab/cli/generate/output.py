"""Writing maps: to standard output, a text, a sheet of pictures, JSON, a folder."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babalab.base.errors import BabalabError
from babalab.base.specs import spec_of
from babalab.cli.generate.map_text import format_number
from babalab.cli.levels.as_json import level_as_json
from babalab.cli.ui.files import check_writable
from babalab.cli.ui.streams import emit
from babalab.levels import Format, format_levels
from babalab.levels.files import write_bytes, write_text

if TYPE_CHECKING:
    from babalab.game.level import Level
    from babalab.generation import GeneratedMap, MapMaker

STANDARD_OUTPUT = "-"
KINDS = "a file that ends in .txt, .png or .json, or a folder"


class Output(ABC):
    """A place to write maps to."""

    def take(self, maker: MapMaker, generated: GeneratedMap) -> None:  # noqa: B027 - most wait for all
        """Take a map that has just been found."""

    @abstractmethod
    def finish(self, maker: MapMaker) -> str:
        """Write all maps, at least one, and return where they are."""


def open_output(text: str) -> Output:
    """Return the output that a text names. Raise `BabalabError` if it can't be written."""
    if text == STANDARD_OUTPUT:
        return StandardOutput()
    if not text:
        raise BabalabError(f"--output: name {KINDS}")
    path = Path(text)
    kinds: dict[str, type[FileOutput]] = {".txt": TextFile, ".png": Sheet, ".json": JsonFile}
    if path.is_dir() or text.endswith("/") or not path.suffix:
        return MapFolder(path)
    if path.suffix.lower() not in kinds:
        raise BabalabError(f"{path}: name {KINDS}")
    return kinds[path.suffix.lower()](path)


class StandardOutput(Output):
    """Writes every map as text as soon as it is found."""

    def take(self, maker: MapMaker, generated: GeneratedMap) -> None:
        """See `Output`."""
        separator = "" if generated is maker.maps[0] else "\n"
        emit(f"{separator}{describe(maker, generated)}\n")

    def finish(self, maker: MapMaker) -> str:  # noqa: ARG002
        """See `Output`."""
        return ""


class FileOutput(Output):
    """Writes all maps to one file."""

    def __init__(self, path: Path) -> None:
        check_writable(path)
        self.path = path

    @abstractmethod
    def make_content(self, maker: MapMaker) -> bytes:
        """Return the content of the file."""

    def finish(self, maker: MapMaker) -> str:
        """See `Output`."""
        write_bytes(self.path, self.make_content(maker))
        return str(self.path)


class TextFile(FileOutput):
    """Writes maps as text, with blank lines between them."""

    def make_content(self, maker: MapMaker) -> bytes:
        """See `FileOutput`."""
        return "\n".join(f"{describe(maker, generated)}\n" for generated in maker.maps).encode()


class JsonFile(FileOutput):
    """Writes maps and all that is known of them; levels of Baba as a set for the competition."""

    def make_content(self, maker: MapMaker) -> bytes:
        """See `FileOutput`."""
        levels = [_make_level(maker, generated) for generated in maker.maps]
        known = [level for level in levels if level is not None]
        if known:
            return format_levels(known, Format.JSON).encode()
        return (json.dumps(to_json(maker), indent=1) + "\n").encode()


class Sheet(FileOutput):
    """Writes one picture of all maps."""

    def make_content(self, maker: MapMaker) -> bytes:
        """See `FileOutput`."""
        from babalab.generation.problems.drawing import draw_sheet

        problem = maker.searches.problem
        pictures = [problem.draw(generated.map) for generated in maker.maps]
        captions = [_make_caption(maker, generated) for generated in maker.maps]
        buffer = BytesIO()
        draw_sheet(pictures, captions).save(buffer, "PNG", optimize=True)
        return buffer.getvalue()


class MapFolder(Output):
    """Writes a picture and a text of each map, and JSON of all."""

    def __init__(self, path: Path) -> None:
        if path.exists() and not path.is_dir():
            raise BabalabError(f"{path}: it is a file; name {KINDS}")
        check_writable(path / "maps.json" if path.is_dir() else path)
        self.path = path

    def finish(self, maker: MapMaker) -> str:
        """See `Output`."""
        try:
            self.path.mkdir(exist_ok=True)
        except OSError as error:
            raise BabalabError(f"{self.path}: can't be generated: {error.strerror}") from error
        digits = len(str(len(maker.maps)))
        for number, generated in enumerate(maker.maps, start=1):
            stem = self.path / f"map-{number:0{digits}}"
            write_text(stem.with_suffix(".txt"), f"{describe(maker, generated)}\n")
            buffer = BytesIO()
            maker.searches.problem.draw(generated.map).save(buffer, "PNG", optimize=True)
            write_bytes(stem.with_suffix(".png"), buffer.getvalue())
        write_bytes(self.path / "maps.json", JsonFile(self.path / "maps.json").make_content(maker))
        return str(self.path)


def describe(maker: MapMaker, generated: GeneratedMap) -> str:
    """Return a map as text, below lines about it that begin with a # and a blank."""
    searches = maker.searches
    origin = f"{spec_of(searches.algorithm)}, {searches.representation.name}, seed {generated.seed}"
    lines = [f"{spec_of(searches.problem)}: {origin}", _describe_statistics(maker, generated)]
    lines += searches.problem.describe(generated)
    level = _make_level(maker, generated)
    if level is None:
        map_ = searches.problem.text(generated.map)
    else:
        map_ = format_levels([level], Format.ASCII).rstrip("\n")
    return "\n".join([*(f"# {line}" for line in lines), map_])


def to_json(maker: MapMaker) -> dict[str, Any]:
    """Return all maps and their origin, in types JSON knows."""
    searches = maker.searches
    return {
        "problem": spec_of(searches.problem),
        "algorithm": spec_of(searches.algorithm),
        "representation": searches.representation.name,
        "seed": searches.seed,
        "tiles": {tile.character: tile.name for tile in searches.problem.tiles},
        "maps": [_map_to_json(maker, generated) for generated in maker.maps],
    }


def describe_run(maker: MapMaker, written: Sequence[str], seconds: float) -> dict[str, Any]:
    """Return all maps and how the searches went, in types JSON knows."""
    described = to_json(maker)
    for generated, each in zip(maker.maps, described["maps"], strict=True):
        level = _make_level(maker, generated)
        if level is not None:
            each["level"] = level_as_json(level, 1)
    return {
        **described,
        "wanted": maker.count,
        "searches": maker.search_count,
        "without_a_map": maker.failed,
        "repeated": maker.repeated,
        "evaluations": maker.evaluations,
        "seconds": round(seconds, 3),
        "written": list(written),
    }


def _map_to_json(maker: MapMaker, generated: GeneratedMap) -> dict[str, Any]:
    problem = maker.searches.problem
    return {
        "rows": problem.text(generated.map).split("\n"),
        "statistics": dict(zip(problem.statistics, generated.statistics.tolist(), strict=True)),
        "fitness": generated.fitness,
        "search": generated.number,
        "seed": generated.seed,
        "evaluations": generated.evaluations,
        "seconds": round(generated.seconds, 3),
    }


def _describe_statistics(maker: MapMaker, generated: GeneratedMap) -> str:
    names: Sequence[str] = maker.searches.problem.statistics
    return ", ".join(
        f"{name} {format_number(float(value))}"
        for name, value in zip(names, generated.statistics, strict=True)
    )


def _make_caption(maker: MapMaker, generated: GeneratedMap) -> str:
    problem = maker.searches.problem
    if caption := problem.caption(generated):
        return caption
    # A statistic that is the same for all maps is not worth a line.
    wants = problem.wants
    wanted = [want.statistic for want in wants if want.low != want.high]
    names = maker.searches.problem.statistics
    return "\n".join(
        f"{name} {format_number(float(generated.statistics[names.index(name)]))}" for name in wanted
    )


def _make_level(maker: MapMaker, generated: GeneratedMap) -> Level | None:
    """Return a map as a level, numbered and named for a set; None if it is no level."""
    level = maker.searches.problem.finished_level(generated)
    if level is None:
        return None
    number = next(place for place, each in enumerate(maker.maps, start=1) if each is generated)
    name = f"{maker.searches.algorithm.name} {generated.seed}"
    return replace(level, id=str(number), name=name, author="babalab")
