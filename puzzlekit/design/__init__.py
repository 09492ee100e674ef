"""Designing puzzles: drawings of graphs with pieces on them, edits, and what comes out."""
