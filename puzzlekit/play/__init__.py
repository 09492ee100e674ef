"""Games in progress: IDs, sessions, saves, records, matches."""
