"""Base classes and functions for plugin authors."""
