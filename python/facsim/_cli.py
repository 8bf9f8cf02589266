# SPDX-License-Identifier: Apache-2.0
"""The command ``facsim``: gives way to the program inside the package."""

import os
import signal
import sys
from pathlib import Path


def main() -> None:
    program = Path(__file__).parent / "bin" / "facsim"
    # Python ignores these, and exec would keep that: `facsim ... | head -1` would never end.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    try:
        os.execv(program, [sys.argv[0], *sys.argv[1:]])
    except OSError as failed:
        sys.exit(f"facsim: {program}: cannot be started: {failed.strerror}; install the package anew")
