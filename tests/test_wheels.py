"""What a release consists of: complete, installable, and what its names promise."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from babalab import __version__

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
KEPT_OUT = (".ci/", ".github/")
"""What a source distribution does without."""
PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")


def call(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command to its end and return what it printed; fail with that if it failed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd, env=environment, text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == 0, f"{command}:\n{done.stdout[-5000:]}"
    return done.stdout


def list_files_of_git() -> set[str]:
    """Return all files that git has or would take."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this is no checkout of git")
    told = call(
        "git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", cwd=ROOT
    ).split("\0")
    return {name for name in told if name and (ROOT / name).is_file()}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("scikit_build_core", reason="scikit-build-core is not installed")
    folder = tmp_path_factory.mktemp("sdist")
    code = "import sys; from scikit_build_core.build import build_sdist as b; b(sys.argv[1])"
    call(sys.executable, "-c", code, folder, cwd=ROOT)
    (found,) = folder.iterdir()
    return found


def test_the_source_distribution_has_everything(sdist: Path) -> None:
    name = f"babalab-{__version__}"
    assert sdist.name == f"{name}.tar.gz"
    with tarfile.open(sdist) as archive:
        found = {each.name.removeprefix(f"{name}/") for each in archive if each.isfile()}
    wanted = {each for each in list_files_of_git() if not each.startswith(KEPT_OUT)}
    assert found == {*wanted, "PKG-INFO"}
    assert {"README.md", "LICENSE", "CITATION.cff", "docs/pictures/dry-land.gif"} <= found


def test_the_citation_is_of_this_version() -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["cff-version"] == "1.2.0"
    assert cited["version"] == __version__
    assert cited["license"] == PROJECT["project"]["license"]
    assert [each["name"] for each in cited["authors"]] == [
        each["name"] for each in PROJECT["project"]["authors"]
    ]
    assert {"message", "title", "abstract", "type", "keywords"} <= set(cited)


def test_every_version_that_is_supported_is_built_and_tested() -> None:
    built = re.findall(r"cp3(\d+)-\*", PROJECT["tool"]["cibuildwheel"]["build"])
    lowest = re.fullmatch(r">=3\.(\d+)", PROJECT["project"]["requires-python"])
    stable = re.fullmatch(r"cp3(\d+)", PROJECT["tool"]["scikit-build"]["wheel"]["py-api"])
    assert lowest is not None
    assert stable is not None
    # Each below the first with a stable ABI has a wheel of its own; one above tests that wheel.
    assert list(map(int, built)) == list(range(int(lowest[1]), int(stable[1]) + 2))


# ---------------------------------------------------------------- wheels


@cache
def list_pythons() -> dict[tuple[int, int], Path]:
    """Return the Pythons of this machine by version: this one, on the path, of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [Path(sys.executable), *sorted(pyenv.glob("3.*/bin/python"))]
    on_path = (shutil.which(f"python3.{minor}") for minor in range(11, 20))
    candidates += [Path(each) for each in on_path if each is not None]
    found: dict[tuple[int, int], Path] = {}
    ask = (
        "import sys, sysconfig, ensurepip, venv; "
        "print(*sys.version_info[:2], sysconfig.get_config_var('Py_GIL_DISABLED') or 0)"
    )
    for python in candidates:
        done = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            major, minor, threaded = map(int, done.stdout.split())
            if (major, minor) >= (3, 11) and not threaded:
                found.setdefault((major, minor), python)
    return found


def make_environment(python: Path, folder: Path) -> Path:
    """Make a fresh environment and return its Python."""
    call(python, "-m", "venv", folder)
    (found,) = [*folder.glob("bin/python"), *folder.glob("Scripts/python.exe")]
    return found


@pytest.fixture(scope="module")
def wheels(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[bool, Path]:
    """The wheels, by whether they have the stable ABI, each built from the source distribution.

    What builds them comes from the index, as for users: a requirement that is missing in
    `pyproject.toml` shows.
    """
    pythons = list_pythons()
    builders = {
        False: pythons.get((3, 11)),
        True: next((pythons[each] for each in sorted(pythons) if each >= (3, 12)), None),
    }
    found = {}
    for stable, python in builders.items():
        if python is not None:
            folder = tmp_path_factory.mktemp("wheel")
            builder = make_environment(python, folder / "builder")
            call(builder, *PIP, "wheel", "--no-deps", "--wheel-dir", folder / "made", sdist)
            (found[stable],) = (folder / "made").iterdir()
    return found


@pytest.fixture(params=[False, True], ids=["3.11", "stable ABI"])
def stable(request: pytest.FixtureRequest) -> bool:
    wanted: bool = request.param
    return wanted


@pytest.fixture
def wheel(stable: bool, wheels: dict[bool, Path]) -> Path:
    if stable not in wheels:
        pytest.skip(f"no Python {'from 3.12 on' if stable else '3.11'} to build it with")
    return wheels[stable]


@pytest.mark.long
def test_a_wheel_is_what_its_name_says(stable: bool, wheel: Path) -> None:
    tag = "cp312-abi3" if stable else "cp311-cp311"
    assert wheel.name.startswith(f"babalab-{__version__}-{tag}-")
    with zipfile.ZipFile(wheel) as archive:
        (core,) = [name for name in archive.namelist() if "/_core." in name and "pyi" not in name]
    if sys.platform != "win32":
        assert core.endswith(".abi3.so") if stable else ".cpython-311" in core


@pytest.mark.long
def test_a_wheel_has_the_files_of_the_checkout(sdist: Path, wheel: Path) -> None:
    package = {
        name.removeprefix("src/") for name in list_files_of_git() if name.startswith("src/babalab/")
    }
    with zipfile.ZipFile(wheel) as made_wheel:
        found = set(made_wheel.namelist())
        info = f"babalab-{__version__}.dist-info"
        metadata = made_wheel.read(f"{info}/METADATA").decode()
    made = {name for name in found if not name.startswith(info)} - package
    assert len(made) == 1, made  # the native core
    assert package <= found
    assert f"{info}/licenses/LICENSE" in found
    with tarfile.open(sdist) as archive:
        readme = archive.extractfile(f"babalab-{__version__}/README.md")
        assert readme is not None
        assert readme.read().decode() in metadata


@pytest.mark.long
def test_the_stable_abi_is_kept(wheels: dict[bool, Path], tmp_path: Path) -> None:
    if True not in wheels:
        pytest.skip("no Python from 3.12 on to build the wheel with")
    auditor = make_environment(Path(sys.executable), tmp_path / "auditor")
    call(auditor, *PIP, "install", "abi3audit")
    call(auditor, "-m", "abi3audit", "--strict", wheels[True])


def cases() -> Iterator[Any]:
    """Yield every Python that a wheel can be installed into, with whether it has the stable ABI."""
    for version in [(3, 11), (3, 12), (3, 13), (3, 14)]:
        name = ".".join(map(str, version))
        yield pytest.param(version, version >= (3, 12), id=name)


@pytest.mark.long
@pytest.mark.parametrize(("version", "is_stable"), list(cases()))
def test_a_wheel_works_in_a_fresh_environment(
    version: tuple[int, int], is_stable: bool, wheels: dict[bool, Path], tmp_path: Path
) -> None:
    if version not in list_pythons() or is_stable not in wheels:
        pytest.skip(f"no Python {version[0]}.{version[1]} here")
    python = make_environment(list_pythons()[version], tmp_path / "fresh")
    call(python, *PIP, "install", wheels[is_stable])
    place = call(python, "-c", "import babalab._core as c; print(c.__file__)", cwd=tmp_path)
    assert (tmp_path / "fresh").resolve() in Path(place.strip()).resolve().parents
    program = (python.parent / "babalab").with_suffix(python.suffix)
    assert call(program, "--version", cwd=tmp_path) == f"babalab {__version__}\n"
    assert "agrees with the reference" in call(program, "doctor", cwd=tmp_path)
    assert "a shortest solution" in call(program, "demo", cwd=tmp_path)
    signature = call(sys.executable, "-m", "babalab", "bench", "--signature")
    assert call(program, "bench", "--signature", cwd=tmp_path) == signature
