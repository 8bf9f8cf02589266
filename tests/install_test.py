# SPDX-License-Identifier: Apache-2.0
"""Installs the built tree into an empty folder and uses it from there as a stranger would.

    python3 tests/install_test.py BUILD_FOLDER

The example of examples/dedup_texts is configured, built and run outside of the source tree.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
BUILD = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else TOP / "build/release"


def run(*command):
    """Standard output of a command; a failure shows all that it said."""
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise AssertionError(f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def cached(name):
    """A value of the build's CMake cache."""
    text = (BUILD / "CMakeCache.txt").read_text()
    return re.search(rf"^{name}:\w+=(.*)$", text, re.MULTILINE)[1]


def instrumentation():
    """Libraries built with a sanitizer or for coverage need the same in who links them."""
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

    def test_headers_are_the_public_ones(self):
        include = self.prefix / "include"
        installed = {str(path.relative_to(include)) for path in include.rglob("*.*")}
        ours = {
            str(path.relative_to(TOP))
            for path in TOP.glob("facsim/**/*.h")
            if not path.name.endswith(("_internal.h", "_for_test.h"))
        }
        self.assertEqual(installed, ours)
        self.assertIn("facsim/dedup/texts.h", installed)

    def test_licence_is_there(self):
        licences = list(self.prefix.glob("share/doc/facsim/LICENSE"))
        self.assertEqual(len(licences), 1)
        self.assertIn("Apache License", licences[0].read_text())

    def test_no_file_names_the_source_tree(self):
        for path in self.prefix.rglob("*.cmake"):
            self.assertNotIn(str(TOP), path.read_text(), path)

    def test_example(self):
        source = self.folder / "source"
        shutil.copytree(TOP / "examples/dedup_texts", source)
        build = self.folder / "build"
        run(
            *("cmake", "-S", source, "-B", build, "-G", cached("CMAKE_GENERATOR")),
            f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_CXX_COMPILER={cached('CMAKE_CXX_COMPILER')}",
            f"-DCMAKE_CXX_FLAGS={instrumentation()}",
            "-DCMAKE_BUILD_TYPE=Release",
        )
        run("cmake", "--build", build)
        lines = run(build / "dedup_texts").splitlines()
        self.assertEqual(len(lines), 4, lines)
        self.assertEqual(lines[0], "text 0 is kept")
        self.assertEqual(lines[1], "text 1 is kept")
        near = re.fullmatch(r"text 2 repeats text 0: content, resemblance (0\.\d+)", lines[2])
        self.assertIsNotNone(near, lines[2])
        self.assertGreaterEqual(float(near[1]), 0.8)
        self.assertEqual(lines[3], "text 3 repeats text 0: exact, resemblance 1")


if __name__ == "__main__":
    unittest.main()
