"""What all commands share: console, tables, keys, progress, diagnostics."""
