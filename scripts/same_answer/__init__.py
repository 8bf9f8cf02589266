# SPDX-License-Identifier: Apache-2.0
"""What scripts/same_answer.py is made of.

main.py begins; corpora.py makes what cases read, cases_*.py say what is run, runner.py runs it with
both programs, outcome.py holds what came of it side by side, masks.py says what may differ.
"""

import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
# Pages and archives are made as tests make them.
sys.path.insert(0, str(TOP / "tests"))
