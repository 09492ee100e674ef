"""Finding, loading, probing and validating plugins, and reporting their errors."""
