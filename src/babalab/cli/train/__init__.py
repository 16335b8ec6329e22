"""Commands of learning: train, env, reward."""
