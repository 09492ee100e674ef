"""Solids in space: seen by an eye, drawn, picked and turned; no window is needed."""
