"""Puzzles on solids: shapes, cuts, turns and nets, all derived from geometry."""
