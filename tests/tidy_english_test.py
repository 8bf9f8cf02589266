# SPDX-License-Identifier: Apache-2.0
"""The rule of plain English (tests/tidy_english.py), held against this tree and made-up breaches.

tests/tidy_test.py runs these tests too.
"""

import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import running  # noqa: E402
import tidy_english as english  # noqa: E402
import tidy_english_messages as messages  # noqa: E402
import tidy_test  # noqa: E402
from tidy_english_patterns import EXCEPTIONS, PATTERNS  # noqa: E402

BREACHES = {
    "first-of": "Of the pages of a host only ten are read.",
    "first-those": "Those beside the default one, by name.",
    "first-whether": "Whether any page has a text.",
    "first-what": "What the folder is.",
    "first-nothing": "Nothing if the label is too long.",
    "first-behind": "Behind the last byte: writes the remainder.",
    "first-also": "Also of pages that are damaged.",
    "first-as-if": "As if the last rename had happened.",
    "first-who": "Who reads pages needs a lock.",
    "first-where": "Where a step fails, all files are restored.",
    "value-where": "Returns null where the title is missing.",
    "where-there-is": "The URL, or the path where there is one.",
    "only-where": "A URL is a link only where it has a scheme.",
    "behind-event": "Call this behind a commit.",
    "is-no": "The page is no duplicate.",
    "is-none": "It skips a line that is none.",
    "there-is-no": "there is no such folder",
    "so-many": "It lists so many pairs.",
    "that-many": "It needs at least that many bytes.",
    "nobody": "The file is removed if nobody holds it.",
    "who-acts": "The lock is held by who changes the pages.",
    "is-told": "The sink is told how many pages were read.",
    "tells": "The reader tells how many pages are left.",
    "is-said": "The number of pages is said at the end.",
    "is-warned": "Large clusters are warned of.",
    "is-asked": "The index is asked for pages.",
    "asks": "The judge asks the index.",
    "page-goes": "The second page goes for the first.",
    "hangs": "The order hangs on the keys.",
    "ticket": "The number is the ticket of the change.",
    "freeze": "A frozen table is written.",
    "front": "A row is in one of the fronts.",
    "break-off": "Reading breaks off at a bad byte.",
    "take-apart": "Pages are taken apart by many threads.",
    "tidies": "The last change tidies the crawl.",
    "teller": "The teller writes a line a second.",
    "memory-room": "A worker waits for memory room.",
    "asked-page": "The cluster of the asked page.",
}
# Sentences that are right.
RIGHT = """
Returns true if the page has a title.
The folder where a page was found.
A tag that stands behind the title.
The page is no longer there, and no other page has its URL.
The text is so long that the sketch is computed in two steps.
As long as the lock is held, the file does not change.
A person who knows the corpus decides.
The titles tell the two pages apart, and `tells` is a name.
The service answers at https://example.org/where/there/is/none/asks and so does the library.
The function `asks()` calls is_told(), AsksFor and ticket_of().
Of course the first page is kept.
Which pages are removed?
What is compared here:
The row "page is no duplicate" comes from the log.
A comment in front of a tag, or on the front page.
The copy goes to the folder that --tmp names.
"""


def sources_of(sentence):
    """Class -> files with the sentence, each in its own way."""
    words = sentence.split()
    first, second = " ".join(words[:3]), " ".join(words[3:])
    literals = [part.replace('"', '\\"') for part in (first, second)]
    return {
        "comments": {
            "facsim/seen/a.h": f"int x;\n// A first sentence. {first}\n// {second}\nint y;\n",
            "apps/b.cc": f"int x;  // {sentence}\n/* {first}\n * {second} */\n",
            "scripts/c.sh": f"#!/bin/bash\n# {first}\n# {second}\necho x\n",
            "bench/d.py": f"x = 1\n# {first}\n# {second}\n",
        },
        "docstrings": {"python/facsim/e.py": f'def f():\n    """{first}\n    {second}\n    """\n'},
        "docs": {
            "docs/f.md": f"# Head\n\n* {first}\n  {second}\n\n| a | {sentence} |\n|---|---|\n"
        },
        "messages": {
            "facsim/seen/g.cc": f'throw Error{{"{literals[0]} "\n    "{literals[1]}"}};\n',
            "python/facsim/h.py": f'raise Error(\n    "{literals[0]} "\n    f"{literals[1]}"\n)\n',
        },
    }


class ThisTree(unittest.TestCase):
    """The counts of the project are the recorded ones."""

    @classmethod
    def setUpClass(cls):
        cls.tree = tidy_test.read_tree()

    def test_counts(self):
        changed = lambda: english.changed_since_record(tidy_test.TOP)  # noqa: E731
        complaints = list(english.plain_english(self.tree, changed))
        self.assertFalse(complaints, "\n" + "\n".join(complaints))

    def test_exceptions_are_needed(self):
        for exception in EXCEPTIONS:
            self.assertTrue(exception.reason)
            self.assertIn(exception.sentence, " ".join(self.tree[exception.path].split()))

    def test_words_save_searches_and_nothing_else(self):
        """The slow twin: each pattern is tried on each sentence of some rooms."""
        some = {
            path: text
            for path, text in self.tree.items()
            if path.startswith(("facsim/store/", "docs/formats/"))
        }
        for path, text in some.items():
            for kind in english.tidy_texts.texts_of(path, text):
                for _, sentence in kind.sentences():
                    blank = english.blanked(sentence)
                    slow = [
                        p for p in PATTERNS if "docs" in p.classes and p.expression.search(blank)
                    ]
                    self.assertEqual(english.matches(sentence, "docs"), slow, sentence)


class Breaches(unittest.TestCase):
    """Each breach is found, and nothing else."""

    def test_each_pattern_in_each_class(self):
        self.assertEqual(list(BREACHES), [pattern.name for pattern in PATTERNS])
        for pattern in PATTERNS:
            for kind, files in sources_of(BREACHES[pattern.name]).items():
                for path, text in files.items():
                    found = list(english.findings({path: text}))
                    names = [f.pattern.name for f in found if f.kind == kind]
                    wanted = kind in pattern.classes
                    self.assertEqual(pattern.name in names, wanted, f"{path}: {text}")

    def test_what_is_right(self):
        for sentence in RIGHT.strip().split("\n"):
            for files in sources_of(sentence).values():
                self.assertEqual(list(map(str, english.findings(files))), [])

    def test_code_and_data_are_not_read(self):
        bad = BREACHES["is-no"]
        for path, text in {
            "facsim/seen/a.cc": "bool asks = tells(nobody) && where_there_is(none);\n",
            "facsim/seen/b_test.cc": f'auto page = R"(<p>{bad}</p>)";\nexpect("{bad}");\n',
            "facsim/seen/c.cc": 'auto page = R"x(<a title="there is no page">)x";\n',
            "tests/cli/test_d.py": f'PAGE = """<p>{bad}"""\nwrite("{bad}")\n',
            "python/facsim/e.py": f'BYTES = b"{bad}"\n',
            "docs/f.md": f"```\n{bad}\n```\n",
            "docs/decisions/0001-g.md": f"{bad}\n",
            "CHANGELOG.md": f"{bad}\n",
            "facsim/seen/h.cc": f"// Generated from x: do not edit.\n// {bad}\n".replace(
                "//", "\n//", 1
            ),
            "README.md": "## What it does\n",
        }.items():
            self.assertEqual(list(map(str, english.findings({path: text}))), [], path)

    def test_words_of_ours_may_be_identifiers(self):
        comment = f"// {BREACHES['ticket']}\n"
        self.assertEqual(len(list(english.findings({"facsim/store/a.h": comment}))), 1)
        self.assertEqual(
            list(english.findings({"facsim/store/a.h": comment + "int ticket;\n"})), []
        )

    def test_place_and_remedy(self):
        found = list(
            english.findings({"apps/a.cc": "int x;\n\n// A page. It is\n// no duplicate.\n"})
        )
        self.assertEqual(
            list(map(str, found)),
            ["apps/a.cc:3: [is-no] It is no duplicate. -- 'is not a ...', 'does not ...'"],
        )


class Record(unittest.TestCase):
    """The record falls with the counts, and they do not rise above it."""

    BAD = "// The page is no duplicate.\n"

    def complaints(self, tree, recorded, changed=None):
        text = json.dumps(recorded)
        return list(english.plain_english({**tree, english.RECORD: text}, changed))

    def test_equal_below_above(self):
        tree = {"facsim/seen/a.cc": self.BAD, "facsim/seen/b.cc": self.BAD}
        self.assertEqual(self.complaints(tree, {"facsim/seen": {"comments": 2}}), [])
        (below,) = self.complaints(tree, {"facsim/seen": {"comments": 3}})
        self.assertIn(
            "facsim/seen: 2 findings in comments, recorded 3; run " + english.AGAIN, below
        )
        (gone,) = self.complaints({}, {"apps": {"messages": 1}})
        self.assertIn("apps: 0 findings in messages, recorded 1", gone)
        (above,) = self.complaints(tree, {"facsim/seen": {"comments": 1}})
        self.assertIn("2 findings in comments, recorded 1", above)
        self.assertIn("\n  facsim/seen/a.cc:1: [is-no]", above)
        self.assertIn("\n  facsim/seen/b.cc:1: [is-no]", above)
        self.assertEqual(len(self.complaints(tree, {})), 1)

    def test_changed_files_are_listed(self):
        tree = {"facsim/seen/a.cc": self.BAD, "facsim/seen/b.cc": self.BAD}
        for paths, listed in (({"facsim/seen/b.cc"}, 1), (set(), 2), (None, 2), ({"apps/x.cc"}, 2)):
            (above,) = self.complaints(tree, {}, lambda paths=paths: paths)
            self.assertEqual(above.count("[is-no]"), listed)

    def test_the_record_is_read_as_it_was_written(self):
        tree = {"facsim/seen/a.cc": self.BAD, "README.md": "The page is no duplicate.\n"}
        text = english.record_of(english.counts_of(english.findings(tree)))
        self.assertEqual(list(english.plain_english({**tree, english.RECORD: text})), [])
        self.assertEqual(text.count("\n"), 4)
        found = list(english.findings(tree))
        self.assertEqual(list(english.rises_of({english.RECORD: text}, found)), [])
        self.assertEqual(len(list(english.rises_of({english.RECORD: "{}"}, found))), 2)
        self.assertEqual(list(english.rises_of({english.RECORD: text}, found[:1])), [])

    @unittest.skipUnless(shutil.which("git"), "no git")
    def test_changes_since_the_record(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIsNone(english.changed_since_record(folder))
            top = Path(folder)
            (top / "tests").mkdir()
            git = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.org"]
            running.done([*git, "init", "-q"])
            for name in (english.RECORD, "old.cc", "new.cc"):
                (top / name).write_text("a\n")
                running.done([*git, "add", name])
                running.done([*git, "commit", "-q", "-m", "a file"])
                if name == "old.cc":
                    (top / english.RECORD).write_text("b\n")
                    running.done([*git, "commit", "-q", "-a", "-m", "the record"])
            (top / "unknown.cc").write_text("a\n")
            self.assertEqual(english.changed_since_record(folder), {"new.cc", "unknown.cc"})


class Messages(unittest.TestCase):
    """The list has each message once, with marks for what is inserted."""

    def lists(self, path, text, *wanted):
        found = [f"{line}: {words}" for _, line, words in messages.messages({path: text})]
        self.assertEqual(found, list(wanted), text)

    def test_cpp(self):
        self.lists(
            "facsim/seen/a.cc",
            'throw Error{code,\n  "cannot read " + path + " of the " "store"};  // "no message"\n',
            "2: cannot read ... of the store",
        )
        self.lists(
            "apps/a.cc", 'out << "two words: " << n << \'"\' << " end";', "1: two words: ... end"
        )
        self.lists("apps/a.cc", 'f("give " + Named::tmp + " a folder");', "1: give <tmp> a folder")
        self.lists(
            "apps/a.cc",
            'f(count + (one ? " page" : " pages") + " left");',
            "1: ... page| pages left",
        )
        self.lists(
            "apps/a.cc", 'f("two words", "word", "more words");', "1: two words", "1: more words"
        )
        self.lists("apps/a_test.cc", 'f("two words");')

    def test_python_and_shell(self):
        self.lists(
            "python/facsim/a.py",
            'raise KeyError(f"no column {name!r} here")',
            "1: no column ... here",
        )
        self.lists(
            "scripts/a.sh", '# say this not\nx || die "no $name in ${a}"\n', "2: no ... in ..."
        )
        self.lists("scripts/a.sh", "echo two words\necho 'two words' >&2\n", "2: two words")


if __name__ == "__main__":
    unittest.main()
