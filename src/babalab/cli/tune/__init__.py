"""Commands of tuning: tune, tunings, plot."""
