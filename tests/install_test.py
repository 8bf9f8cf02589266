# SPDX-License-Identifier: Apache-2.0
"""Installs the built tree into an empty folder and uses it from there as a new user does.

    python3 tests/install_test.py BUILD_FOLDER

The programs of examples/ are configured, built and run outside of the source tree, with only the
installed package.
"""

import gzip
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import running
from running import done

TOP = Path(__file__).resolve().parents[1]
PROMISED = {str(path.relative_to(TOP)) for path in TOP.glob("facsim/*.h")} | set(
    (TOP / "cmake/promised_nouns.txt").read_text().split()
)
BUILD = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else TOP / "build/release"


def run(*command):
    """Returns the standard output of a command; a failure shows all of its output."""
    return done(command, seconds=1800).out


def cached(name):
    """Returns a value of the build's CMake cache."""
    text = (BUILD / "CMakeCache.txt").read_text()
    return re.search(rf"^{name}:\w+=(.*)$", text, re.MULTILINE)[1]


def instrumentation():
    """Returns the flags of sanitizers or coverage, which programs that link the libraries need."""
    sanitizers = cached("FACSIM_SANITIZE")
    flags = [f"-fsanitize={sanitizers}"] if sanitizers else []
    return " ".join(flags + ["--coverage"] * (cached("FACSIM_COVERAGE") == "ON"))


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="facsim_install_"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.prefix = cls.folder / "usr"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)

    def test_program_runs(self):
        said = run(self.prefix / "bin/facsim", "version")
        self.assertRegex(said, r"\d+\.\d+\.\d+")

    def test_manual_page_and_completions_are_those_of_the_program(self):
        share = self.prefix / "share"
        on_debian = Path("/etc/debian_version").exists()
        zsh = "zsh/" + ("vendor-completions" if on_debian else "site-functions")  # of /usr
        for path, words in (
            ("man/man1/facsim.1", ["man"]),
            ("bash-completion/completions/facsim", ["completion", "bash"]),
            (f"{zsh}/_facsim", ["completion", "zsh"]),
            ("fish/vendor_completions.d/facsim.fish", ["completion", "fish"]),
        ):
            with self.subTest(path):
                said = run(self.prefix / "bin/facsim", *words)
                self.assertGreater(len(said), 1000)
                self.assertEqual((share / path).read_text(), said)

    def unit(self):
        """Returns the installed unit of systemd."""
        return (self.prefix / "lib/systemd/system/facsim.service").read_text()

    def test_the_unit_starts_the_program(self):
        program, *words = re.search(r"^ExecStart=(.+)$", self.unit(), re.MULTILINE)[1].split()
        self.assertEqual((program, words), ("facsim", ["serve", "%S/facsim/store"]))
        words[-1] = words[-1].replace("%S", str(self.folder))
        # The variables named in its comments must be settings.
        named = re.findall(r"^#\s+(FACSIM_\w+)=(\S+)", self.unit(), re.MULTILINE)
        self.assertEqual(len(named), 3)
        values = {name: value.replace("...", "0123456789abcdef") for name, value in named}
        command = [self.prefix / "bin/facsim", *words, "--check-config"]
        done(command, env=values)
        for name in values:
            self.assertNotEqual(running.run(command, env=values | {name: "short"}).status, 0, name)

    @unittest.skipUnless(shutil.which("systemd-analyze"), "skipped: no systemd-analyze")
    def test_systemd_takes_the_unit(self):
        unit = self.folder / "facsim.service"
        unit.write_text(self.unit().replace("=facsim ", f"={self.prefix}/bin/facsim "))
        tried = running.run(["systemd-analyze", "verify", "--man=no", unit])
        self.assertEqual((tried.status, tried.out + tried.err), (0, ""))

    def test_installed_headers_are_the_promised_ones(self):
        include = self.prefix / "include"
        installed = {str(path.relative_to(include)) for path in include.rglob("*.*")}
        self.assertEqual(installed, PROMISED)
        self.assertIn("facsim/dedup_texts.h", installed)

    def compiles(self, header):
        """True if a program with only this #include compiles with the installed files."""
        source = self.folder / "alone.cc"
        source.write_text(f"#include <{header}>\n")
        words = [cached("CMAKE_CXX_COMPILER"), "-std=c++20", "-fsyntax-only"]
        tried = running.run([*words, "-I", self.prefix / "include", source])
        return tried.status == 0, tried.err

    def test_each_header_compiles_alone(self):
        for header in sorted(PROMISED):
            with self.subTest(header):
                compiles, why = self.compiles(header)
                self.assertTrue(compiles, why)

    def test_inner_headers_cannot_be_had(self):
        inner = "facsim/page/analysis.h"
        self.assertTrue((TOP / inner).exists())
        compiles, why = self.compiles(inner)
        self.assertFalse(compiles)
        self.assertIn("No such file", why + "No such file" * ("file not found" in why))

    def test_licence_is_there(self):
        licences = list(self.prefix.glob("share/doc/facsim/LICENSE"))
        self.assertEqual(len(licences), 1)
        self.assertIn("Apache License", licences[0].read_text())

    def test_no_file_names_the_source_tree(self):
        for path in self.prefix.rglob("*.cmake"):
            self.assertNotIn(str(TOP), path.read_text(), path)


class Parts(unittest.TestCase):
    """`make build` builds all that is installed, as docs/library.md says."""

    def test_make_build_builds_them(self):
        recipe = (TOP / "Makefile").read_text().split("\nbuild:")[1].split("\n\n")[0]
        self.assertIn("cmake --build --preset release --target install_parts\n", recipe + "\n")

    @unittest.skipUnless(cached("CMAKE_GENERATOR") == "Ninja", "ninja tells what a target needs")
    def test_they_are_all_that_is_installed(self):
        ninja = [cached("CMAKE_MAKE_PROGRAM"), "-C", BUILD, "-t"]
        # The Python package is a separate component, which only wheels install.
        paths = set(BUILD.rglob("cmake_install.cmake")) - {BUILD / "python/cmake_install.cmake"}
        scripts = "".join(path.read_text() for path in paths)
        # Files without a rule were made when CMake configured the build.
        made = re.findall(r"^(\S+): (?!phony)", run(*ninja, "targets", "all"), re.MULTILINE)
        wanted = set(re.findall(rf'"{BUILD}/([^"]+)"', scripts)) & set(made)
        self.assertLessEqual({"facsim", "printed/facsim.1", "rooms/base/libfacsim_base.a"}, wanted)
        commands = run(*ninja, "commands", "install_parts").replace(f"{BUILD}/", "")
        self.assertEqual(wanted - set(commands.split()), set())


class Examples(unittest.TestCase):
    """The examples, built with the installed package, and their output."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="facsim_examples_"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        prefix = cls.folder / "usr"
        run("cmake", "--install", BUILD, "--prefix", prefix)
        source = cls.folder / "source"
        shutil.copytree(TOP / "examples", source)
        cls.build = cls.folder / "build"
        run(
            *("cmake", "-S", source, "-B", cls.build, "-G", cached("CMAKE_GENERATOR")),
            f"-DCMAKE_PREFIX_PATH={prefix}",
            f"-DCMAKE_CXX_COMPILER={cached('CMAKE_CXX_COMPILER')}",
            f"-DCMAKE_CXX_FLAGS={instrumentation()}",
            "-DCMAKE_BUILD_TYPE=Release",
        )
        run("cmake", "--build", cls.build, "-j", "2")

    def lines_of(self, name, *words):
        return run(self.build / name, *words).splitlines()

    def test_all_are_tested(self):
        examples = {path.parent.name for path in TOP.glob("examples/*/main.cc")}
        tested = {name.removeprefix("test_example_") for name in dir(self)}
        self.assertLessEqual(examples, tested)

    def test_they_include_the_one_header(self):
        for path in TOP.glob("examples/*/main.cc"):
            ours = re.findall(r"#include .*facsim.*", path.read_text())
            self.assertEqual(ours, ["#include <facsim/facsim.h>"], path)

    def test_example_dedup_texts(self):
        lines = self.lines_of("dedup_texts")
        self.assertEqual(len(lines), 4, lines)
        self.assertEqual(lines[0], "text 0 is kept")
        self.assertEqual(lines[1], "text 1 is kept")
        near = re.fullmatch(r"text 2 repeats text 0: content, resemblance (0\.\d+)", lines[2])
        self.assertIsNotNone(near, lines[2])
        self.assertGreaterEqual(float(near[1]), 0.8)
        self.assertEqual(lines[3], "text 3 repeats text 0: exact, resemblance 1")

    def test_example_read_pages(self):
        folder = self.folder / "inputs"
        folder.mkdir()
        page = '{"id":"a","url":"https://example.org/a","text":"one two three"}\n'
        (folder / "some.jsonl.gz").write_bytes(gzip.compress((page + "no object\n").encode()))
        (folder / "other.html").write_text("<title>Other</title><p>four five six")
        lines = self.lines_of("read_pages", folder)
        self.assertEqual(lines[0], "other.html (other.html, HTML, 36 bytes) ")
        self.assertEqual(lines[1], "a (some.jsonl.gz, text, 13 bytes) https://example.org/a")
        self.assertEqual(lines[2], "2 pages in 3 records of 2 files")
        self.assertRegex(lines[3], r"^left out: bad_json 1 \(at \S+/some\.jsonl\.gz:\d+: ")

    def test_example_analyze(self):
        pages = TOP / "examples/pages.jsonl"
        wide = self.folder / "wide.toml"
        wide.write_text('name = "wide"\n[fingerprint]\nbits = 128\n[sketch]\nbins = 256\n')
        for recipe, sketch_bytes in (("balanced", 64), (wide, 256)):
            lines = self.lines_of("analyze", recipe, pages)
            here = re.findall(r"fingerprint ([0-9a-f-]+),", "\n".join(lines))
            rows = run(BUILD / "facsim", "fingerprint", pages, "--recipe", recipe).splitlines()
            self.assertEqual(here, [row.split("\t")[1] for row in rows])
            self.assertRegex(lines[0], r"^ferry: \d+ units, title '.*'$")
            self.assertRegex(lines[2], rf"^  \d+ shingles, sketch of {sketch_bytes} bytes, with")

    def test_example_compare(self):
        lines = self.lines_of("compare")
        self.assertRegex(lines[0], r"^content, distance \d+, resemblance 0\.8\d*, agreement 0\.9\d*")
        self.assertEqual(lines[1:], ["- eleven", "+ ten"])

    def test_example_dedup_pages(self):
        lines = self.lines_of("dedup_pages")
        self.assertRegex(lines[0], r"^short repeats page: content, resemblance 0\.9\d*$")
        self.assertEqual(lines[1:], ["page is kept", "other is kept", "2 kept, 1 removed"])

    def test_example_hamming_index(self):
        index = self.folder / "near.idx"
        lines = self.lines_of("hamming_index", index)
        self.assertEqual(
            lines,
            ["in memory: number 2 at 0", "in memory: number 0 at 2", "pair: 0 and 2"]
            + ["in the folder: tuesday at 0", "in the folder: monday at 2"]
            + ["joined: 0 with monday", "joined: 1 with far", "joined: 2 with tuesday"]
            + ["2 entries stay"],
        )
        said = run(BUILD / "facsim", "index", "export", index).splitlines()
        self.assertEqual(said, ["123456789abcdef0\tmonday", "fedcba9876543210\tfar"])

    def test_example_page_index(self):
        index = self.folder / "pages.idx"
        lines = self.lines_of("page_index", index)
        self.assertEqual(
            lines,
            ["ferry-again repeats ferry (https://example.org/ferry): exact"]
            + ["museum was not seen before"] * 2
            + ["museum repeats gallery (https://example.org/gallery): exact"]
            + ["2 pages in 1 segment"],
        )
        said = run(BUILD / "facsim", "index", "info", index)
        self.assertIn("pages", said)


if __name__ == "__main__":
    unittest.main()
