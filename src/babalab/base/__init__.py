"""Code that every room may need: errors, parameters, registries, statistics, budgets."""
