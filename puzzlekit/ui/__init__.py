"""Front ends for game sessions: a pygame window and a terminal."""
