"""Published tables and figures, run again."""
