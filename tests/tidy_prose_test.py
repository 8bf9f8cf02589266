# SPDX-License-Identifier: Apache-2.0
"""The rules for prose (tests/tidy_prose.py), applied to this tree and to made-up breaches.

tests/tidy_test.py runs these tests too.
"""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import tidy_prose as prose  # noqa: E402
import tidy_test  # noqa: E402


class ThisTree(unittest.TestCase):
    """The project follows its own rules."""

    @classmethod
    def setUpClass(cls):
        cls.tree = tidy_test.read_tree()

    def keeps(self, rule):
        complaints = list(rule(self.tree))
        self.assertFalse(complaints, "\n" + "\n".join(complaints))

    def test_named_files(self):
        self.keeps(prose.named_files)

    def test_figures(self):
        self.keeps(prose.figures)

    def test_figures_are_found(self):
        """The rule sees tables in each of the pages, so it cannot pass for want of tables."""
        for path in prose.WITH_FIGURES:
            found = prose.tables(self.tree[path].splitlines())
            self.assertTrue(any(prose.is_measured(rows) for _, _, rows in found), path)

    def test_links(self):
        self.keeps(prose.links)

    def test_limits_are_documented(self):
        self.keeps(prose.limits)

    def test_changelog(self):
        self.keeps(prose.changelog)

    def test_decisions_are_listed(self):
        self.keeps(prose.decisions)


class MadeUpPages(unittest.TestCase):
    """Each rule can fail, and accepts what is allowed."""

    def finds(self, rule, tree, *words):
        complaints = list(rule(tree))
        self.assertEqual(len(complaints), len(words), complaints)
        for complaint, word in zip(complaints, words):
            self.assertIn(word, complaint)

    def test_named_files(self):
        def expect(text, *words, path="docs/a.md"):
            tree = {path: text, "facsim/run/run.h": "", "tests/cli/x.py": ""}
            self.finds(prose.named_files, tree, *words)

        expect("`run/run.h`, `facsim/run/run.h`, `tests/cli/x.py`, `run/run_*.h`", "run_*.h")
        expect("`run.h`, `x.py`, `run/r*.h`, `tests/cli`, `tests/cli/`, `clean/pages.jsonl`, `a/b`")
        expect("`run/walk.h` and `facsim/run/walk.cc`", "run/walk.h", "facsim/run/walk.cc")
        expect("`tests/property`, `walk.h`, `NAME_test.cc`", "tests/property", "walk.h")
        expect("`tests/cli/NAME.py` `tests/cli/NAME.sh`", "NAME.sh")
        expect("```\n`run/walk.h`\n```\n")
        expect("`run/walk.h`", path="docs/decisions/0001-x.md")

    def test_figures(self):
        result = "# R\n| program | P | MB |\n|---|---|---|\n| wc | - | 9.1 |\n| facsim | 1.0 | 8.0 |\n"
        link = "[all](bench/results/r.md)\n"

        def expect(text, *words):
            pages = dict.fromkeys(prose.WITH_FIGURES, "")
            pages |= {"README.md": text, "bench/results/r.md": result}
            self.finds(prose.figures, pages, *words)

        head = "| program | MB |\n|---|---|\n"
        expect(link + head + "| **facsim** | 8.0 |\n| wc | 9.1 |\n")
        expect(link + head + "| facsim | 8.1 |\n| wc | 9.1 |\n", "README.md:4")
        expect(link + head + "| wc | 8.0 |\n", "README.md:4")
        expect(link + head.replace("MB", "GB") + "| wc | 9.1 |\n", "README.md:4")
        expect(head + "| wc | 9.1 |\n", "without a link")
        expect(link + "# Other\n" + head + "| wc | 9.1 |\n", "without a link")
        expect("| option | default |\n|---|---|\n| `--keep` | first |\n| `--threads` | all |\n")
        moved = {"docs/comparison.md": head + "| wc | 9.1 |\n", "bench/results/r.md": result}
        without = dict.fromkeys(prose.WITH_FIGURES, "") | moved
        self.finds(prose.figures, without, "docs/comparison.md:1: figures without a link")
        up = {"docs/comparison.md": link.replace("bench", "../bench") + head + "| wc | 9.2 |\n"}
        self.finds(prose.figures, {**without, **up}, "docs/comparison.md:4")

    def test_links(self):
        def expect(text, *words):
            self.finds(prose.links, {"a.md": text, "docs/b.md": "# Two `words`, here\n"}, *words)

        expect("[x](docs/b.md) [y](docs) [z](https://example.org/q)")
        expect("[x](docs/b.md#two-words-here)")
        expect("[x](docs/c.md)", "not there")
        expect("[x](docs/b.md#three)", "no heading")
        expect("# Here\n[x](#here) [y](#there)", "no heading")
        expect("```\n[x](docs/c.md)\n```\n`[x](docs/c.md)`\n")

    def test_limits(self):
        def expect(rows, *words):
            big = "constexpr std::size_t kBig = std::size_t{16} << 20;\n"
            header = big + "constexpr int kTop = 0xfU;\n"
            tree = {"facsim/base/limits.h": header, "docs/limits.md": rows}
            self.finds(prose.limits, tree, *words)

        expect("| `kBig` | 16 MiB | why |\n| `kTop` | 15 | why |")
        expect("| `kBig` | 16,777,216 | why |\n| `kTop` | 16 | why |", "says kTop")
        expect("| `kTop` | 15 | why |", "no row for kBig")
        expect("| `kBig` | 16 MiB |\n| `kTop` | 15 |\n| `kOld` | 1 |", "kOld")

    def test_changelog(self):
        good = "# Changelog\n## 1.0\n### Fingerprints\n### Formats\n### Added\n"
        self.finds(prose.changelog, {"CHANGELOG.md": good})
        late = good.replace("### F", "### Added\n### F", 1)
        for bad in (good.replace("### Formats\n", ""), late):
            self.finds(prose.changelog, {"CHANGELOG.md": bad}, "Formats")

    def test_decisions(self):
        page = {"docs/decisions/0007-why-not.md": "# 7. Why not\n\n"}
        row = "| [0007](0007-why-not.md) | Why not |"
        self.finds(prose.decisions, {**page, "docs/decisions/README.md": row})
        self.finds(prose.decisions, {**page, "docs/decisions/README.md": ""}, "lacks the row")


if __name__ == "__main__":
    unittest.main()
