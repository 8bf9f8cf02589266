# SPDX-License-Identifier: Apache-2.0
"""The package as the build folder holds it (FACSIM_PYTHON_PACKAGE), before any installed one."""

import os
import sys

sys.path.insert(0, os.environ["FACSIM_PYTHON_PACKAGE"])
