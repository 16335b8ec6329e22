"""The committed core for browsers is what its sources make, on every machine."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

BUILD = Path(__file__).parents[2] / "native" / "wasm" / "build.py"


def load_build(path: Path = BUILD) -> ModuleType:
    """Import the build script of a checkout."""
    spec = importlib.util.spec_from_file_location("wasm_build", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build = load_build()
needs_compiler = pytest.mark.skipif(
    importlib.util.find_spec("ziglang") is None,
    reason="no ziglang here, the compiler of the core for browsers; the extra `test` has it",
)


def test_the_fingerprint_fits_the_sources() -> None:
    committed = json.loads(build.FINGERPRINT.read_text("utf-8"))
    assert build.fingerprint() == committed, "the core has changed: run `make wasm` and commit"


def test_the_core_is_small() -> None:
    assert build.WASM.stat().st_size <= build.MOST_BYTES


def test_files_compiled_for_size_exist() -> None:
    names = {f.relative_to(build.NATIVE).with_suffix("").as_posix() for f in build.list_sources()}
    assert names >= set(build.SMALL)


@needs_compiler
@pytest.mark.skipif(sys.platform != "linux", reason="bytes are compared on Linux only")
def test_building_again_elsewhere_makes_the_same_bytes(tmp_path: Path) -> None:
    """From a checkout with another path; the compiler's cache knows what has not changed."""
    checkout = tmp_path / "a checkout in another place"
    shutil.copytree(build.NATIVE, checkout / "native")
    elsewhere = load_build(checkout / "native" / "wasm" / "build.py")
    output = tmp_path / "babalab.wasm"
    elsewhere.build(output, cache=build.CACHE)
    assert output.read_bytes() == build.WASM.read_bytes(), "run `make wasm` and commit"
