"""The commands of the page."""
