"""Trained policies in files, the agents that play by them, and the policies babalab ships.

Nothing is imported here: listing agents must not load torch.
"""
