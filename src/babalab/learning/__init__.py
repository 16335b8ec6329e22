"""Learning: environments, rewards, PPO and what it taught."""
