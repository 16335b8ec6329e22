"""The parts that all commands share: options, console, tables, keys, progress, diagnostics."""
