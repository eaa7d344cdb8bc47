"""`python -m bskd`."""

from __future__ import annotations

import sys

from bskd.main import main

if __name__ == "__main__":
    sys.exit(main())
