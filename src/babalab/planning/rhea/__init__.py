"""Rolling horizon evolution: plans that evolve while the game goes on."""
