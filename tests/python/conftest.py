# SPDX-License-Identifier: Apache-2.0
"""Uses the package of the build folder (FACSIM_PYTHON_PACKAGE) before any installed one."""

import os
import sys

sys.path.insert(0, os.environ["FACSIM_PYTHON_PACKAGE"])

from running import SANITIZED  # noqa: E402
from seen_world import back, open_seen, seen, service  # noqa: E402

__all__ = ["back", "open_seen", "seen", "service"]

# Crawls test Python code; other tests make the same calls of the module under sanitizers, where
# each crawl takes half a minute.
collect_ignore_glob = ["test_scrapy*.py"] if SANITIZED else []
