"""Run tasks: in this process, on local processes, or on a Ray cluster."""
