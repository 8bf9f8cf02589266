# SPDX-License-Identifier: Apache-2.0
"""Makes the packages of a built tree and uses them as on a machine without our libraries.

    python3 tests/package_test.py BUILD_FOLDER
"""

import os
import re
import shutil
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

import arrow_at_hand
from running import done, only, read_jsonl

TOP = Path(__file__).resolve().parents[1]
BUILD = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else TOP / "build/release"
PAGES = TOP / "examples/pages.jsonl"
# The parts of glibc, which the tarball does not contain.
GLIBC = re.compile(r"(ld-linux[\w-]*|libc|libm|libdl|librt|libpthread)\.so\.\d+|linux-vdso\.so\.1")


def run(*command, **more):
    """Returns the standard output of a command; a failure shows all of its output."""
    return done(command, seconds=600, **more).out


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        run(TOP / "scripts/package.sh", BUILD)
        cls.folder = Path(tempfile.mkdtemp(prefix="facsim_package_"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        (cls.tarball,) = (BUILD / "package").glob("*.tar.gz")
        (cls.deb,) = (BUILD / "package").glob("*.deb")
        with tarfile.open(cls.tarball) as tar:
            tar.extractall(cls.folder)  # our own tarball; Debian's Python 3.11.2 has no filter
        (cls.tree,) = cls.folder.iterdir()

    def libraries(self):
        """Returns name -> path for the libraries that the loader finds for the unpacked program."""
        said = run("ldd", self.tree / "bin/facsim")
        self.assertNotIn("not found", said)
        return dict(re.findall(r"^\s*(\S+) => (/\S+)", said, re.MULTILINE))

    def test_the_tarball_brings_every_library_but_glibc(self):
        found = self.libraries()
        self.assertIn("libicuuc", " ".join(found))
        own = (self.tree / "lib/facsim").resolve()
        for name, path in found.items():
            if not GLIBC.fullmatch(name):
                self.assertEqual(Path(path).resolve().parent, own, name)

    def test_every_library_has_its_licence(self):
        licences = list((self.tree / "share/doc/facsim/libraries").iterdir())
        self.assertGreater(len(licences), 10)
        # The licences of libraries compiled into the program must be there too.
        names = {licence.name for licence in licences}
        self.assertLessEqual({"libicu72.txt", "libcli11-dev.txt", "python3-jieba.txt"}, names)
        for licence in licences:
            self.assertGreater(licence.stat().st_size, 200, licence)

    def test_the_sums_are_those_of_the_files(self):
        run("sha256sum", "--check", "SHA256SUMS", cwd=BUILD / "package")

    @unittest.skipUnless(os.geteuid() == 0, "skipped: chroot needs root")
    def test_runs_where_nothing_but_glibc_is(self):
        root = self.folder / "root"
        for path in {*self.libraries().values(), "/lib64/ld-linux-x86-64.so.2"}:
            if GLIBC.fullmatch(Path(path).name):
                target = root / path.lstrip("/")
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, target)
        shutil.copytree(self.tree, root / "opt/facsim")
        (root / "tmp").mkdir()
        # The loader reads the program's path from /proc; a root without /proc needs this link.
        (root / "proc/self").mkdir(parents=True)
        (root / "proc/self/exe").symlink_to("/opt/facsim/bin/facsim")
        shutil.copy(PAGES, root / "pages.jsonl")
        inside = ["chroot", root, "/opt/facsim/bin/facsim"]
        env = only(PATH=os.environ["PATH"])
        run(*inside, "dedup", "/pages.jsonl", "-o", "/clean", "--quiet", env=env)
        rows = read_jsonl(root / "clean/duplicates.jsonl")
        self.assertEqual({row["id"] for row in rows}, {"ferry-mirror", "ferry-reposted"})
        # The table of Chinese words is found beside the program.
        words = run(*inside, "fingerprint", "/pages.jsonl", "--recipe", "course", env=env)
        self.assertEqual(len(words.splitlines()), 6)

    def parquet_is_read(self, program):
        own = self.folder / f"parquet {program.parents[1].name}"
        own.mkdir()
        wanted = arrow_at_hand.write_repeating(own / "rows.parquet")
        dedup = [program, "dedup", own / "rows.parquet", "-o", own / "out", "--force", "--quiet"]
        env = only(PATH=os.environ["PATH"])
        failed = done(dedup, status=1, env=env)
        self.assertIn("but there are none; " + arrow_at_hand.REMEDY, failed.err)
        self.assertFalse((own / "out").exists())
        # pyarrow is found by its named path, and in the active environment.
        active = own / "env/lib/python3.11/site-packages"
        active.mkdir(parents=True)
        (active / "pyarrow").symlink_to(arrow_at_hand.libraries())
        places = {"FACSIM_ARROW_LIBRARIES": f"{own}/none:{arrow_at_hand.libraries()}"}
        for variables in (places, {"VIRTUAL_ENV": str(own / "env")}):
            run(*dedup, env=env | variables)
            found = [row["id"] for row in read_jsonl(own / "out/duplicates.jsonl")]
            self.assertEqual(found, wanted)
        arrow_at_hand.put_another_version(own / "old")
        failed = done(dedup, status=1, env=env | {"FACSIM_ARROW_LIBRARIES": str(own / "old")})
        self.assertIn(f"'{own}/old' has those of pyarrow 3; ", failed.err)

    def test_both_read_parquet_with_a_pyarrow(self):
        if reason := arrow_at_hand.can_try(BUILD / "portable/facsim_parquet.so"):
            self.skipTest(reason)
        self.parquet_is_read(self.tree / "bin/facsim")
        run("dpkg-deb", "--extract", self.deb, self.folder / "parquet_deb")
        self.parquet_is_read(self.folder / "parquet_deb/usr/bin/facsim")

    def test_the_debian_package_names_what_it_needs(self):
        said = run("dpkg-deb", "--field", self.deb, "Package", "Depends", "Architecture", "Version")
        self.assertRegex(said, r"(?m)^Package: facsim$")
        self.assertRegex(said, r"(?m)^Depends: .*libicu\d+.*libstdc\+\+6")
        names = run("dpkg-deb", "--contents", self.deb)
        self.assertIn("./usr/bin/facsim\n", names)
        self.assertIn("./usr/share/doc/facsim/", names)
        self.assertIn("./usr/share/man/man1/facsim.1\n", names)
        self.assertIn("./usr/share/bash-completion/completions/facsim\n", names)
        self.assertIn("./usr/share/zsh/vendor-completions/_facsim\n", names)
        self.assertIn("./usr/share/fish/vendor_completions.d/facsim.fish\n", names)
        self.assertIn("./usr/lib/systemd/system/facsim.service\n", names)
        self.assertNotIn("include/", names)
        self.assertNotIn(".a\n", names)

    def test_the_debian_package_runs_when_unpacked(self):
        folder = self.folder / "deb"
        run("dpkg-deb", "--extract", self.deb, folder)
        self.assertEqual(run(folder / "usr/bin/facsim", "version"), run(BUILD / "facsim", "version"))


if __name__ == "__main__":
    unittest.main()
