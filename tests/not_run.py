# SPDX-License-Identifier: Apache-2.0
"""Prints how many tests of a ctest run did not run: a line for each reason.

    python3 tests/not_run.py BUILD/Testing/Temporary/LastTest.log

Tests on real data do not run without FACSIM_DATA, and tests that limit memory do not run under
sanitizers. ctest hides the output of programs that pass. Those of pytest print the number at the
end, a line for each reason (session_rules.py); those of GoogleTest print a line for each test on
real data.
"""

import re
import sys
from pathlib import Path

REASONS = {
    "on real data": "FACSIM_DATA names none; see CONTRIBUTING.md",
    "that bound memory": "not under sanitizers",
    "of Spark": "no Java or no pyspark; run scripts/setup.sh spark",
}
GOOGLE_TEST = re.compile(r"^skipped: no data at ", re.MULTILINE)


def counts(log: str) -> dict[str, int]:
    """Returns how many tests of each kind did not run."""
    found = {}
    for kind in REASONS:
        line = re.compile(rf"^tests {kind} that did not run: (\d+) ", re.MULTILINE)
        found[kind] = sum(map(int, line.findall(log)))
    found["on real data"] += len(GOOGLE_TEST.findall(log))
    return found


def main() -> None:
    """Prints the counts; prints nothing if all tests ran."""
    for kind, number in counts(Path(sys.argv[1]).read_text(errors="replace")).items():
        if number:
            print(f"tests {kind} that did not run: {number} ({REASONS[kind]})")


if __name__ == "__main__":
    main()
