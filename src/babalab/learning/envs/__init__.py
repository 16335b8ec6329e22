"""Environments: one stack over slots, for Gymnasium and for Stable-Baselines3.

Nothing is imported here, since the environments need the extra ``babalab[learn]``; take their
names from `babalab.learning`.
"""
