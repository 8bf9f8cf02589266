# SPDX-License-Identifier: Apache-2.0
"""The package as the build folder holds it (FACSIM_PYTHON_PACKAGE), before any installed one."""

import os
import sys

sys.path.insert(0, os.environ["FACSIM_PYTHON_PACKAGE"])

from seen_world import back, open_seen, seen, service  # noqa: E402

__all__ = ["back", "open_seen", "seen", "service"]
