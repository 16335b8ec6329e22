"""Extras: the table agrees with pyproject.toml, and the command is right for where one stands."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from babalab.base import extras
from babalab.base.errors import MissingExtraError, require_extra
from babalab.base.extras import EXTRAS, format_install

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DECLARED: dict[str, list[str]] = PROJECT["optional-dependencies"]
FOR_DEVELOPERS = {"test", "docs", "dev"}


def required(extra: str) -> set[str]:
    """The packages of an extra, those of the extras it names among them."""
    found: set[str] = set()
    for requirement in DECLARED[extra]:
        name = re.split(r"[\[<>=;! ]", requirement)[0]
        if name == "babalab":
            others = requirement.partition("[")[2].partition("]")[0].split(",")
            found = found.union(*(required(other) for other in others))
        else:
            found.add(name.replace("-", "_"))
    return found


def test_the_table_has_every_extra_and_its_packages() -> None:
    assert set(EXTRAS) == set(DECLARED) - FOR_DEVELOPERS
    for name, extra in EXTRAS.items():
        assert set(extra.packages) == required(name), name


def test_no_exact_version_is_asked_of_anybody() -> None:
    everything = chain(PROJECT["dependencies"], *DECLARED.values())
    assert not [each for each in everything if "==" in each.partition(";")[0]]


def test_the_exact_versions_are_constraints_of_makefile_and_ci() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert [pin.partition("==")[0] for pin in pins] == ["torch", "ziglang"]
    targets = ["install", "EXTRAS=tune", ".venv/installed-for-tests"]
    printed = subprocess.run(
        ["make", "--dry-run", "--always-make", *targets],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.replace("\\\n", " ")  # fmt: skip
    calls = [line for line in printed.splitlines() if "pip install" in line]
    assert len(calls) == 4
    assert all("--constraint constraints.txt" in call for call in calls)
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    by_hand = [line for line in workflow.splitlines() if "pip install" in line]
    assert all("-c constraints.txt" in line for line in by_hand)


def origin(monkeypatch: pytest.MonkeyPatch, noted: dict[str, Any]) -> None:
    monkeypatch.setattr(extras, "_read_origin", lambda: noted)
    monkeypatch.setattr(
        extras.shutil, "which", lambda _: str(Path(sys.executable).with_name("pip"))
    )


def test_from_an_index(monkeypatch: pytest.MonkeyPatch) -> None:
    origin(monkeypatch, {})
    assert format_install("tune") == "pip install 'babalab[tune]'"


def test_with_another_pip_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    origin(monkeypatch, {})
    monkeypatch.setattr(extras.shutil, "which", lambda _: "/usr/bin/pip")
    monkeypatch.setattr(sys, "executable", "/opt/my python/bin/python")
    assert format_install("tune") == "'/opt/my python/bin/python' -m pip install 'babalab[tune]'"


@pytest.mark.parametrize(
    ("noted", "expected"),
    [
        ({"url": "{here}", "dir_info": {"editable": True}}, "pip install -e '.[tune]'"),
        ({"url": "{here}", "dir_info": {}}, "pip install '.[tune]'"),
        ({"url": "{here}/in/it", "dir_info": {}}, "pip install 'in/it[tune]'"),
        ({"url": "{here}/gone.whl", "archive_info": {}}, "pip install 'babalab[tune]'"),
        (
            {"url": "https://x.org/b.whl", "archive_info": {}},
            "pip install 'babalab[tune] @ https://x.org/b.whl'",
        ),
        (
            {"url": "https://x.org/b", "vcs_info": {"vcs": "git", "requested_revision": "v1"}},
            "pip install 'babalab[tune] @ git+https://x.org/b@v1'",
        ),
    ],
)
def test_from_elsewhere(
    noted: dict[str, Any], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    origin(monkeypatch, {**noted, "url": noted["url"].replace("{here}", tmp_path.as_uri())})
    assert format_install("tune") == expected
    assert len(shlex.split(format_install("tune"))) in (3, 4)


def test_from_a_source_tree_with_its_own_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Makefile").touch()
    origin(monkeypatch, {"url": tmp_path.as_uri(), "dir_info": {"editable": True}})
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    assert format_install("learn") == f"make -C {tmp_path} install EXTRAS=learn"
    monkeypatch.chdir(tmp_path)
    assert format_install("learn") == "make install EXTRAS=learn"


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError) as raised:
        require_extra("a picture", "report")
    assert (
        str(raised.value)
        == f"a picture needs the extra babalab[report]: {format_install('report')}"
    )
