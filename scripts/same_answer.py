#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the same cases with two programs, and reports every answer that differs by a byte.

Use it when you restructure code and must not change an answer: save the program from before (with
facsim_parquet.so and jieba.tables beside it), and compare the new one with it.

  scripts/same_answer.py --old before/facsim --new build/release/facsim --data DATA
"""

import sys

sys.dont_write_bytecode = True

from same_answer.main import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
