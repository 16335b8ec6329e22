"""Commands about one level: solve, prove, explain, hint, show, play, check, render."""
