# SPDX-License-Identifier: Apache-2.0
"""Says in a line how many tests of a ctest run did not run for want of real data.

    python3 tests/not_run.py BUILD/Testing/Temporary/LastTest.log

ctest hides what programs say that pass. Those of pytest say the number in a closing line
(session_rules.py), those of GoogleTest a line for each test.
"""

import re
import sys
from pathlib import Path

PYTEST = re.compile(r"^tests on real data that did not run: (\d+) ", re.MULTILINE)
GOOGLE_TEST = re.compile(r"^skipped: no data at ", re.MULTILINE)


def count(log: str) -> int:
    """How many tests did not run for want of data."""
    return sum(map(int, PYTEST.findall(log))) + len(GOOGLE_TEST.findall(log))


def main() -> None:
    """Nothing where all ran."""
    number = count(Path(sys.argv[1]).read_text(errors="replace"))
    if number:
        print(f"tests on real data that did not run: {number} (FACSIM_DATA names none; see "
              "CONTRIBUTING.md)")  # fmt: skip


if __name__ == "__main__":
    main()
