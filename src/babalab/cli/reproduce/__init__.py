"""`babalab reproduce`: the papers' tables and figures."""
