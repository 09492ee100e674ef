"""Computer players and random playouts."""
