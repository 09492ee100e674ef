"""A game in progress: IDs, finding plugins, sessions, saves, records, matches."""
