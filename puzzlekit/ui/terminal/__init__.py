"""Terminal front end."""
