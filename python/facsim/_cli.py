# SPDX-License-Identifier: Apache-2.0
"""The command ``facsim``: replaces itself with the program inside the package."""

import importlib.util
import os
import signal
import sys


def _tell_of_arrow() -> None:
    """Tells the program's plug-in where pyarrow is, which may not be beside this package."""
    if "FACSIM_ARROW_LIBRARIES" in os.environ:
        return
    found = importlib.util.find_spec("pyarrow")
    folders = [] if found is None else list(found.submodule_search_locations or [])
    if folders:
        os.environ["FACSIM_ARROW_LIBRARIES"] = ":".join(folders)


def main() -> None:
    _tell_of_arrow()
    program = os.path.join(os.path.dirname(__file__), "bin", "facsim")
    # Python ignores these signals, and exec would keep that: `facsim ... | head -1` would not end.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    try:
        os.execv(program, [sys.argv[0], *sys.argv[1:]])
    except OSError as failed:
        why = f"cannot be started: {failed.strerror}; install the package anew"
        sys.exit(f"facsim: {program}: {why}")
