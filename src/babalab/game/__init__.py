"""The game itself: levels, states, batches of states, the reference engine, and drawing."""
