"""Finding good parameters of agents: see docs/tuning.md."""
