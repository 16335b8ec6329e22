"""The command line: Typer commands, Rich output."""
