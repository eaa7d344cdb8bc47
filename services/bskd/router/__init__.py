"""The public API: identity, policy, deadlines, one call's journey, audit."""
