"""Fetching published sets, from a server of our own on this machine."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from babalab.levels import AddressError, FileError, load_level, load_levels
from babalab.levels import fetch as fetching
from babalab.levels.fetch import Fetched, FetchError, fetch
from babalab.levels.fetched import PUBLISHED_SETS, PublishedSet, digest_of, find_fetched_file
from support.http_server import server
from support.program import MAP, UNSOLVABLE
from support.shared import LEVELS as SHARED
from support.shared import needs_levels

Answer = dict[str, Any]


def a_set(*maps: str) -> bytes:
    levels = [{"id": n, "ascii": line.replace("/", "\n")} for n, line in enumerate(maps, 1)]
    return json.dumps({"levels": levels}).encode()


GOOD = a_set(MAP, UNSOLVABLE)


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("no_proxy", "*")
    folder = tmp_path / "data"
    monkeypatch.setattr("babalab.levels.fetched.data_folder", lambda: folder)
    return folder


@pytest.fixture
def ours() -> PublishedSet:
    """A set of ours, published."""
    levels = [load_level(MAP), load_level(UNSOLVABLE)]
    return PublishedSet(
        "keke", "demo", "https://nowhere.invalid", "demo_LEVELS.json", 2, digest_of(levels)
    )


def test_a_set_is_fetched_once_and_found_by_its_address(
    ours: PublishedSet, data_folder: Path
) -> None:
    asked: list[str] = []
    with server(body=GOOD, asked=asked) as base:
        assert fetch(ours, base=base) == Fetched(data_folder / "keke/demo.json", is_new=True)
        assert fetch(ours, base=base.rstrip("/")).is_new is False
        assert asked == ["/levels/demo_LEVELS.json"]
        assert fetch(ours, base=base, force=True).is_new is True
    assert (data_folder / "keke/demo.json").read_bytes() == GOOD
    assert [path.name for path in (data_folder / "keke").iterdir()] == ["demo.json"]
    assert [level.line for level in load_levels("keke/demo")] == [MAP, UNSOLVABLE]
    assert load_level("keke/demo#2").line == UNSOLVABLE
    with pytest.raises(AddressError, match=r"pick it by its id, such as keke/demo#1"):
        load_level("keke/demo")


def test_an_address_of_what_was_not_fetched() -> None:
    assert find_fetched_file("keke/full_biy") is None
    with pytest.raises(AddressError, match="'babalab levels fetch keke'"):
        load_levels("keke/full_biy")


def test_a_file_goes_before_a_fetched_set(
    ours: PublishedSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(body=GOOD) as base:
        fetch(ours, base=base)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "keke").mkdir()
    (tmp_path / "keke/demo").write_text(MAP)
    assert [level.line for level in load_levels("keke/demo")] == [MAP]


def test_elsewhere(ours: PublishedSet, tmp_path: Path) -> None:
    with server(body=GOOD) as base:
        fetched = fetch(ours, base=base, to=tmp_path / "new/folder")
    assert fetched.file == tmp_path / "new/folder/demo.json"
    assert len(load_levels(fetched.file)) == 2


def test_the_way_it_is_written_does_not_matter(ours: PublishedSet) -> None:
    with server(body=json.dumps(json.loads(GOOD), indent=4).encode()) as base:
        assert fetch(ours, base=base).is_new


def test_how_much_has_come(ours: PublishedSet) -> None:
    seen: list[tuple[int, int | None]] = []
    with server(body=GOOD) as base:
        fetch(ours, base=base, watch=lambda *progress: seen.append(progress))
    assert seen[-1] == (len(GOOD), len(GOOD))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"body": a_set(MAP, MAP)}, "its maps are not those of keke/demo"),
        ({"body": a_set(MAP)}, "not keke/demo: it has 2 levels, and here are 1"),
        ({"body": a_set(UNSOLVABLE, MAP)}, "its maps are not those of keke/demo"),
        ({"body": GOOD[:9], "headers": {"Content-Length": "99"}}, "ended after 9 of 99 bytes"),
        ({"body": GOOD[:-9]}, "not a set of levels: no valid JSON"),
        ({"body": b"<html>sign in first</html>"}, "not a set of levels: no valid JSON"),
        ({"body": b'{"maps": []}'}, 'not a set of levels: the key "levels" is missing'),
        ({"body": b"\x89PNG\0"}, "not a set of levels: the byte at offset"),
        ({"body": b""}, "not a set of levels"),
        ({"status": 404}, "there is no such file (the server says 404); see if --url is right"),
        ({"status": 503}, "the server says 503 Service Unavailable; try again later"),
        ({"status": 302, "headers": {"Location": "/again"}}, "redirections lead nowhere"),
        ({"status": 302, "headers": {"Location": "file:///etc/group"}}, "lead nowhere"),
    ],
)  # fmt: skip
def test_what_is_wrong_leaves_nothing_behind(
    answer: Answer, words: str, ours: PublishedSet, data_folder: Path
) -> None:
    with server(**answer) as base, pytest.raises(FetchError) as caught:
        fetch(ours, base=base)
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"{base}demo_LEVELS.json: ")
    assert not list(data_folder.rglob("*.*"))


def test_what_was_there_survives_a_bad_download(ours: PublishedSet, data_folder: Path) -> None:
    with server(body=GOOD) as base:
        fetch(ours, base=base)
    with server(body=GOOD[:50]) as base, pytest.raises(FetchError):
        fetch(ours, base=base, force=True)
    assert (data_folder / "keke/demo.json").read_bytes() == GOOD


def test_another_file_is_not_overwritten(ours: PublishedSet, tmp_path: Path) -> None:
    mine = tmp_path / "demo.json"
    mine.write_bytes(a_set(MAP))
    with server(body=GOOD) as base:
        with pytest.raises(FetchError, match="--force overwrites it"):
            fetch(ours, base=base, to=tmp_path)
        assert mine.read_bytes() == a_set(MAP)
        fetch(ours, base=base, to=tmp_path, force=True)
    assert mine.read_bytes() == GOOD


def test_too_large(ours: PublishedSet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "MOST_BYTES", 2**20)
    with server(body=b" " * (2**20 + 1)) as base, pytest.raises(FetchError, match="1 MiB"):
        fetch(ours, base=base)


def test_a_server_that_says_nothing(ours: PublishedSet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        base = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(FetchError, match="no answer in time; are you online"):
            fetch(ours, base=base)


def test_a_server_that_drips(ours: PublishedSet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "MOST_SECONDS", -1.0)
    with server(body=GOOD) as base, pytest.raises(FetchError, match="not done after"):
        fetch(ours, base=base)


def test_nobody_there(ours: PublishedSet) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(FetchError, match=r"connection refused; are you online\?.*--url"):
        fetch(ours, base=f"http://127.0.0.1:{port}")


@pytest.mark.parametrize(
    "base",
    ["file:///etc", "ftp://127.0.0.1", "levels", "http://", "http://localhost:x", "http://a b"],
)
def test_addresses_that_are_none(base: str, ours: PublishedSet) -> None:
    with pytest.raises(FetchError):
        fetch(ours, base=base)


def test_a_folder_that_can_not_be_made(ours: PublishedSet, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with server(body=GOOD) as base, pytest.raises(FileError, match="can't be made"):
        fetch(ours, base=base, to=tmp_path / "file/below")


@needs_levels
@pytest.mark.parametrize("published", PUBLISHED_SETS, ids=lambda each: each.address)
def test_the_published_sets_are_those_we_expect(published: PublishedSet, tmp_path: Path) -> None:
    data = (SHARED / f"{published.name}.json").read_bytes()
    with server(body=data) as base:
        assert fetch(published, base=base, to=tmp_path).is_new
    damaged = data.replace(b"B12", b"B13", 1)
    with server(body=damaged) as base, pytest.raises(FetchError, match="changed or damaged"):
        fetch(published, base=base, to=tmp_path, force=True)
