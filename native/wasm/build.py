"""Build the core for browsers: the game and its searches as WebAssembly.

`make wasm` runs this. The result is committed beside the JavaScript that uses it, together with a
fingerprint of everything it was made of, so that only who changes the core needs the compiler.
"""

from __future__ import annotations

import argparse
import json
import os
import runpy
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
NATIVE: Final = ROOT / "native"
PACKAGE: Final = ROOT / "src" / "babalab" / "web" / "page" / "babalab"
WASM: Final = PACKAGE / "babalab.wasm"
FINGERPRINT: Final = PACKAGE / "babalab.sources.json"
CACHE: Final = ROOT / "build" / "zig"

COMPILER: Final = "0.17.0"
"""The version of ziglang, Clang and more in a package of PyPI's: another makes other bytes."""
FOLDERS: Final = ("base", "baba", "search", "wasm")
"""The folders of `native` that the core for browsers is made of."""
TARGET: Final = ("-target", "wasm32-wasi", "-mexec-model=reactor")
FLAGS: Final = (
    "-msimd128", "-std=c++20", "-fno-exceptions", "-fno-rtti", "-ffp-contract=off",
    "-DBABALAB_NO_THREADS", "-I.", "-Wall", "-Wextra", "-Werror",
)  # fmt: skip
LINK_FLAGS: Final = ("-O3", "-s", "-Wl,-z,stack-size=1048576")
SMALL: Final = (
    "baba/batch", "baba/fixtures", "baba/picture", "baba/possible", "baba/rows",
    "search/cuts", "search/features", "search/layers", "search/neighbourhood", "search/shortening",
    "wasm/layers", "wasm/level", "wasm/search", "wasm/shortener",
)  # fmt: skip
"""Sources that are compiled for size. Little time is spent in them, and all others for speed."""
MOST_BYTES: Final = 204_800
"""The size that the core may have: a page loads it."""


def list_sources(suffix: str = ".?pp") -> list[Path]:
    """Return the files that the core is compiled from, headers included, in a fixed order."""
    return sorted(file for folder in FOLDERS for file in (NATIVE / folder).glob(f"*{suffix}"))


def fingerprint() -> dict[str, Any]:
    """Return what the result depends on: tokens of the sources, compiler and flags."""
    digest = runpy.run_path(str(NATIVE / "digest.py"))["digest"]
    return {
        "compiler": f"ziglang {COMPILER}",
        "flags": " ".join([*TARGET, *FLAGS, *LINK_FLAGS]),
        "small": " ".join(SMALL),
        "sources": digest(file.read_text("utf-8") for file in list_sources()),
    }


def build(output: Path, *, native: Path = NATIVE, cache: Path = CACHE) -> None:
    """Compile the core; raise `CalledProcessError` if the compiler refuses, or is another one.

    The compiler keeps what it made of our sources in `cache`, so that only what changed takes time,
    and its own libraries where it always does: they are half of the work, and the same for all.
    """
    if version("ziglang") != COMPILER:
        raise RuntimeError(f"this needs ziglang {COMPILER}, not {version('ziglang')}")
    environment = {**os.environ, "ZIG_LOCAL_CACHE_DIR": str(cache)}

    def run(*arguments: str) -> None:
        command = [sys.executable, "-m", "ziglang", "c++", *TARGET, *arguments]
        subprocess.run(command, cwd=native, env=environment, check=True)

    # Files are named relative to the folder, so that nothing depends on where the checkout is.
    names = [file.relative_to(NATIVE).with_suffix("") for file in list_sources(".cpp")]
    with TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = [str(Path(folder, f"{number}.o")) for number in range(len(names))]
        optimized = ["-Os" if name.as_posix() in SMALL else "-O3" for name in names]
        made = [
            pool.submit(run, *FLAGS, optimize, "-c", f"{name.as_posix()}.cpp", "-o", target)
            for name, optimize, target in zip(names, optimized, objects, strict=True)
        ]
        for each in made:
            each.result()
        output.parent.mkdir(parents=True, exist_ok=True)
        run(*LINK_FLAGS, *objects, "-o", str(output.resolve()))
    output.chmod(0o644)


def main() -> None:
    """Build the core, and write its fingerprint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=WASM, help="the file to write")
    output = parser.parse_args().output
    build(output)
    size = output.stat().st_size
    if size > MOST_BYTES:
        sys.exit(f"{output} has {size:,} bytes; at most {MOST_BYTES:,} are allowed")
    if output == WASM:
        FINGERPRINT.write_text(json.dumps(fingerprint(), indent=2) + "\n", "utf-8")
    print(f"{output}: {size:,} bytes")


if __name__ == "__main__":
    main()
