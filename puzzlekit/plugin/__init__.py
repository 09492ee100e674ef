"""The boundary to plugin code: its errors, and the validation of what it returns."""
