# SPDX-License-Identifier: Apache-2.0
"""The house rules (tests/tidy_*.py): this tree, and made-up breaches.

Needs only Python: python3 tests/tidy_test.py
"""

import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import tidy_formats as formats  # noqa: E402
import tidy_rules as rules  # noqa: E402

TOP = Path(__file__).resolve().parents[1]
NOT_OURS = {".git", "build", "__pycache__", ".pytest_cache", ".cache", ".venv"}


def read_tree():
    """Returns path -> text for every file of the project; files that are not text are empty."""
    tree = {}
    for folder, folders, files in os.walk(TOP):
        # build/ is left out, since other tests write into it meanwhile.
        folders[:] = sorted(set(folders) - NOT_OURS)
        # In a worktree .git is a file.
        for path in (Path(folder, name) for name in sorted(set(files) - NOT_OURS)):
            if path.is_file() and not path.is_symlink():
                name = path.relative_to(TOP).as_posix()
                try:
                    tree[name] = path.read_text(encoding="utf-8")
                except UnicodeDecodeError:
                    tree[name] = ""
    return tree


class ThisTree(unittest.TestCase):
    """The project follows its own rules."""

    @classmethod
    def setUpClass(cls):
        cls.tree = read_tree()

    def keeps(self, rule, *arguments):
        complaints = list(rule(self.tree, *arguments))
        self.assertFalse(complaints, "\n" + "\n".join(complaints))

    def test_it_was_read(self):
        rooms = {rules.room_of(path) for path in self.tree}
        self.assertLessEqual(set(rules.MAY_KNOW), rooms)

    def test_directions(self):
        self.keeps(rules.directions)

    def test_each_door_is_of_a_room(self):
        self.keeps(rules.doors)

    def test_promised_headers(self):
        self.keeps(rules.promises)

    def test_core_touches_nothing(self):
        self.keeps(rules.purity)

    def test_foreign_types_stop_at_the_door(self):
        self.keeps(rules.foreign)

    def test_cmake_links(self):
        self.keeps(rules.cmake_rooms)

    def test_sizes(self):
        for complaint in rules.sizes(self.tree, 0):
            print(f"warning: {complaint}", file=sys.stderr)
        self.keeps(rules.sizes)

    def test_openings(self):
        self.keeps(rules.openings)

    def test_one_type_a_name(self):
        self.keeps(rules.one_type_a_name)

    def test_no_printing(self):
        self.keeps(rules.printing)

    def test_files_are_opened_in_one_place(self):
        self.keeps(rules.file_opening)

    def test_programs_are_started_in_one_place(self):
        self.keeps(rules.starting)

    def test_no_host_paths(self):
        self.keeps(rules.host_paths, str(TOP))

    def test_fuzz_targets_have_seeds(self):
        self.keeps(rules.corpora)

    def test_one_version(self):
        self.keeps(rules.versions)

    def test_numbers_on_disk_are_pinned(self):
        self.keeps(formats.pinned_numbers)

    def test_every_version_has_a_kept_file(self):
        self.keeps(formats.kept_versions)


HEAD = "// SPDX-License-Identifier: Apache-2.0\n"
ROOM_LINE = "facsim_room(verify ROOMS base model USES )"


class MadeUpTrees(unittest.TestCase):
    """Each rule can fail, and accepts what is allowed."""

    def finds(self, rule, tree, *words, arguments=()):
        """Requires one complaint for each of `words` that contains it."""
        complaints = list(rule(tree, *arguments))
        self.assertEqual(len(complaints), len(words), complaints)
        for complaint, word in zip(complaints, words):
            self.assertIn(word, complaint)

    def in_file(self, rule, path, line, *words):
        self.finds(rule, {path: HEAD + line + "\n"}, *words)

    def test_pinned_numbers(self):
        def broken(path, old, new):
            tree = read_tree()
            self.assertIn(old, tree[path])
            return {**tree, path: tree[path].replace(old, new)}

        header, page = "facsim/model/policy.h", "docs/formats/matches.md"
        rule = formats.pinned_numbers
        self.finds(rule, broken(header, "host = 1", "host"), "no number", "must stay", "the row")
        self.finds(rule, broken(header, "all = 0", "all = 3"), "must stay it", "the row 'scope'")
        self.finds(rule, broken(header, "file = 2", "file = 2, site = 3"), "EVER", "the row")
        self.finds(rule, broken(page, "1 host", "1 site"), "the row 'scope' is not")
        self.finds(rule, broken(header, "enum class Scope", "enum Scope"), "no enum class Scope")

    def test_kept_versions(self):
        tree = read_tree()
        path = "facsim/store/segment_format.cc"
        newer = {**tree, path: tree[path].replace("kSegmentVersion = 1;", "kSegmentVersion = 2;")}
        self.finds(formats.kept_versions, newer, "version 2 has no file in tests/compat")
        without = {**tree, "tests/compat/README.md": ""}
        self.assertIn("does not list", next(formats.kept_versions(without)))

    def test_directions(self):
        def expect(path, header, *words):
            self.in_file(rules.directions, path, f'#include "{header}"', *words)

        expect("facsim/verify/kind.cc", "facsim/base/error.h")
        expect("facsim/verify/kind.cc", "facsim/verify/kind.h")
        expect("facsim/verify/kind.cc", "facsim/index/masks.h", "may not know")
        expect("facsim/model/names.cc", "facsim/verify/kind.h", "may not know")
        expect("facsim/corpus/scan.cc", "facsim/verify/kind.h")
        expect("facsim/corpus/scan.cc", "apps/flags.h", "may not know")
        expect("facsim/corpus/scan.cc", "facsim/ready_profile.h")
        expect("facsim/corpus/scan.cc", "facsim/dedup_sink.h", "may not know")
        expect("facsim/page_index.h", "facsim/dedup.h", "may not know")
        expect("facsim/page_index.h", "facsim/facsim.h", "include what is used")
        expect("facsim/facsim.h", "facsim/dedup.h")
        expect("facsim/input/warc.cc", "facsim/report/rows.h", "may not know")
        expect("facsim/input/warc.cc", "warc.h", "from the top")
        expect("facsim/cellar/x.cc", "facsim/base/error.h", "not in the table")
        expect("facsim/dedup/x.cc", "facsim/extract/dom_internal.h", "own room only")
        expect("facsim/extract/x.cc", "facsim/extract/dom_internal.h")
        expect("facsim/dedup/x_test.cc", "tests/support/pages.h")
        expect("facsim/dedup/x.cc", "tests/support/pages.h", "from the top")
        expect("apps/facsim.cc", "facsim/dedup/dedup.h")
        expect("apps/facsim.cc", "apps/flags.h")
        self.in_file(rules.directions, "apps/x.cc", "#include <facsim/base/error.h>", "quotes")

    def test_doors(self):
        known = dict.fromkeys([*rules.DOORS, rules.DOOR_OF_ALL], HEAD)
        self.finds(rules.doors, known)
        self.finds(rules.doors, known | {"facsim/hatch.h": HEAD}, "a door of no room")
        del known["facsim/dedup.h"]
        self.finds(rules.doors, known, "is not there")

    def test_promises(self):
        noun, whole = "facsim/model/match.h", "facsim/facsim.h"
        good = {
            whole: '#include "facsim/dedup.h"\n',
            "facsim/dedup.h": f'#include <string>\n#include "{noun}"\n',
            noun: "#include <cstdint>\n",
            rules.NOUNS: noun + "\n",
        }

        def expect(changed, *words):
            self.finds(rules.promises, {**good, **changed}, *words)

        expect({})
        expect({noun: '#include "facsim/verify/kind.h"\n'}, "does not get facsim/verify/kind.h")
        expect({noun: '#include "facsim/model/host.h"\n'}, "does not get")
        expect({noun: "#include <zstd.h>\n"}, "not of the C++ standard")
        expect({"facsim/dedup.h": ""}, "no door needs")
        expect({rules.NOUNS: ""}, "does not get " + noun)
        expect({rules.NOUNS: f"{noun} facsim/verify/kind.h", "facsim/verify/kind.h": ""}, "no noun")
        expect({rules.NOUNS: f"{noun} facsim/model/old.h"}, "old.h is not there", "no door needs")
        expect({"facsim/compare.h": ""}, "does not include facsim/compare.h")
        door = good["facsim/dedup.h"]
        expect({"facsim/dedup.h": door + "class Corpus;\n"}, "class Corpus; is known to nobody")
        expect({"facsim/dedup.h": door + "class A {\n  struct State;\n};\n"})

    def test_purity(self):
        for header in ("fstream", "filesystem", "thread", "chrono", "cstdio", "sys/mman.h"):
            line = f"  #  include <{header}>  // why"
            self.in_file(rules.purity, "facsim/index/masks.h", line, header)
            self.in_file(rules.purity, "facsim/base/hash64.cc", line, header)
            self.in_file(rules.purity, "facsim/files/byte_source.cc", line)
            self.in_file(rules.purity, "facsim/index/masks_test.cc", line)
        self.in_file(rules.purity, "facsim/index/masks.h", "#include <vector>")

    def test_foreign(self):
        def expect(path, header, *words):
            self.in_file(rules.foreign, path, f"#include <{header}>", *words)

        expect("facsim/extract/dom.cc", "lexbor/html/html.h")
        expect("facsim/extract/dom_internal.h", "lexbor/html/html.h")
        expect("facsim/extract/dom.h", "lexbor/html/html.h", "in a header")
        expect("facsim/verify/kind.cc", "lexbor/html/html.h", "may not know lexbor")
        expect("facsim/verify/kind.cc", "unicode/uchar.h", "may not know ICU")
        expect("facsim/dedup/dedup.cc", "zstd.h", "may not know zstd")
        expect("facsim/base/hash64.h", "xxhash.h", "in a header")
        expect("apps/json.h", "nlohmann/json.hpp")

    def test_cmake_rooms(self):
        def expect(line, *words, code=""):
            tree = {"facsim/verify/CMakeLists.txt": line, "facsim/verify/kind.cc": code}
            self.finds(rules.cmake_rooms, tree, *words)

        expect(ROOM_LINE)
        expect(ROOM_LINE.replace("model", "model index"), "differ from the table MAY_KNOW in index")
        expect(ROOM_LINE.replace("base ", ""), "in base")
        expect(ROOM_LINE.replace("verify", "index"), "no facsim_room(verify", "missing")
        expect(ROOM_LINE.replace("USES ", "USES ICU::uc"), "no file includes it")
        expect(ROOM_LINE, "USES must name", code="#include <zstd.h>\n")
        self.finds(rules.cmake_rooms, {"facsim/verify/kind.cc": ""}, "missing")

    def test_sizes(self):
        def expect(path, text, limit, *words):
            self.finds(rules.sizes, {path: text}, *words, arguments=(limit,))

        expect("a.h", "x\n" * 200, 0)
        expect("a.h", "x\n" * 201, 0, "more than 200 lines")
        expect("a.h", "x\n" * 400, 1)
        expect("a.h", "x\n" * 401, 1, "more than 400 lines")
        expect("a.cc", "x\n" * 401, 0, "more than 400 lines")
        expect("a.py", "x\n" * 801, 1, "more than 800 lines")
        expect("a.cc", "x" * 101, 0, "more than 100 columns")
        expect("a.cc", "x" * 201, 1, "more than 200 columns")
        expect("a.md", "x" * 300, 1)
        for test in ("a_test.cc", "tests/cli/test_a.py"):
            expect(test, "x\n" * 400, 1)
            expect(test, "x\n" * 401, 1, "more than 400 lines")

    def test_openings(self):
        self.finds(rules.openings, {"a.h": HEAD + "#pragma once\n", "a.cc": HEAD})
        self.finds(rules.openings, {"a.h": HEAD, "a.cc": "int x;\n"}, "SPDX", "pragma")
        self.finds(rules.openings, {"a.sh": "#!/bin/sh\n# " + HEAD, "b.py": ""}, "SPDX")

    def test_types_of_one_name(self):
        body = HEAD + "struct Row {\n};\n"
        hidden = "namespace {\n" + body + "}  // namespace\n"
        for other, words in ((body, ["Row is a type"]), (hidden, [])):
            self.finds(rules.one_type_a_name, {"apps/x.h": body, "apps/y.cc": other}, *words)

    def test_printing(self):
        for line in ("  std::cout << x;", "std::cerr<<1;", 'std::printf("x");', 'printf("x");'):
            self.in_file(rules.printing, "facsim/corpus/scan.cc", line, "does not print")
            self.in_file(rules.printing, "facsim/report/progress_line.cc", line)
            self.in_file(rules.printing, "facsim/corpus/scan_test.cc", line)
            self.in_file(rules.printing, "apps/facsim.cc", line)
        self.in_file(rules.printing, "facsim/corpus/scan.cc", "std::snprintf(a, b); // no printf(")

    def test_file_opening(self):
        for line in ("int f = ::open(path, O_RDONLY);", "auto f = ::openat(at, name, 0);",
                     "std::ifstream file(path);", "std::FILE* f = std::fopen(path, mode);",
                     "#include <fstream>"):  # fmt: skip
            self.in_file(rules.file_opening, "facsim/store/manifest.cc", line, "opens a file")
            self.in_file(rules.file_opening, "facsim/store/manifest_test.cc", line)
            self.in_file(rules.file_opening, "facsim/files/own_file.cc", line)
        for line in ("auto s = open_bytes(path);", "PackedInput(path)", "= try_user_input(path);"):
            self.in_file(rules.file_opening, "facsim/report/read_run.cc", line, "a user's file")
            self.in_file(rules.file_opening, "facsim/input/open_records.cc", line)
        for line in ("state.open(here);", "auto s = open_own_bytes(path);", "// fopen(path)",
                     "Segment Segment::open_it(path)"):  # fmt: skip
            self.in_file(rules.file_opening, "facsim/report/read_run.cc", line)

    def test_starting(self):
        line = "    import subprocess\n"
        self.finds(rules.starting, {"tests/cli/test_a.py": line}, "starts programs itself")
        self.finds(rules.starting, {"tests/running.py": line, "scripts/a.py": line})

    def test_host_paths(self):
        for folder in ("home/ann/x", "work/main", "root/.cache"):
            self.in_file(rules.host_paths, "README.md", f"see /{folder}", "one machine")
            self.in_file(rules.host_paths, "README.md", f"https://example.org/{folder}")
        text = {"a.md": "cd /srv/src/facsim\n"}
        self.finds(rules.host_paths, text, "one machine", arguments=("/srv/src/facsim",))
        self.finds(rules.host_paths, text, arguments=("/srv/src/other",))
        self.finds(rules.host_paths, text, arguments=("/" + "src/facsim",))

    def test_corpora(self):
        target = {"fuzz/warc_fuzz.cc": ""}
        self.finds(rules.corpora, target, "no seed")
        self.finds(rules.corpora, {**target, "fuzz/corpus/warc/one": ""})

    def test_versions(self):
        def expect(version, *words):
            code = f'constexpr std::string_view kVersion = "{version}";'
            build = "project(facsim VERSION 1.2.3 LANGUAGES CXX)"
            tree = {"CMakeLists.txt": build, "facsim/base/version.h": code}
            self.finds(rules.versions, tree, *words)

        expect("1.2.3")
        expect("1.2.4", "not that of")


def load_tests(loader, tests, _pattern):
    """Adds the tests of the rules that have their own files."""
    others = ("rooms", "prose", "words", "texts", "english")
    modules = (loader.loadTestsFromName(f"tidy_{name}_test") for name in others)
    return unittest.TestSuite([tests, *modules])


if __name__ == "__main__":
    unittest.main()
