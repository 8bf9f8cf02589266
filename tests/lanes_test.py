# SPDX-License-Identifier: Apache-2.0
"""The lanes: scripts/test.sh, check.sh and nightly.sh, and scripts/changed.py, their selection.

Needs only Python and git: python3 tests/lanes_test.py
"""

import os
import re
import unittest

from running import done, only
from scripts_test import TOP, Sandbox

GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")


class Lane(Sandbox):
    """Stand-ins for cmake and ctest that do what a test sets, and log their calls in called.txt."""

    def setUp(self):
        super().setUp()
        self.called = self.top / "called.txt"
        self.called.write_text("")
        self.tools(cmake=0, ctest=0)
        setup = self.top / "scripts/setup.sh"
        setup.write_text(f'#!/bin/sh\necho "setup $*" >>"{self.called}"\n')

    def tools(self, **statuses):
        for name, status in statuses.items():
            self.stand_in(name, f'echo "{name} $*" >>"{self.called}"', f"exit {status}")

    def calls(self, name):
        return [line for line in self.called.read_text().splitlines() if line.startswith(name)]


class Check(Lane):
    """Without git's history the change is unknown, so everything is checked."""

    def threads(self, status):
        self.tools(ctest=status)
        return self.run_script("scripts/check.sh", "threads")

    def test_counts_what_passed_and_fails_with_a_part(self):
        done = self.threads(0)
        self.assertEqual((done.status, "1 passed, 0 failed" in done.out), (0, True), done)
        self.assertIn("^(run|corpus|cluster|known|seen|dedup)(_other_half)?$", self.calls("ctest")[0])
        done = self.threads(8)
        self.assertEqual((done.status, "1 failed: threads" in done.out), (1, True), done)

    def test_goes_on_after_a_part_that_fails(self):
        self.tools(cmake=1)
        done = self.run_script("scripts/check.sh", "build", "threads")
        self.assertEqual((done.status, "2 failed: build threads" in done.out), (1, True), done)

    def test_without_its_tools_nothing_else_runs(self):
        (self.top / "scripts/setup.sh").write_text("#!/bin/sh\nexit 1\n")
        done = self.run_script("scripts/check.sh")
        self.assertEqual((done.status, "1 failed: setup" in done.out), (1, True), done)
        self.assertEqual(self.calls("cmake"), [])

    def test_fuzzing_takes_one_way_by_day_and_new_ones_at_night(self):
        fuzz = self.top / "scripts/fuzz.sh"
        fuzz.write_text(f'#!/bin/sh\necho "fuzz $FUZZ_SECONDS $FUZZ_SEED" >>"{self.called}"\n')
        (self.top / "fuzz").mkdir()
        (self.top / "fuzz/one_fuzz.cc").write_text("")
        self.run_script("scripts/check.sh", "fuzz")
        self.run_script("scripts/nightly.sh", "fuzz")
        self.assertEqual(self.calls("fuzz"), ["fuzz 20 1", "fuzz 300 "])

    def test_an_unknown_part_is_named(self):
        done = self.run_script("scripts/check.sh", "thread")
        self.assertEqual((done.status, "unknown part 'thread'" in done.err), (2, True), done)

    def test_tests_are_those_of_the_lane_and_all_at_night(self):
        for variables, lane in (({}, True), ({"CHECK_ALL": "1"}, False)):
            self.called.write_text("")
            self.run_script("scripts/check.sh", "tests", **variables)
            self.assertEqual("-L ^check$" in self.calls("ctest")[0], lane)


class Test(Lane):
    def test_each_lane_builds_and_runs_its_own(self):
        for lane, setup, target, labelled in (
            ("quick", ["setup test"], "quick_parts", True),
            ("test", ["setup test", "setup spark page"], "all", True),
            ("all", ["setup test", "setup spark page"], "all", False),
        ):
            self.called.write_text("")
            self.run_script("scripts/test.sh", lane)
            self.assertEqual(self.calls("setup"), setup)
            self.assertTrue(self.calls("cmake")[1].endswith(f"--target {target}"), lane)
            self.assertEqual(f"-L ^{lane}$" in self.calls("ctest")[0], labelled)

    def test_nothing_runs_after_a_build_that_fails(self):
        self.tools(cmake=1)
        stages = self.top / "stages"
        done = self.run_script("scripts/test.sh", "quick", FACSIM_STAGES=str(stages))
        self.assertEqual((done.status, "1 failed: build" in done.out), (1, True), done)
        self.assertEqual(self.calls("ctest"), [])
        self.assertRegex(stages.read_text(), r"\Aquick setup \d+\nquick build \d+\n\Z")

    def test_what_cannot_be_fetched_meanwhile_fails_the_build(self):
        setup = self.top / "scripts/setup.sh"
        setup.write_text('#!/bin/sh\n[ "$1" = test ]\n')
        done = self.run_script("scripts/test.sh", "test")
        self.assertEqual((done.status, "1 failed: build" in done.out), (1, True), done)
        self.assertEqual(self.calls("ctest"), [])

    def test_an_unknown_lane_is_named(self):
        done = self.run_script("scripts/test.sh", "fast")
        self.assertEqual((done.status, "unknown lane 'fast'" in done.err), (2, True), done)


class Labels(unittest.TestCase):
    def listed(self, folder):
        """Returns the files that ctest reads, without folders of earlier configurations."""
        text = (folder / "CTestTestfile.cmake").read_text()
        below = re.findall(r'^subdirs\("(.*)"\)', text, re.MULTILINE)
        return "\n".join([text, *(self.listed(folder / name) for name in below)])

    def test_every_test_is_in_a_lane(self):
        """Only make nightly runs tests without a label."""
        top = TOP / "build/release"
        if not (top / "CTestTestfile.cmake").is_file():
            self.skipTest("skipped: build/release is not configured")
        text = self.listed(top)
        names = set(re.findall(r"^add_test\(\[=*\[(\w+)\]", text, re.MULTILINE))
        labelled = {
            name
            for name, rest in re.findall(r"^set_tests_properties\(\[=*\[(\w+)\]=*\](.*)", text, re.M)
            if re.search(r'\bLABELS "(?:quick|test|check|house)', rest)
        }
        self.assertGreater(len(names), 30)
        self.assertEqual(names - labelled, set())


class Nightly(Lane):
    def test_rooms_choose_parts(self):
        """tests and sanitized fail here without Python; the other parts run all the same."""
        for room in ("files", "cluster"):
            (self.top / "facsim" / room).mkdir(parents=True)
        self.stand_in("make", f'echo "make $*" >>"{self.called}"')
        done = self.run_script("scripts/nightly.sh", ROOMS="files")
        self.assertEqual(self.calls("make"), ["make archives", "make faults"], done)
        self.assertEqual(done.status, 1)
        self.called.write_text("")
        done = self.run_script("scripts/nightly.sh", "threads", ROOMS="cluster")
        self.assertIn("^(cluster)(_other_half)?$", self.calls("ctest")[0], done)
        done = self.run_script("scripts/nightly.sh", ROOMS="none")
        self.assertEqual((done.status, "unknown room 'none'" in done.err), (2, True), done)

    def test_an_unknown_part_is_named(self):
        done = self.run_script("scripts/nightly.sh", "night")
        self.assertEqual((done.status, "unknown part 'night'" in done.err), (2, True), done)


class Changed(Sandbox):
    """A project of three rooms and two fuzz targets, one of which includes its room indirectly."""

    FILES = {
        "facsim/input/warc.h": "",
        "facsim/store/row_store.cc": "",
        "facsim/run/pool.cc": "",
        "fuzz/record.h": '#include "facsim/input/warc.h"\n',
        "fuzz/warc_fuzz.cc": '#include "fuzz/record.h"\n',
        "fuzz/rows_fuzz.cc": '#include "facsim/store/row_store.h"\n#include "facsim/base/bytes.h"\n',
        "CMakePresets.json": "{}",
    }

    def setUp(self):
        super().setUp()
        for name, text in self.FILES.items():
            path = self.top / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.git("init", "-q")
        self.commit("2026-01-01T00:00:00Z")

    def git(self, *words, **variables):
        """Runs git without its own variables, which name another repository inside a hook."""
        env = only(PATH=os.environ["PATH"], HOME=str(self.top), **variables)
        return done([*GIT, *words], cwd=self.top, env=env).out.strip()

    def commit(self, date):
        self.git("add", "-A")
        dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        self.git("commit", "-q", "--allow-empty", "-m", "x", **dates)
        return self.git("rev-parse", "HEAD")

    def changed(self, what, *rooms, **variables):
        said = self.run_script("python3", "scripts/changed.py", what, *rooms, **variables)
        self.assertEqual(said.status, 0, said)
        return said.out.split()

    def after(self, name, text="changed"):
        """Returns the fuzz targets and rooms with threads that a change of this file needs."""
        path = self.top / name
        was = path.read_text() if path.exists() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text((was or "") + text)
        found = self.changed("fuzz", CHECK_SINCE="HEAD"), self.changed("threads", CHECK_SINCE="HEAD")
        path.unlink() if was is None else path.write_text(was)
        return found

    def test_a_change_needs_what_includes_its_room(self):
        self.assertEqual(self.after("facsim/input/warc.h"), (["warc"], []))
        self.assertEqual(self.after("facsim/store/new.cc"), (["rows"], ["known", "seen"]))
        self.assertEqual(self.after("facsim/store/row_test_test.cc")[0], [])
        self.assertEqual(self.after("facsim/run/pool.cc"), ([], ["run", "corpus", "known", "seen", "dedup"]))
        self.assertEqual(self.after("fuzz/record.h", '#include "facsim/x/y.h"\n')[0], ["warc"])
        self.assertEqual(self.after("fuzz/corpus/rows/1")[0], ["rows"])
        self.assertEqual(self.after("fuzz/rows_fuzz.cc")[0], ["rows"])
        self.assertEqual(self.after("docs/x.md"), ([], []))

    def test_how_all_is_compiled_is_a_change_of_all(self):
        everything = (["rows", "warc"], ["run", "corpus", "cluster", "known", "seen", "dedup"])
        self.assertEqual(self.after("CMakePresets.json"), everything)

    def test_a_change_begins_ten_commits_and_four_hours_back(self):
        self.assertEqual(self.changed("base"), [], "one commit has no base, so that all is checked")
        first = [self.git("rev-parse", "HEAD")]
        late = [self.commit(f"2026-01-02T{hour:02}:00:00Z") for hour in range(12)]
        # The tenth commit back is of one o'clock, more than four hours before eleven.
        self.assertEqual(self.changed("base"), [late[1]])
        for _ in range(12):
            self.commit("2026-01-02T12:00:00Z")
        # All of these are within one hour, so the change begins before them.
        self.assertEqual(self.changed("base"), [late[7]])
        self.assertEqual(self.changed("base", CHECK_SINCE=first[0]), first)

    def test_what_was_moved_is_not_read_anew(self):
        before = self.git("rev-parse", "HEAD")
        text = "".join(f"int f{n}();\n" for n in range(40))
        (self.top / "a.cc").write_text('#include "x.h"\n' + text)
        (self.top / "b.cc").write_text(text)
        self.commit("2026-01-01T00:00:00Z")
        there = self.git("rev-parse", "HEAD")
        (self.top / "a.cc").rename(self.top / "moved.cc")
        (self.top / "moved.cc").write_text('#include "y.h"\n' + text)
        (self.top / "b.cc").write_text(text + "int more();\n")
        (self.top / "new.cc").write_text("int g();\n" * 9)
        self.commit("2026-01-01T01:00:00Z")
        self.assertEqual(self.changed("read-anew", there), ["b.cc", "new.cc"])
        self.assertIn("moved.cc", self.changed("read-anew", before))

    def test_comments_alone_change_nothing(self):
        name = "facsim/store/row_store.cc"
        path = self.top / name
        path.write_text('// Of old.\nauto f = "// a";  // one\nint g(int a);  // NOLINT(x)\n')
        there = self.commit("2026-01-01T00:00:00Z")
        same = 'auto f = "// a"; /* New:\n two lines. */\nint g(int a);  // NOLINT(x)\n'
        others = [
            same.replace('"// a"', '"// b"'),
            same.replace('"// a"', '"//  a"'),
            same.replace("(x)", "(y)"),
            same.replace('"// a"', "1'0; auto u = \"http://b\""),
            same + "int h();\n",
            same + "#define A\nint h();\n",
        ]
        path.write_text(same)
        self.assertEqual(self.changed("fuzz", CHECK_SINCE=there), [])
        self.assertEqual(self.changed("read-anew", there), [])
        for other in others:
            path.write_text(other)
            self.assertEqual(self.changed("fuzz", CHECK_SINCE=there), ["rows"], other)
            self.assertEqual(self.changed("read-anew", there), [name], other)

    def test_a_clone_that_is_cut_may_be_any_change(self):
        self.commit("2026-01-01T00:00:00Z")
        self.git("clone", "-q", "--depth", "1", f"file://{self.top}", "cut")
        cut = self.top / "cut/scripts/changed.py"
        said = self.run_script("python3", str(cut), "fuzz")
        self.assertEqual(said.out.split(), ["rows", "warc"], said)

    def test_every_table_names_rooms_that_exist(self):
        text = (TOP / "scripts/changed.py").read_text()
        tables = text[text.index("THREADED") : text.index("# A change of how")]
        names = set(re.findall(r'"(\w+)"', tables))
        parts = re.search(r"^all=\((.*)\)$", (TOP / "scripts/nightly.sh").read_text(), re.MULTILINE)
        rooms = {path.name for path in (TOP / "facsim").iterdir()}
        self.assertLessEqual(names, rooms | set(parts[1].split()))


if __name__ == "__main__":
    unittest.main()
