"""Browsers and sessions as records: ownership, life cycle, turns, interrupts, idle reaping, tombstones."""
