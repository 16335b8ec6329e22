"""`babalab levels`: packs and files of levels."""
