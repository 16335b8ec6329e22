"""`babalab site`: a folder to put on the web, of any levels, and errors that say what to do."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest

from babalab.cli.main import call
from support.program import ENDLESS, MAP, PROGRAM, UNSOLVABLE, Terminal, environment, wait_until


def read_packs(folder: Path) -> dict[str, list[dict[str, object]]]:
    index = json.loads((folder / "data" / "packs.json").read_text())
    return {
        each["id"]: json.loads((folder / "data" / "packs" / f"{each['id']}.json").read_text())[
            "levels"
        ]
        for each in index["packs"]
    }


def test_our_packs_by_default(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["site", str(tmp_path / "site")]) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"wrote {tmp_path / 'site'}: ")
    assert printed.err.endswith(" 177 levels\n")
    assert next(iter(read_packs(tmp_path / "site"))) == "first-steps"
    assert (tmp_path / "site" / "index.html").is_file()


def test_any_levels(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.txt").write_text(MAP.replace("/", "\n") + "\n\n" + UNSOLVABLE.replace("/", "\n"))
    assert call(["site", "out", "-l", "mine.txt", "--levels", "grammar", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["complete"]
    assert told["folder"] == "out"
    assert [(each["id"], each["count"], each["solved"]) for each in told["sets"]] == [
        ("mine", 2, 1), ("grammar", 10, 10),
    ]  # fmt: skip
    levels = read_packs(Path("out"))
    assert [each["solution"] for each in levels["mine"]] == ["rrr", ""]
    files = [each for each in Path("out").rglob("*") if each.is_file()]
    assert told["files"] == len(files) - 1  # and the list of them
    # The same again with fewer levels: what is not needed any more is removed.
    assert call(["site", "out", "-l", "mine.txt", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["removed"] == ["data/packs/grammar.json"]
    assert list(read_packs(Path("out"))) == ["mine"]
    assert not Path("out/data/packs/grammar.json").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("full", "there are files in it"),
        ("full/theirs.txt", "it is a file"),
        ("full/theirs.txt/site", "theirs.txt"),
        ("site --levels grammer", "did you mean"),
        ("site --levels nowhere.json", "there is no file"),
        ("site --levels broken.txt", "broken.txt:2:3"),
    ],
)
def test_errors_say_what_is_wrong(
    words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("full").mkdir()
    Path("full/theirs.txt").write_text("theirs")
    Path("broken.txt").write_text("____\n_b%_\n____\n")
    assert call(["site", *words.split()]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert Path("full/theirs.txt").read_text() == "theirs"
    assert not Path("site").exists()


def test_interrupted_it_keeps_what_is_done(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(
        "\n\n".join(each.replace("/", "\n") for each in (MAP, ENDLESS))
    )
    with Terminal(
        "site", str(tmp_path / "site"), "-l", str(tmp_path / "mine.txt"), "--seconds", "1000",
        "--workers", "1",
    ) as terminal:  # fmt: skip
        terminal.wait_for("1 of 2 levels")
        terminal.press("\x03")
        assert terminal.wait() == 130
        assert "interrupted" in terminal.text
    assert [each["solution"] for each in read_packs(tmp_path / "site")["mine"]] == ["rrr", ""]


def test_interrupted_without_workers(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "site", str(tmp_path / "site"), "-l", ENDLESS, "--seconds", "1000",
         "--workers", "0"],
        stderr=subprocess.PIPE, text=True, env=environment(),
    )  # fmt: skip
    try:
        # It searches once it has used the processor for a while.
        stat = Path(f"/proc/{process.pid}/stat")
        if not stat.exists():
            pytest.skip("there is no /proc here")
        wait_until(lambda: int(stat.read_text().rpartition(")")[2].split()[11]) > 300)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=15)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "interrupted" in told
    assert (tmp_path / "site" / "index.html").is_file()
