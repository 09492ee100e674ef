"""The contract of a rule book, the kinds of plugin, and the text of positions."""
