# SPDX-License-Identifier: Apache-2.0
"""The readers of texts (tests/tidy_texts.py), on made-up sources and beside Python's own readers.

tests/tidy_test.py runs these tests too.
"""

import ast
import io
import sys
import tokenize
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import tidy_test  # noqa: E402
import tidy_texts as texts  # noqa: E402


class Sources(unittest.TestCase):
    """Comments, docstrings and literals are told from code, in each language."""

    def reads(self, reader, source, *wanted):
        found = [(text.kind, " ".join(words for _, words in text.lines)) for text in reader(source)]
        self.assertEqual(found, list(wanted), source)

    def test_cpp_comments(self):
        for source, *wanted in (
            ("// one\n// two\nint x;\n// three\n", "one two", "three"),
            ("// one\n//\n// two\n", "one", "two"),
            ("int x;  // one\n        // two\nint y;  // three\n", "one two", "three"),
            ("// one\\\ntwo\nint x;\n", "one two"),
            ("/* one\n * two */ int x; /* three */\n", "one two", "three"),
            ("// - one\n//   two\n// - three\n", "one two", "three"),
            ("// one\n//\n//   f(x);\n//\n// two\n", "one", "f(x);", "two"),
            (
                "/// one\nint n = 1'000'000;  // two\nchar c = '\"';  // three\n",
                "one",
                "two",
                "three",
            ),
            ("// SPDX-License-Identifier: Apache-2.0\n// one\n", "one"),
        ):
            self.reads(texts.cpp, source, *((texts.COMMENT, words) for words in wanted))

    def test_cpp_literals(self):
        for source, *wanted in (
            ('f("a // b", "c /* d");', "a // b", "c /* d"),
            ('f("a"  // why\n  "b");'.replace("  // why", ""), "ab"),
            (r'f("say \"a\" \\");', 'say "a" \\'),
            ('f("a\\\nb");', "ab"),
            ('f(R"(a "b" // c\n)", R"x(d)" e)x", u8"f");', 'a "b" // c\n', 'd)" e', "f"),
            ("f('\"', \"a\", '\\'', \"b\", u'\"', 1'0, \"c\");", "a", "b", "c"),
        ):
            self.reads(texts.cpp, source, *((texts.LITERAL, words) for words in wanted))
        self.assertEqual(list(texts.cpp('f("a");', with_literals=False)), [])

    def test_a_comment_joins_no_literals_and_parts_none(self):
        found = list(texts.cpp('f("a"  // why\n  "b");'))
        self.assertEqual([text.kind for text in found], [texts.COMMENT, texts.LITERAL])
        self.assertEqual(found[1].lines, [(1, "ab")])

    def test_python(self):
        source = (
            '"""One.\n\nTwo\nthree."""\nimport a  # four\n\n\nclass B:\n    # five\n'
            '    """Six."""\n'
            "    x = '#7' 'b' + f'c{d:x}e' + r'\\n'\n    y = {'k':\n    'z'}\n    b'bytes'\n"
        )
        self.reads(
            texts.python,
            source,
            *((texts.COMMENT, words) for words in ("four", "five")),
            *((texts.DOCSTRING, words) for words in ("One.", "Two three.", "Six.")),
            *((texts.LITERAL, words) for words in ("#7b", "c...e", "\\n", "k", "z")),
        )

    def test_python_as_its_own_readers(self):
        """The slow twins: tokenize finds the same comments, and ast the same docstrings."""
        of_docs = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        for path, text in tidy_test.read_tree().items():
            if not path.endswith(".py") or not path.startswith(
                ("python/facsim/spark/", "tests/tidy")
            ):
                continue
            lines = io.StringIO(text).readline
            comments = [
                (token.start[0], token.string)
                for token in tokenize.generate_tokens(lines)
                if token.type == tokenize.COMMENT
            ]
            tokens = texts.tokens(text, texts.PYTHON)
            found = [(n, match[0]) for n, _, match in tokens if match.lastgroup == "line"]
            self.assertEqual(found, comments, path)
            documented = (node for node in ast.walk(ast.parse(text)) if isinstance(node, of_docs))
            docstrings = {
                " ".join(words.split()) for node in documented if (words := ast.get_docstring(node))
            }
            parts = [t for t in texts.python(text) if t.kind == texts.DOCSTRING]
            whole = " ".join(docstrings)
            for part in parts:
                words = " ".join(" ".join(words for _, words in part.lines).split())
                self.assertIn(words, whole, path)
            self.assertGreaterEqual(len(parts), len(docstrings), path)

    def test_shell(self):
        source = "#!/bin/sh\n# one\n# two\necho \"# no\" $# ${a#b}  # three\necho '\n# four'\n"
        self.reads(
            texts.shell,
            source,
            *((texts.COMMENT, words) for words in ("one two", "three", "four'")),
        )

    def test_markdown(self):
        source = (
            "# One\n\nTwo\nthree.\n* four\n  five\n* six\n\n| seven | eight |\n|---|:-:|\n"
            "| nine | a \\| b |\n\n```\nno\n```\n\n> ten\n"
        )
        pages = ("Two three.", "four five", "six", "seven", "eight", "nine", "a \\| b", "ten")
        self.reads(
            texts.markdown,
            source,
            (texts.HEADING, "One"),
            *((texts.PAGE, words) for words in pages),
        )

    def test_which_files(self):
        for path, count in (
            ("a/b.h", 1),
            ("a/b.cc", 1),
            ("docs/decisions/0001-a.md", 0),
            ("CHANGELOG.md", 0),
            ("bench/results/a.md", 0),
            ("a.jsonl", 0),
        ):
            self.assertEqual(len(list(texts.texts_of(path, "// One two.\n"))), count, path)
        generated = "// One.\n// Generated from a.\n"
        self.assertEqual(list(texts.texts_of("a.h", generated)), [])


class Sentences(unittest.TestCase):
    """Texts are cut at the ends of sentences, and nowhere else."""

    def cuts(self, text, *wanted):
        found = [sentence for _, sentence in texts.Text(texts.PAGE, [(1, text)]).sentences()]
        self.assertEqual(found, list(wanted))

    def test_ends(self):
        self.cuts(
            "A page. Is it kept? It is! Yes: The end.",
            "A page.",
            "Is it kept?",
            "It is!",
            "The end.",
        )
        self.cuts("A page (or two). `x` is one.", "A page (or two).", "`x` is one.")
        self.cuts('He said "a page." Then more.', 'He said "a page."', "Then more.")

    def test_no_ends(self):
        for text in (
            "Pages, e.g. News or i.e. Texts, see p. 3 and v1.2 of it",
            "As M. Charikar and et al. Broder show in section 3.1",
            "The file a.txt: it is read",
            "Open http://example.org/A. and read on",
        ):
            self.cuts(text, text)

    def test_lines(self):
        text = texts.Text(
            texts.COMMENT, [(7, "A page"), (8, "ends. Another"), (9, "one. And one.")]
        )
        self.assertEqual([line for line, _ in text.sentences()], [7, 8, 9])


if __name__ == "__main__":
    unittest.main()
