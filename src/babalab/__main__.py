"""`python -m babalab`, and what the command `babalab` starts.

Worker processes load the main module again; so it takes the program along only when it is run.
"""

from typing import NoReturn


def run() -> NoReturn:
    """Run the program on the command line's arguments."""
    from babalab.cli.main import run as run_program

    run_program()


if __name__ == "__main__":
    run()
