"""Levels of Baba: random drafts, variants, mechanics, clutter, levels played backwards."""
