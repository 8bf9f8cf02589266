# SPDX-License-Identifier: Apache-2.0
"""The modules of scripts/same_answer.py.

main.py is the entry; corpora.py makes the input of cases, cases_*.py define the runs, runner.py
runs them with both programs, outcome.py compares the results, masks.py defines what may differ.
"""

import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
# The makers of pages and archives are those of the tests.
sys.path.insert(0, str(TOP / "tests"))
