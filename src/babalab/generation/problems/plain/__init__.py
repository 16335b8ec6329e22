"""The statistics in plain Python, to be read and to check the native ones against."""
