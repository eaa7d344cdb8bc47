"""Writes the pages of `docs/reference` from what they describe, so that they cannot be wrong."""
