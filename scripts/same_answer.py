#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the same cases with two programs, and says where their answers differ by a byte.

For who restructures the code and must not change an answer: keep the program from before (with
facsim_parquet.so and jieba.tables beside it), and hold the new one against it.

  scripts/same_answer.py --old before/facsim --new build/release/facsim --data DATA
"""

import sys

sys.dont_write_bytecode = True

from same_answer.main import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
