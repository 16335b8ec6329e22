"""What is particular to levels of Baba: drafts in people's style, variants, equivalence."""
