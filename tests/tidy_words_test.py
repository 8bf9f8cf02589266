# SPDX-License-Identifier: Apache-2.0
"""The rule for words of doors (tests/tidy_words.py), applied to this tree and made-up breaches.

tests/tidy_test.py runs these tests too.
"""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import tidy_test  # noqa: E402
import tidy_words as words  # noqa: E402


class ThisTree(unittest.TestCase):
    """The project follows its own rule."""

    def test_sentences_are_in_the_words_of_no_door(self):
        complaints = list(words.words_of_doors(tidy_test.read_tree()))
        self.assertFalse(complaints, "\n" + "\n".join(complaints))


class Breaches(unittest.TestCase):
    """Each breach is found, and nothing else is."""

    def finds(self, literal, *complaints, path="facsim/files/x.cc"):
        table = 'constexpr Flag kFlags[] = {Flag{"--tmp", "", "DIR"}};\n'
        tree = {"apps/flag_table.cc": table, "apps/command_index_query.cc": "", path: literal}
        found = list(words.words_of_doors(tree))
        self.assertEqual(len(found), len(complaints), found)
        for complaint, part in zip(found, complaints):
            self.assertIn(part, complaint)

    def test_flags_and_commands(self):
        self.finds('f("give --tmp");', "x.cc:1: '--tmp'")
        self.finds('\nf("make it by facsim "\n  "index");', "x.cc:2: 'facsim index'")
        self.finds('f("--tmp or --tmp");', "'--tmp'", "'--tmp'")

    def test_what_is_none(self):
        self.finds('"give " + Named::tmp; // "--tmp"\n"--tmpfs"; "x--tmp"; "facsim indexes";')
        self.finds('f("give --tmp");', path="facsim/files/x_test.cc")
        self.finds('f("give --tmp");', path="apps/x.cc")
        self.finds('"facsim index"', path="facsim/store/manifest_text.cc")


if __name__ == "__main__":
    unittest.main()
