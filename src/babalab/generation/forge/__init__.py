"""The forge: makes, tidies, chooses and names the levels of the pack ``forge``."""
