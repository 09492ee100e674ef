"""Drawing puzzles by mouse and keyboard: sheet, tools, pieces, and what comes out."""
