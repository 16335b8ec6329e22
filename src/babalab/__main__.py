"""`python -m babalab`: the same program as `babalab`."""

from babalab.cli.main import run

if __name__ == "__main__":
    run()
