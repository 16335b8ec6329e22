"""The forge: how the levels of our pack of that name are made, tidied, chosen and named."""
