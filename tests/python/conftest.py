# SPDX-License-Identifier: Apache-2.0
"""The package as the build folder holds it (FACSIM_PYTHON_PACKAGE), before any installed one."""

import os
import sys

sys.path.insert(0, os.environ["FACSIM_PYTHON_PACKAGE"])

from running import SANITIZED  # noqa: E402
from seen_world import back, open_seen, seen, service  # noqa: E402

__all__ = ["back", "open_seen", "seen", "service"]

# Crawls try Python code over calls of the module that other tests make under sanitizers, where each
# takes half a minute.
collect_ignore_glob = ["test_scrapy*.py"] if SANITIZED else []
