# SPDX-License-Identifier: Apache-2.0
"""Installs wheels into new environments and uses them there, outside of the source tree.

    python3 tests/wheel_test.py BUILD_FOLDER [WHEEL]...

Without a wheel it makes one for this interpreter. A wheel with the stable ABI is tested with each
later CPython found. Everything runs with a short PATH and no other variables.
"""

import json
import os
import re
import shutil
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import arrow_at_hand
import running
from running import done, only, read_jsonl

TOP = Path(__file__).resolve().parents[1]
WORDS = [Path(word).resolve() for word in sys.argv[1:]] or [TOP / "build/release"]
BUILD, *WHEELS = WORDS
PAGES = TOP / "examples/pages.jsonl"
DUPLICATES = {"ferry-mirror", "ferry-reposted"}
LATER = ("3.12", "3.13", "3.14")
ENVIRONMENT = only(PATH="/usr/bin:/bin")
# Libraries that manylinux expects on every machine; they must not be in a wheel.
EXPECTED = re.compile(
    r"(ld-linux[\w-]*|libc|libz|libm|libdl|librt|libpthread|libgcc_s|libstdc\+\+)\.so\.\d+"
)

# Prints what `import facsim` loads besides what the interpreter always loads.
LOADED = """if True:
    import sys
    before = set(sys.modules)
    import facsim
    print(sorted(set(sys.modules) - before))
"""
# Removes duplicates with Python, and counts the fingerprints of jieba's words.
DEDUP = """if True:
    import json, sys
    import facsim
    pages = [json.loads(line) for line in open(sys.argv[1])]
    result = facsim.dedup(pages, id="id", url="url")
    words = facsim.fingerprint([page["text"] for page in pages], recipe="course")
    print(json.dumps([[row["id"] for row in result.duplicates], len(words)]))
"""
# Queries a store twice for a page, and prints the answers.
STORE = """if True:
    import sys
    import facsim
    with facsim.Seen(sys.argv[1]) as seen:
        page = " ".join(f"word{number}" for number in range(60))
        print(*(seen.check_and_add(page).seen for _ in range(2)))
"""


def run(*command, **how):
    """Returns the standard output of a command; a failure shows all of its output."""
    return done(command, seconds=900, **how).out


def tags(wheel):
    """Returns the interpreter, ABI and platform of a wheel."""
    return wheel.stem.split("-")[2:]


def interpreters(wheel):
    """Returns version -> CPython for the interpreters on this machine that the wheel is for."""
    python, abi, _ = tags(wheel)
    own = f"{python[2]}.{python[3:]}"
    wanted = [own] if abi != "abi3" else [version for version in LATER if version >= own]
    found = {}
    for version in wanted:
        if version == "%d.%d" % sys.version_info[:2]:
            found[version] = sys.executable
            continue
        search = running.run([TOP / "scripts/find_python.sh", version])
        if search.status == 0:
            found[version] = search.out.strip()
    return found


class Contents(unittest.TestCase):
    def test_each_has_a_name_that_says_where_it_runs(self):
        for wheel in WHEELS:
            python, abi, platform = tags(wheel)
            self.assertRegex(platform, r"^manylinux_2_\d+_x86_64")
            self.assertIn((python, abi), {("cp311", "cp311"), ("cp312", "abi3")})

    def test_each_holds_what_people_need_and_no_more(self):
        for wheel in WHEELS:
            with zipfile.ZipFile(wheel) as archive:
                names = archive.namelist()
                (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
                said = archive.read(metadata).decode()
                modules = [name for name in names if re.fullmatch(r"facsim/_core\..*so", name)]
                stub = archive.read("facsim/_core.pyi").decode()
            self.assertEqual(len(modules), 1, names)
            self.assertEqual("abi3" in modules[0], tags(wheel)[1] == "abi3")
            sources = {
                str(path.relative_to(TOP / "python"))
                for path in (TOP / "python/facsim").rglob("*")
                if path.is_file() and "__pycache__" not in path.parts
            }
            self.assertLessEqual(sources, set(names))
            self.assertIn("facsim/py.typed", sources)
            self.assertIn("class DedupRun", stub)
            self.assertIn("facsim/bin/facsim", names)
            self.assertIn("facsim/bin/jieba.tables", names)
            folders = {name.split("/")[0] for name in names}
            self.assertEqual(len(folders), 3, folders)
            self.assertLessEqual({"facsim", "facsim.libs"}, folders)
            if (BUILD / "portable/facsim_parquet.so").exists():
                self.assertIn("facsim/bin/facsim_parquet.so", names)
            # The extra installs Arrow.
            self.assertEqual([name for name in names if "libarrow" in name], [])
            self.assertRegex(said, r"Requires-Dist: pyarrow.*extra == .parquet.")
            # All requirements must belong to an extra.
            needs = [line for line in said.splitlines() if line.startswith("Requires-Dist")]
            self.assertEqual([need for need in needs if "extra ==" not in need], [])

    def test_every_library_has_its_licence(self):
        for wheel in WHEELS:
            with zipfile.ZipFile(wheel) as archive:
                names = archive.namelist()
                licences = {
                    Path(name).name: len(archive.read(name))
                    for name in names
                    if "/licenses/libraries/" in name and not name.endswith("/")
                }
            # libicuuc-1a2b3c4d.so.72.1 has libicu72.txt. Some are named after their package.
            odd = {"libcrypto": "libssl", "libisal": "libisal", "libbrotlicommon": "libbrotli"}
            odd |= {"libbrotlidec": "libbrotli", "libicuuc": "libicu", "libicui18n": "libicu"}
            odd |= {"libicudata": "libicu", "libz": "zlib"}
            for name in names:
                if name.startswith("facsim.libs/lib"):
                    stem = re.split(r"-[0-9a-f]{8}\.so", Path(name).name)[0]
                    own = [one for one in licences if one.startswith(odd.get(stem, stem))]
                    self.assertTrue(own, f"{name}: {sorted(licences)}")
            wanted = {"nanobind.txt", "robin-map.txt", "libcli11-dev.txt"}
            self.assertLessEqual(wanted, set(licences))
            self.assertGreater(min(licences.values()), 200, licences)


class Installed(unittest.TestCase):
    """Each wheel in each interpreter that it supports."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="facsim_wheel_"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.environments = []
        for wheel in WHEELS:
            found = interpreters(wheel)
            assert found, f"no interpreter for {wheel.name}"
            for version, python in found.items():
                environment = cls.folder / f"{tags(wheel)[1]} in {version}"
                run(python, "-m", "venv", "--without-pip", environment)
                pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
                here = ("--python", environment / "bin/python", "install", "--no-index")
                run(*pip, *here, wheel)
                cls.environments.append(environment)
            if tags(wheel)[1] == "abi3" and len(found) < 2:
                print(f"skipped: only {found} is at hand to try {wheel.name}", file=sys.stderr)

    def each(self):
        """Yields the bin folder of each environment, in a subtest."""
        for environment in self.environments:
            yield environment / "bin", self.subTest(environment.name)

    def runs(self, *command):
        return run(*command, env=ENVIRONMENT, cwd=self.folder)

    def test_the_command_is_the_program(self):
        version = run(BUILD / "facsim", "--version")
        for folder, subtest in self.each():
            with subtest:
                self.assertEqual(self.runs(folder / "facsim", "--version"), version)
                self.assertEqual(self.runs(folder / "python", "-m", "facsim", "--version"), version)

    def test_import_loads_next_to_nothing(self):
        for folder, subtest in self.each():
            with subtest:
                loaded = eval(self.runs(folder / "python", "-c", LOADED))  # noqa: S307
                self.assertIn("facsim", loaded)
                self.assertLessEqual(len(loaded), 8, loaded)
                own = {name for name in loaded if name.startswith("facsim")}
                self.assertEqual(own, {"facsim"})

    def test_python_removes_what_the_program_removes(self):
        for folder, subtest in self.each():
            with subtest:
                said = self.runs(folder / "python", "-c", DEDUP, PAGES)
                removed, words = json.loads(said)
                self.assertEqual((set(removed), words), (DUPLICATES, 6))
                out = self.folder / f"out {folder.parent.name}"
                self.runs(folder / "facsim", "dedup", PAGES, "-o", out, "--quiet")
                rows = read_jsonl(out / "duplicates.jsonl")
                self.assertEqual({row["id"] for row in rows}, DUPLICATES)

    def test_a_store_in_a_folder_and_the_program_reads_it(self):
        for folder, subtest in self.each():
            with subtest:
                store = self.folder / f"store {folder.parent.name}"
                self.assertEqual(self.runs(folder / "python", "-c", STORE, store), "no yes\n")
                dumped = self.runs(folder / "facsim", "store", "dump", store)
                self.assertEqual(len(dumped.splitlines()), 2)

    def test_program_and_module_find_the_libraries_of_the_wheel(self):
        for folder, subtest in self.each():
            with subtest:
                (package,) = folder.parent.glob("lib/python*/site-packages/facsim")
                for user in (package / "bin/facsim", *package.glob("_core.*.so")):
                    said = run("ldd", user, env=ENVIRONMENT)
                    self.assertNotIn("not found", said)
                    found = re.findall(r"^\s*(\S+) => (/\S+)", said, re.MULTILINE)
                    self.assertIn("libicuuc", str(found))
                    for name, path in found:
                        ours = self.folder in Path(path).resolve().parents
                        self.assertTrue(ours or EXPECTED.fullmatch(name), f"{name} is {path}")

    def test_the_program_finds_the_tables_of_the_wheel(self):
        for folder, subtest in self.each():
            with subtest:
                lines = self.runs(folder / "facsim", "fingerprint", PAGES, "--recipe", "course")
                self.assertEqual(len(lines.splitlines()), 6)

    def removed_of(self, program, folder, **variables):
        """Returns the ids of the rows that a program of the wheel removes in a folder."""
        out = folder / f"out {len(list(folder.iterdir()))}"
        dedup = (program, "dedup", folder / "rows.parquet", "-o", out, "--quiet")
        run(*dedup, env=ENVIRONMENT | variables)
        return [row["id"] for row in read_jsonl(out / "duplicates.jsonl")]

    def test_parquet_is_read_once_pyarrow_is_there(self):
        if reason := arrow_at_hand.can_try(BUILD / "portable/facsim_parquet.so"):
            self.skipTest(reason)
        for folder, subtest in self.each():
            with subtest:
                own = self.folder / f"parquet {folder.parent.name}"
                own.mkdir()
                wanted = arrow_at_hand.write_repeating(own / "rows.parquet")
                dedup = (folder / "facsim", "dedup", own / "rows.parquet", "-o", own / "none")
                failed = done(dedup, status=1, env=ENVIRONMENT)
                self.assertEqual(len(failed.err.splitlines()), 1)
                self.assertIn("but there are none; " + arrow_at_hand.REMEDY, failed.err)
                self.assertFalse((own / "none").exists())
                # pip installs pyarrow beside the package, where command and program look.
                (site,) = folder.parent.glob("lib/python*/site-packages")
                arrow_at_hand.put_another_version(site / "pyarrow")
                failed = done(dedup, status=1, env=ENVIRONMENT)
                self.assertIn("has those of pyarrow 3; " + arrow_at_hand.REMEDY, failed.err)
                shutil.rmtree(site / "pyarrow")
                (site / "pyarrow").symlink_to(arrow_at_hand.libraries())
                for program in (folder / "facsim", site / "facsim/bin/facsim"):
                    self.assertEqual(self.removed_of(program, own), wanted)
                (site / "pyarrow").unlink()
                # If Python finds it elsewhere, the command tells the program.
                elsewhere = self.folder / "elsewhere"
                elsewhere.mkdir(exist_ok=True)
                if not (elsewhere / "pyarrow").exists():
                    (elsewhere / "pyarrow").symlink_to(arrow_at_hand.libraries())
                found = self.removed_of(folder / "facsim", own, PYTHONPATH=str(elsewhere))
                self.assertEqual(found, wanted)

    def test_it_ends_when_nobody_reads_any_more(self):
        for folder, subtest in self.each():
            with subtest:
                said = self.runs("sh", "-c", f"yes | '{folder}/facsim' help dedup | head -n 1")
                self.assertTrue(said.startswith("facsim dedup"), said)

    def test_the_limited_api_is_checked_by_a_tool_that_finds_breaches(self):
        for wheel in WHEELS:
            audit = Path(sys.executable).parent / "abi3audit"
            if tags(wheel)[1] != "cp311" or not audit.exists():
                continue
            module = self.folder / "_core.abi3.so"
            with zipfile.ZipFile(wheel) as archive:
                (name,) = (one for one in archive.namelist() if "facsim/_core.c" in one)
                module.write_bytes(archive.read(name))
            done([audit, "--strict", module], status=1)
            return
        self.skipTest("skipped: no wheel by another ABI, or no abi3audit, to try it with")


if __name__ == "__main__":
    del sys.argv[1:]
    if not WHEELS:
        out = BUILD / "wheels"
        made = run(
            *(TOP / "scripts/wheel.sh", BUILD, out), env={"FACSIM_PYTHONS": sys.executable}
        )
        WHEELS = [Path(line).resolve() for line in made.splitlines()]
    unittest.main()
