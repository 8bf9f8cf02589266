# SPDX-License-Identifier: Apache-2.0
"""Checks that unicode_tables.cc (features) and fold_ranges.cc (model) are as made by their scripts.

Needs only Python: python3 tests/unicode_tables_test.py
If the Unicode Character Database (Debian: unicode-data) is missing or has another version, the
comparison is skipped with a reason.
"""

import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP / "scripts"))
sys.dont_write_bytecode = True

import make_fold_ranges as folds  # noqa: E402
import make_unicode_tables as maker  # noqa: E402


class Generated(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        try:
            cls.data = maker.Database(maker.UCD)
            cls.tables = maker.Tables(cls.data)
        except (OSError, SystemExit) as missing:
            raise unittest.SkipTest(f"skipped: no Unicode {maker.VERSION}: {missing}") from None

    def test_the_file_is_what_the_script_makes(self):
        made = maker.source_of(self.tables)
        same = made == maker.OUTPUT.read_text(encoding="utf-8")
        self.assertTrue(same, "run: python3 scripts/make_unicode_tables.py")

    def test_tries_hold_what_went_in(self):
        for name in ("fold", "unit_fold", "canonical", "properties"):
            values = getattr(self.tables, name)
            (trie,), blocks = maker.tries_of(values)
            for c in range(maker.END):
                if c < maker.SUPPLEMENT:
                    at = c >> 4
                else:
                    at = (maker.SUPPLEMENT >> 4) + (trie.top[c - maker.SUPPLEMENT >> 10] << 6)
                    at += c >> 4 & 63
                if blocks[trie.index[at] << 4 | c & 15] != values[c]:
                    self.fail(f"{name} of U+{c:04X}")

    def test_normalisation_of_the_script(self):
        self.assertEqual(self.data.compose((0x61, 0x301, 0x323)), (0x1EA1, 0x301))
        self.assertEqual(self.data.compose((0x1112, 0x1161, 0x11AB)), (0xD55C,))
        self.assertEqual(self.data.compose((0x212B,)), (0xC5,))
        self.assertEqual(self.data.compose((0x958,)), (0x915, 0x93C))


class FoldRanges(unittest.TestCase):
    def setUp(self):
        try:
            self.table = folds.folded(maker.UCD / "CaseFolding.txt")
        except (OSError, SystemExit) as missing:
            self.skipTest(f"skipped: no Unicode {folds.VERSION}: {missing}")

    def test_the_file_is_what_the_script_makes(self):
        same = folds.source_of(self.table) == folds.OUTPUT.read_text(encoding="utf-8")
        self.assertTrue(same, "run: python3 scripts/make_fold_ranges.py")

    def test_ranges_hold_what_went_in(self):
        held = {}
        for first, last, step, delta in folds.ranges_of(self.table):
            held |= {c: c + delta for c in range(first, last + 1, step)}
        self.assertEqual(held, self.table)


class Refusal(unittest.TestCase):
    def test_another_version_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("UnicodeData.txt", "Scripts.txt"):
                (Path(folder) / name).write_text(f"# {name[:-4]}-16.0.0.txt\n")
            with self.assertRaisesRegex(SystemExit, "not of Unicode 15.0.0"):
                maker.Database(Path(folder))
            (Path(folder) / "CaseFolding.txt").write_text("# CaseFolding-16.0.0.txt\n")
            with self.assertRaisesRegex(SystemExit, "not of Unicode 15.0.0"):
                folds.folded(Path(folder) / "CaseFolding.txt")

    def test_no_database(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(OSError):
            maker.Database(Path(folder))


if __name__ == "__main__":
    unittest.main()
