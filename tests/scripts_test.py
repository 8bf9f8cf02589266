# SPDX-License-Identifier: Apache-2.0
"""Runs a copy of scripts/ with stand-ins for apt and the program, and checks the calls of these.

Needs only Python: python3 tests/scripts_test.py
"""

import json
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from running import only, run

TOP = Path(__file__).resolve().parents[1]


def packages(part=""):
    """Returns the packages of scripts/packages-apt[-PART].txt; a comment may follow a name."""
    path = TOP / "scripts" / (f"packages-apt-{part}.txt" if part else "packages-apt.txt")
    names = (line.partition("#")[0].strip() for line in path.read_text().splitlines())
    return [name for name in names if name]


LISTED = packages()


class Sandbox(unittest.TestCase):
    def setUp(self):
        self.top = Path(tempfile.mkdtemp(prefix="facsim_scripts_"))
        self.addCleanup(shutil.rmtree, self.top)
        self.top.chmod(0o755)
        shutil.copytree(TOP / "scripts", self.top / "scripts")
        (self.top / "bin").mkdir()

    def stand_in(self, name, *lines):
        path = self.top / "bin" / name
        path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
        path.chmod(0o755)

    def run_script(self, *command, path=None, **variables):
        path = path or f"{self.top}/bin:{os.environ['PATH']}"
        return run(command, cwd=self.top, env=only(PATH=path, LC_ALL="C.UTF-8", **variables))


class Setup(Sandbox):
    """Stand-ins: apt-get logs its calls in calls.txt; dpkg-query reads installed.txt."""

    def setUp(self):
        super().setUp()
        self.installed = self.top / "installed.txt"
        self.installed.write_text("".join(f"installed {name}\n" for name in LISTED))
        self.calls = self.top / "calls.txt"
        self.stand_in("dpkg-query", f'cat "{self.installed}"', "exit 1")
        self.answer_apt("exit 0")
        if os.geteuid() != 0:
            self.stand_in("sudo", 'case "$1" in -n|-v) exit 0;; esac', 'exec env "$@"')

    def answer_apt(self, *lines):
        self.stand_in("apt-get", f'echo "$*" >>"{self.calls}"', *lines)

    def asked(self):
        return self.calls.read_text().splitlines() if self.calls.exists() else []

    def lack(self, *names):
        kept = [name for name in LISTED if name not in names]
        self.installed.write_text("".join(f"installed {name}\n" for name in kept))

    def test_nothing_missing_asks_nothing(self):
        done = self.run_script("scripts/setup.sh", "build")
        self.assertEqual((done.status, done.out, done.err), (0, "", ""))
        self.assertEqual(self.asked(), [])

    def test_installs_only_what_is_missing(self):
        self.lack("cmake", "zlib1g-dev")
        done = self.run_script("scripts/setup.sh", "build")
        self.assertEqual(done.status, 0, done.err)
        self.assertEqual(len(self.asked()), 1)
        self.assertTrue(
            self.asked()[0].endswith("install -y --no-install-recommends cmake zlib1g-dev")
        )
        self.assertIn("cmake zlib1g-dev", done.err)

    def test_removed_but_configured_counts_as_missing(self):
        self.lack("cmake")
        with self.installed.open("a") as known:
            known.write("config-files cmake\n")
        self.run_script("scripts/setup.sh", "build")
        self.assertTrue(self.asked()[0].endswith(" cmake"))

    def test_fetches_lists_when_the_first_try_fails(self):
        self.lack("cmake")
        updated = self.top / "updated"
        self.answer_apt(
            f'case "$*" in *update*) touch "{updated}";; *) test -e "{updated}";; esac'
        )
        done = self.run_script("scripts/setup.sh", "build")
        self.assertEqual(done.status, 0, done.err)
        verbs = [call.split()[3] for call in self.asked()]
        self.assertEqual(verbs, ["install", "update", "install"])

    def test_says_why_it_failed(self):
        self.lack("cmake")
        self.answer_apt("echo 'E: no network' >&2", "exit 100")
        done = self.run_script("scripts/setup.sh", "build")
        self.assertEqual(done.status, 1)
        self.assertIn("E: no network", done.err)
        self.assertIn("build/setup.log", done.err)

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("setpriv"), "skipped: not root")
    def test_neither_root_nor_sudo(self):
        self.lack("cmake")
        self.stand_in("sudo", "exit 1")
        nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
        done = self.run_script(*nobody, "bash", "scripts/setup.sh", "build")
        self.assertEqual(done.status, 1)
        self.assertIn("apt-get install -y --no-install-recommends cmake", done.err)
        self.assertEqual(self.asked(), [])

    def test_every_list_is_asked_for_by_bare_names(self):
        for part in ("bench", "dev"):
            self.calls.unlink(missing_ok=True)
            # One argument a line, so that a space inside one is visible.
            self.stand_in("apt-get", f'printf "%s\\n" "$@" >>"{self.calls}"')
            done = self.run_script("scripts/setup.sh", part)
            self.assertEqual(done.status, 0, done.err)
            asked = self.asked()
            names = asked[asked.index("--no-install-recommends") + 1 :]
            self.assertEqual(names, sorted(packages(part)))

    def test_no_apt_names_the_packages_and_goes_on(self):
        tools = self.top / "tools"
        tools.mkdir()
        for name in ("bash", "dirname", "sed", "tr"):
            (tools / name).symlink_to(shutil.which(name))
        done = self.run_script(tools / "bash", "scripts/setup.sh", "build", path=str(tools))
        self.assertEqual(done.status, 0, done.err)
        self.assertIn("librapidcheck-dev", done.err)

    def test_unknown_part(self):
        done = self.run_script("scripts/setup.sh", "cellar")
        self.assertEqual(done.status, 1)
        self.assertIn("cellar", done.err)


class Docs(unittest.TestCase):
    def test_a_bare_debian_is_told_what_a_build_takes(self):
        """docs/python.md lists the packages for users without a checkout, who have no scripts/."""
        text = (TOP / "docs/python.md").read_text().replace("\\\n", " ")
        (line,) = (line for line in text.splitlines() if line.startswith("apt-get install "))
        named = [word for word in line.split()[2:] if not word.startswith("-")]
        self.assertLessEqual(set(named), set(LISTED))
        of_tests = {"libgmock-dev", "libgtest-dev", "librapidcheck-dev", "libsimde-dev"}
        of_packages = {"dpkg-dev"}
        libraries = {name for name in LISTED if name.endswith("-dev")} - of_tests - of_packages
        self.assertLessEqual(libraries, set(named))


class Fuzz(Sandbox):
    """Stand-ins: the compiler and cmake do nothing, and targets print their arguments."""

    def setUp(self):
        super().setUp()
        for name in ("clang++-19", "cmake"):
            self.stand_in(name, "exit 0")
        self.programs = self.top / "build/asan/fuzz"
        self.programs.mkdir(parents=True)

    def target(self, name, *lines):
        self.stand_in(name, *lines)
        (self.top / "bin" / name).rename(self.programs / f"facsim_{name}_fuzz")

    def fuzz(self, *names, path=None):
        done = self.run_script("scripts/fuzz.sh", *names, path=path)
        return done.status, done.out, done.err

    def test_runs_all_and_counts(self):
        for name in ("one", "two", "three"):
            self.target(name, "echo stat::peak_rss_mb: 7; echo $*")
        status, said, _ = self.fuzz()
        self.assertEqual(status, 0)
        self.assertIn("3 passed, 0 failed", said)
        self.assertIn("one: peak_rss_mb 7", said)
        given = (self.top / "build/fuzz/found/two.log").read_text()
        self.assertIn("build/fuzz/found/two fuzz/corpus/two", given)

    def test_one_that_fails_fails_all_and_is_named(self):
        for name in ("bad", "one", "two", "three", "worse"):
            self.target(name, "exit 0" if name in ("one", "two", "three") else "echo why; exit 77")
        status, said, complaint = self.fuzz()
        self.assertEqual(status, 1)
        self.assertIn("3 passed, 2 failed", said)
        self.assertIn("why", complaint)
        self.assertIn("build/fuzz/broken/worse", complaint)

    def test_an_input_that_is_slow_once_is_tried_again(self):
        """The input is in a file; the last argument of a run is a folder, of a trial that file."""
        run = (
            'for last; do :; done; tries="$0.tries"; echo "$last" >>"$tries"',
            'for each; do case $each in -artifact_prefix=*) broken=${each#*=};; esac; done',
            'case $last in */timeout-*) exit "$slow";; esac',
            '[ "$(grep -c corpus "$tries")" -le "$slow_runs" ] || exit 0',
            'echo x >"$broken/timeout-1"; echo "SUMMARY: libFuzzer: timeout"; exit 70',
        )
        for name, slow, slow_runs in (("once", 0, 1), ("twice", 0, 2), ("always", 70, 1)):
            self.target(name, f"slow={slow} slow_runs={slow_runs}", *run)
        self.assertEqual(self.fuzz("once")[0], 0)
        tries = (self.programs / "facsim_once_fuzz.tries").read_text().split()
        self.assertEqual([t.rsplit("/", 1)[1] for t in tries], ["once", "timeout-1", "once"])
        for name, count in (("twice", 3), ("always", 2)):
            self.assertEqual(self.fuzz(name)[0], 1, name)
            tries = (self.programs / f"facsim_{name}_fuzz.tries").read_text().split()
            self.assertEqual(len(tries), count, name)

    def test_only_those_named(self):
        self.target("one", "exit 0")
        self.target("bad", "exit 1")
        self.assertEqual(self.fuzz("one")[0], 0)
        status, _, complaint = self.fuzz("one", "none")
        self.assertEqual(status, 1)
        self.assertIn("no fuzz target 'none'", complaint)

    def test_no_target_is_a_failure(self):
        status, _, complaint = self.fuzz()
        self.assertEqual(status, 1)
        self.assertIn("no fuzz target was built", complaint)

    def test_no_clang_is_a_failure(self):
        tools = self.top / "tools"
        tools.mkdir()
        for name in ("bash", "dirname", "mkdir", "nproc", "env"):
            (tools / name).symlink_to(shutil.which(name))
        status, _, complaint = self.fuzz(path=str(tools))
        self.assertEqual(status, 1)
        self.assertIn("needs clang 19", complaint)

    def test_with_a_seed_it_begins_anew(self):
        self.target("one", 'echo "$@" >>given')
        corpus = self.top / "fuzz/corpus/one"
        corpus.mkdir(parents=True)
        for name in ("b", "a"):
            (corpus / name).write_text(name)
        self.assertEqual(self.fuzz()[0], 0)
        found = self.top / "build/fuzz/found/one"
        (found / "input").write_text("x")
        seeded = self.top / "build/fuzz/found-7/one"
        for _ in range(2):
            done = self.run_script("scripts/fuzz.sh", FUZZ_SEED="7")
            self.assertEqual(done.status, 0, done)
            self.assertEqual(list(seeded.iterdir()), [])
            (seeded / "input").write_text("y")
        self.assertEqual((found / "input").read_text(), "x")
        seeds = (self.top / "build/fuzz/found-7/one.seeds").read_text()
        self.assertEqual(seeds, "fuzz/corpus/one/a,fuzz/corpus/one/b")
        given = (self.top / "given").read_text().splitlines()
        self.assertEqual(["-seed=7" in line for line in given], [False, True, True])
        self.assertEqual(["fuzz/corpus/one" in line for line in given], [True, False, False])
        for seed in ("0", "x", "../one", "-1"):
            done = self.run_script("scripts/fuzz.sh", FUZZ_SEED=seed)
            self.assertEqual((done.status, "no whole number" in done.err), (1, True), seed)

    def test_no_libfuzzer_is_a_failure(self):
        self.target("one", "exit 0")
        self.stand_in("clang++-19", "exit 1")
        status, _, complaint = self.fuzz()
        self.assertEqual(status, 1)
        self.assertIn("libclang-rt-19-dev", complaint)

    def test_a_build_that_fails_is_a_failure(self):
        self.target("one", "exit 0")
        self.stand_in("cmake", "exit 1")
        status, _, complaint = self.fuzz()
        self.assertEqual(status, 1)
        self.assertIn("cannot be configured", complaint)


class ShowDuplicates(Sandbox):
    TEXTS = {"a.html": "same\nold words", "b.html": "same\nnew words", "c.html": "same\nold words"}

    def setUp(self):
        super().setUp()
        self.result = self.top / "result"
        self.result.mkdir()
        pages = self.top / "pages"
        pages.mkdir()
        for name, text in self.TEXTS.items():
            (pages / name).write_text(json.dumps({"main_text": text}))
        self.stand_in("facsim", 'test "$1" = extract && exec cat "$2"')

    def show(self, *rows):
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (self.result / "duplicates.jsonl").write_text(lines)
        script = (sys.executable, "scripts/show_duplicates.py", "result", "--root", "pages")
        done = self.run_script(*script, "--facsim", self.top / "bin/facsim")
        self.assertEqual(done.status, 0, done.err)
        return done.out

    def row(self, name, kind, resemblance, distance=3):
        where = {"id": name, "file": name, "offset": 0, "distance": distance}
        whom = {"representative": "a.html", "representative_file": "a.html"}
        figures = {"kind": kind, "resemblance": resemblance, "containment": [0.5, 0.25]}
        return {**where, **whom, "representative_offset": 0, **figures}

    def test_evidence(self):
        said = self.show(self.row("b.html", "content", 0.9), self.row("c.html", "exact", 1, None))
        for words in ("2 of 2 removed pages", "b.html", "repeats  a.html", "resemblance 0.900"):
            self.assertIn(words, said)
        self.assertIn("kept     old words\n   removed  new words", said)
        self.assertIn("the texts are the same", said)
        self.assertIn("result/duplicates.jsonl", said)

    def test_pages_that_are_gone(self):
        (self.top / "pages/b.html").unlink()
        self.assertIn("no longer where", self.show(self.row("b.html", "content", 0.9)))

    def test_nothing_removed(self):
        self.assertIn("No page repeats another.", self.show())

    def test_few_exact_ones_among_many(self):
        exact = [self.row("c.html", "exact", 1) for _ in range(20)]
        near = [self.row("b.html", "content", 0.9) for _ in range(20)]
        said = self.show(*exact, *near)
        self.assertEqual(said.count("resemblance 1.000"), 2)
        self.assertEqual(said.count("resemblance 0.900"), 6)


if __name__ == "__main__":
    unittest.main()
