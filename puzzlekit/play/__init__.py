"""Games in progress: IDs, sessions, saves, records and matches."""
