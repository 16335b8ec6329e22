"""Pictures of what was learned; Matplotlib is needed for them, and for nothing else."""
