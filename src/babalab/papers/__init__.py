"""The experiments of the papers we reproduce, one folder for each paper."""
