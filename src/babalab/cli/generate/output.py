"""Where maps go: standard output, a text, a sheet of pictures, JSON, a folder."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babalab.base.errors import BabalabError
from babalab.base.specs import spec_of
from babalab.cli.generate.levels import level_of, levels_of
from babalab.cli.generate.map_text import number_text
from babalab.cli.ui.files import check_writable
from babalab.cli.ui.streams import emit
from babalab.levels import Format, format_levels
from babalab.levels.files import write_bytes, write_text

if TYPE_CHECKING:
    from babalab.generation import MadeMap, Making

STANDARD_OUTPUT = "-"
KINDS = "a file that ends in .txt, .png or .json, or a folder"


class Output(ABC):
    """Somewhere that maps go."""

    def take(self, making: Making, made: MadeMap) -> None:  # noqa: B027 - most wait for all
        """A map that has just been made."""

    @abstractmethod
    def finish(self, making: Making) -> str:
        """All maps are made, at least one; say where they are."""


def output_of(text: str) -> Output:
    """The output that a text names. Raises `BabalabError` if nothing can be written there."""
    if text == STANDARD_OUTPUT:
        return StandardOutput()
    if not text:
        raise BabalabError(f"--output: name {KINDS}")
    path = Path(text)
    kinds: dict[str, type[FileOutput]] = {".txt": TextFile, ".png": Sheet, ".json": JsonFile}
    if path.is_dir() or text.endswith("/") or not path.suffix:
        return Folder(path)
    if path.suffix.lower() not in kinds:
        raise BabalabError(f"{path}: name {KINDS}")
    return kinds[path.suffix.lower()](path)


class StandardOutput(Output):
    """Every map as text, as soon as it is there."""

    def take(self, making: Making, made: MadeMap) -> None:
        """See `Output`."""
        separator = "" if made is making.maps[0] else "\n"
        emit(f"{separator}{described(making, made)}\n")

    def finish(self, making: Making) -> str:  # noqa: ARG002
        """See `Output`."""
        return ""


class FileOutput(Output):
    """A file with all maps."""

    def __init__(self, path: Path) -> None:
        check_writable(path)
        self.path = path

    @abstractmethod
    def content(self, making: Making) -> bytes:
        """What is in it."""

    def finish(self, making: Making) -> str:
        """See `Output`."""
        write_bytes(self.path, self.content(making))
        return str(self.path)


class TextFile(FileOutput):
    """Maps as text, with blank lines between."""

    def content(self, making: Making) -> bytes:
        """See `FileOutput`."""
        return "\n".join(f"{described(making, made)}\n" for made in making.maps).encode()


class JsonFile(FileOutput):
    """Maps with all that is known of them; levels of Baba as a set of the Keke competition."""

    def content(self, making: Making) -> bytes:
        """See `FileOutput`."""
        if any(made.finished for made in making.maps):
            return format_levels(levels_of(making), Format.JSON).encode()
        return (json.dumps(as_json(making), indent=1) + "\n").encode()


class Sheet(FileOutput):
    """A picture of all maps."""

    def content(self, making: Making) -> bytes:
        """See `FileOutput`."""
        from babalab.generation.sheet import sheet

        problem = making.searches.problem
        pictures = [problem.draw(made.map) for made in making.maps]
        captions = [_caption(making, made) for made in making.maps]
        buffer = BytesIO()
        sheet(pictures, captions).save(buffer, "PNG", optimize=True)
        return buffer.getvalue()


class Folder(Output):
    """A picture and a text of each map, and JSON of all."""

    def __init__(self, path: Path) -> None:
        if path.exists() and not path.is_dir():
            raise BabalabError(f"{path}: it is a file; name {KINDS}")
        check_writable(path / "maps.json" if path.is_dir() else path)
        self.path = path

    def finish(self, making: Making) -> str:
        """See `Output`."""
        try:
            self.path.mkdir(exist_ok=True)
        except OSError as error:
            raise BabalabError(f"{self.path}: can't be made: {error.strerror}") from error
        digits = len(str(len(making.maps)))
        for number, made in enumerate(making.maps, start=1):
            stem = self.path / f"map-{number:0{digits}}"
            write_text(stem.with_suffix(".txt"), f"{described(making, made)}\n")
            buffer = BytesIO()
            making.searches.problem.draw(made.map).save(buffer, "PNG", optimize=True)
            write_bytes(stem.with_suffix(".png"), buffer.getvalue())
        write_bytes(self.path / "maps.json", JsonFile(self.path / "maps.json").content(making))
        return str(self.path)


def described(making: Making, made: MadeMap) -> str:
    """A map as text, below lines that tell about it and begin with a # and a blank."""
    searches = making.searches
    origin = f"{spec_of(searches.algorithm)}, {searches.representation.name}, seed {made.seed}"
    lines = [f"{spec_of(searches.problem)}: {origin}", _facts(making, made)]
    map_ = searches.problem.text(made.map)
    if made.finished is not None:
        lines.append(str(made.finished.difficulty))
        map_ = format_levels([level_of(making, made)], Format.ASCII).rstrip("\n")
    return "\n".join([*(f"# {line}" for line in lines), map_])


def as_json(making: Making) -> dict[str, Any]:
    """All maps and where they come from, in types JSON knows."""
    searches = making.searches
    return {
        "problem": spec_of(searches.problem),
        "algorithm": spec_of(searches.algorithm),
        "representation": searches.representation.name,
        "seed": searches.seed,
        "tiles": {tile.character: tile.name for tile in searches.problem.tiles},
        "maps": [_map_as_json(making, made) for made in making.maps],
    }


def _map_as_json(making: Making, made: MadeMap) -> dict[str, Any]:
    problem = making.searches.problem
    return {
        "rows": problem.text(made.map).split("\n"),
        "statistics": dict(zip(problem.statistics, made.statistics.tolist(), strict=True)),
        "fitness": made.fitness,
        "search": made.number,
        "seed": made.seed,
        "evaluations": made.evaluations,
        "seconds": round(made.seconds, 3),
    }


def _facts(making: Making, made: MadeMap) -> str:
    names: Sequence[str] = making.searches.problem.statistics
    return ", ".join(
        f"{name} {number_text(float(value))}"
        for name, value in zip(names, made.statistics, strict=True)
    )


def _caption(making: Making, made: MadeMap) -> str:
    if made.finished is not None:
        about = made.finished
        moves = len(about.level.solution)
        return f"{moves} moves, class {about.difficulty.class_}\n{' '.join(about.mechanics)}"
    # What is the same for all maps is not worth a line.
    wants = making.searches.problem.wants
    wanted = [want.statistic for want in wants if want.low != want.high]
    names = making.searches.problem.statistics
    return "\n".join(
        f"{name} {number_text(float(made.statistics[names.index(name)]))}" for name in wanted
    )
