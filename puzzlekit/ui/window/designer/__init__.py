"""The puzzle designer."""
