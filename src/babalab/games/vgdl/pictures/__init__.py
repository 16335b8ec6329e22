"""Games of VGDL to look at: sprites drawn by class and colour, as pixels and as text."""
