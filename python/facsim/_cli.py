# SPDX-License-Identifier: Apache-2.0
"""The command ``facsim``: gives way to the program inside the package."""

import os
import signal
import sys


def main() -> None:
    program = os.path.join(os.path.dirname(__file__), "bin", "facsim")
    # Python ignores these, and exec would keep that: `facsim ... | head -1` would never end.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    try:
        os.execv(program, [sys.argv[0], *sys.argv[1:]])
    except OSError as failed:
        why = f"cannot be started: {failed.strerror}; install the package anew"
        sys.exit(f"facsim: {program}: {why}")
