"""The measurements behind `babalab bench`."""
