"""Trainings: recipes, where their levels come from, checkpoints, evaluation, learning curves.

Nothing is imported here, so that recipes and presets can be read without torch.
"""
