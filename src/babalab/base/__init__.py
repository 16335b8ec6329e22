"""What every room may need: errors, parameters, registries, suggestions, statistics, budgets."""
