# SPDX-License-Identifier: Apache-2.0
"""Fetches manuals as Debian packages with `apt-get download`, pages only, once.

A manual is a folder with a folder for each package. Links are left out: they point at the same
pages again, or outside. Nothing is installed, and nobody needs to be root.
"""

import shutil
import sys
import tarfile
import tempfile
from collections import defaultdict
from pathlib import Path, PurePosixPath

import judging  # noqa: F401, which finds tests/running.py
from running import TimeoutExpired, run, start

LIST = Path(__file__).parent / "manual_packages.txt"
PAGES = {".html", ".htm", ".xhtml", ".txt", ".md"}
TOOLS = ("apt-get", "dpkg-deb")
SECONDS_MAX = 600  # for one package


def listed(text: str) -> dict[str, dict[str, list[str]]]:
    """Packages by half and manual."""
    halves: dict = defaultdict(lambda: defaultdict(list))
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            half, manual, package = line.split()
            halves[half][manual].append(package)
    return {half: dict(manuals) for half, manuals in halves.items()}


def unpack_pages(package: Path, folder: Path) -> int:
    """Writes the pages of a package; how many there are. Raises where it is no package."""
    count = 0
    with start(["dpkg-deb", "--fsys-tarfile", package]) as unpacker:
        with tarfile.open(fileobj=unpacker.stdout, mode="r|") as members:
            for member in members:
                path = PurePosixPath(member.name)
                if not member.isfile() or path.suffix.lower() not in PAGES or ".." in path.parts:
                    continue
                target = folder / path.relative_to("/") if path.is_absolute() else folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(members.extractfile(member).read())
                count += 1
        ended = unpacker.result()
    if ended.status != 0:
        raise RuntimeError(f"{package}: dpkg-deb ended with status {ended.status}")
    return count


def fetch(package: str, folder: Path) -> str | None:
    """Brings the pages of a package to `folder`; what went wrong, in one line, or None."""
    if folder.exists():
        return None
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-") as name:
        command = ["apt-get", "-q", "download", package]
        try:
            done = run(command, cwd=name, seconds=SECONDS_MAX)
        except TimeoutExpired:
            return f"apt-get download {package}: no answer in {SECONDS_MAX} s"
        fetched = sorted(Path(name).glob("*.deb"))
        if done.status != 0 or not fetched:
            said = [line for line in done.err.splitlines() if line.startswith("E:")]
            return f"apt-get download {package}: {said[0] if said else 'nothing came'}"
        if unpack_pages(fetched[0], Path(name) / "pages") == 0:
            return f"{package}: no pages in it"
        (Path(name) / "pages").rename(folder)
    return None


def fetch_manuals(manuals: dict[str, list[str]], base: Path) -> tuple[dict[str, Path], list[str]]:
    """The folder of each manual, and a line for each that could not be had."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        return {}, [f"all manuals: this system has no {missing[0]}"]
    folders, skipped = {}, []
    for manual, packages in manuals.items():
        print(f"manuals: {manual}", file=sys.stderr)
        faults = [fetch(package, base / manual / package) for package in packages]
        if any(faults):
            skipped.append(f"{manual}: {next(fault for fault in faults if fault)}")
        else:
            folders[manual] = base / manual
    return folders, skipped
