# SPDX-License-Identifier: Apache-2.0
"""Writes the table of simple case folding for the room model from Unicode 15.0's CaseFolding.txt.

    python3 scripts/make_fold_ranges.py [--ucd FOLDER] [--output FILE] [--check]

FOLDER is by default the folder of Debian's package unicode-data. With --check nothing is written,
and the exit status is 0 if FILE is up to date.
"""

import sys
from pathlib import Path

from make_unicode_tables import write_or_check

VERSION = "15.0.0"
OUTPUT = Path(__file__).resolve().parents[1] / "facsim/model/fold_ranges.cc"
ASCII_END = 0x80


def folded(path):
    """Returns the folding of each character beyond ASCII, from lines of status C and S."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if f"-{VERSION}.txt" not in lines[0]:
        raise SystemExit(f"{path}: not of Unicode {VERSION}: {lines[0].strip()}")
    found = {}
    for line in lines:
        cells = [cell.strip() for cell in line.partition("#")[0].split(";")]
        if len(cells) > 2 and cells[1] in "CS" and int(cells[0], 16) >= ASCII_END:
            found[int(cells[0], 16)] = int(cells[2], 16)
    return found


def ranges_of(table):
    """Returns [first, last, step, delta] for runs of characters at steps of 1 or 2."""
    ranges = []
    for c, to in sorted(table.items()):
        delta = to - c
        if ranges:
            last = ranges[-1]
            step = c - last[1]
            if last[3] == delta and step in (1, 2) and (last[0] == last[1] or step == last[2]):
                last[1], last[2] = c, step
                continue
        ranges.append([c, c, 1, delta])
    return ranges


def source_of(table):
    """Returns the text of the whole file."""
    ranges = ranges_of(table)
    rows = "\n".join(f"    {{0x{a:04x}, 0x{b:04x}, {step}, {delta}}}," for a, b, step, delta in ranges)
    return f"""// SPDX-License-Identifier: Apache-2.0
// Generated from the Unicode Character Database {VERSION} by
//   python3 scripts/make_fold_ranges.py
// Do not change it by hand.
#include "facsim/model/fold_ranges_internal.h"

namespace facsim {{

// clang-format off
const FoldRange kFoldRanges[] = {{
{rows}
}};
// clang-format on
const std::size_t kFoldRangeCount = sizeof kFoldRanges / sizeof kFoldRanges[0];

}}  // namespace facsim
"""


if __name__ == "__main__":
    sys.exit(write_or_check(lambda ucd: source_of(folded(ucd / "CaseFolding.txt")), OUTPUT, __doc__.splitlines()[0]))
