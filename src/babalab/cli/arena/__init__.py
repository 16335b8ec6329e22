"""Commands of the arena: evaluate, leaderboard, compare, report, export, new-agent."""
