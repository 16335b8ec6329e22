"""Files are replaced whole or not at all, and what goes wrong is said."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from babalab.game.errors import LevelError
from babalab.game.level import Level
from babalab.levels import (
    FileError,
    Format,
    FormatError,
    files,
    format_levels,
    read_levels,
    write_levels,
)

LEVEL = Level.parse("___/_b_/___")


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    write_levels([LEVEL], tmp_path / "x.txt")
    write_levels([LEVEL, LEVEL], tmp_path / "x.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["x.txt"]
    assert len(read_levels(tmp_path / "x.txt")) == 2


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.txt"
    path.write_text("old")

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(FileError, match=r"x\.txt: can't be written: no space left on device"):
        write_levels([LEVEL], path)
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["x.txt"]


def test_permissions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("old")
    path.chmod(0o640)
    write_levels([LEVEL], path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("real.txt")
    write_levels([LEVEL], tmp_path / "link.txt")
    assert (tmp_path / "link.txt").is_symlink()
    assert read_levels(tmp_path / "real.txt") == [LEVEL]


def test_a_circle_of_links_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(FileError):
        write_levels([LEVEL], tmp_path / "a")
    with pytest.raises(FileError):
        read_levels(tmp_path / "a")


def test_devices_are_written_to(tmp_path: Path) -> None:
    write_levels([LEVEL], "/dev/null")
    assert not Path("/dev/null").is_file()
    with pytest.raises(FileError, match="can't be written"):
        write_levels([LEVEL], tmp_path)


def test_missing_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"missing/x\.txt: can't be written: there is no such"):
        write_levels([LEVEL], tmp_path / "missing" / "x.txt")


def test_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    write_levels([LEVEL], "-", Format.LINE)
    assert capsys.readouterr().out == "___/_b_/___\n"


def test_huge_files_are_not_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_FILE_BYTES", 2**20)
    with pytest.raises(LevelError, match="a NUL byte"):
        read_levels("/dev/zero")
    with pytest.raises(FileError, match=r"larger than 1\.0 MiB, the most that is read"):
        files.read_bytes("/dev/zero", 2**20)
    (tmp_path / "x.txt").write_bytes(b"_" * 2**20)
    assert len(files.read_bytes(tmp_path / "x.txt")) == 2**20


def test_unknown_formats_are_listed() -> None:
    with pytest.raises(FormatError, match="no format 'yaml'; known formats: 'ascii', 'line'"):
        format_levels([LEVEL], "yaml")


def test_only_json_can_hold_no_levels(tmp_path: Path) -> None:
    write_levels([], tmp_path / "x.json")
    assert read_levels(tmp_path / "x.json") == []
    for file_format in (Format.ASCII, Format.LINE):
        with pytest.raises(FormatError, match="use json"):
            write_levels([], tmp_path / "x.txt", file_format)
    assert not (tmp_path / "x.txt").exists()
