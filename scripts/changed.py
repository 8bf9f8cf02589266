# SPDX-License-Identifier: Apache-2.0
"""Prints the checks that a change needs: fuzz targets and threaded rooms with changed sources.

    python3 scripts/changed.py base                 the commit at which the change begins
    python3 scripts/changed.py fuzz [ROOM]...       fuzz targets, one a line
    python3 scripts/changed.py threads [ROOM]...    rooms whose tests run under the thread sanitizer
    python3 scripts/changed.py parts ROOM...        parts of `make nightly` that test the rooms
    python3 scripts/changed.py read-anew COMMIT     files for clang-tidy to check again, one a line

A change is all that differs from its base, committed or not. The base is CHECK_SINCE if that is set;
else the last commit that is more than HOURS older than the newest one, but at least COMMITS back.
Rooms on the command line replace those found with git. Without git's history all names are printed:
a check that is too large is better than one that is silently missing.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
HOURS = 4
COMMITS = 10
INCLUDE = re.compile(r'^#include "((?:facsim|fuzz)/[^"]+)"', re.MULTILINE)

# Rooms whose code runs on several threads or reads data that another thread writes. The value of
# each is the rooms whose change may break that: itself, and those with the threads and locks it
# uses.
THREADED = {
    "run": {"run"},
    "corpus": {"corpus", "run"},
    "cluster": {"cluster"},
    "known": {"known", "store", "run"},
    "seen": {"seen", "known", "store", "run"},
    "dedup": {"dedup", "run"},
}
# The parts of `make nightly` that test a room in full size. Not listed are tests and sanitized,
# which test all rooms.
NIGHTLY = {
    "archives": {"files", "input", "output"},
    "faults": {"store", "known", "seen", "upkeep", "files", "serve"},
    "races": {"known", "seen", "serve"},
    "abuse": {"serve"},
    "soak": {"serve", "known", "seen", "store"},
    "memory": {"corpus", "dedup", "extract", "input", "page"},
    "openapi": {"serve"},
    "quality": {"extract", "features", "fingerprint", "verify", "cluster", "page", "dedup", "eval"},
    "aarch64": {"fingerprint", "index"},
}
# A string or a character, which may contain what looks like a comment; or a comment.
TEXT_OR_COMMENT = re.compile(
    r'R"([^()\\ ]{0,16})\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"'
    r"|(?<!\w)'(?:\\.|[^'\\\n])*'|//[^\n]*|/\*(?:.|\n)*?\*/"
)
# A change of how everything is compiled needs all checks.
WHOLE = re.compile(
    r"cmake/Facsim(Compiler|Dependencies|Room|Unity)\.cmake|CMakePresets\.json|fuzz/CMakeLists\.txt"
    r"|scripts/(packages-.*|fuzz\.sh)"
)


def git(*words: str) -> str | None:
    """Returns the standard output of git, or None if it fails or is missing."""
    try:
        done = subprocess.run(["git", *words], cwd=TOP, capture_output=True, text=True)  # noqa: S603, S607
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def base() -> str | None:
    """Returns the commit at which the change begins, or None without git's history."""
    if os.environ.get("CHECK_SINCE"):
        return os.environ["CHECK_SINCE"]
    listed = git("log", "--first-parent", "--format=%H %ct")
    if not listed:
        return None
    commits = [line.split() for line in listed.splitlines()]
    newest = int(commits[0][1])
    for place, (name, when) in enumerate(commits):
        if place >= COMMITS and newest - int(when) > HOURS * 3600:
            return name
    # The history ends within the change, or, in a shallow clone, before it.
    is_whole = git("rev-parse", "--is-shallow-repository") == "false"
    return commits[-1][0] if is_whole and len(commits) > 1 else None


def code_of(text: str) -> str:
    """Returns a C++ source without comments, except those that clang-tidy reads.

    Blanks between literals are collapsed; lines stay, since they end directives.
    """
    pieces: list[str] = []
    code, end = "", 0

    def collapsed(blanks: re.Match[str]) -> str:
        return "\n" if "\n" in blanks[0] else " "

    for found in TEXT_OR_COMMENT.finditer(text):
        code += text[end : found.start()]
        end = found.end()
        if found[0].startswith(("//", "/*")) and "NOLINT" not in found[0]:
            code += " "
            continue
        pieces += [re.sub(r"\s+", collapsed, code), found[0]]
        code = ""
    return "".join([*pieces, re.sub(r"\s+", collapsed, code + text[end:])]).strip()


def has_other_code(commit: str, path: str) -> bool:
    """False for a C++ source in which only comments changed since that commit."""
    file = TOP / path
    if not path.endswith((".h", ".cc")) or not file.is_file():
        return True
    before = git("show", f"{commit}:{path}")
    return before is None or code_of(before) != code_of(file.read_text(encoding="utf-8"))


def changed_files() -> list[str] | None:
    """Returns the paths that differ from the base in more than comments, or None if unknown."""
    commit = base()
    # Untracked files are a part of the change too.
    changed = commit and git("diff", "--name-only", "--no-renames", "-z", commit)
    added = git("ls-files", "--others", "--exclude-standard", "-z")
    top = git("rev-parse", "--show-toplevel")
    # A copy inside another repository has no history of its own.
    if changed is None or added is None or commit is None or top != str(TOP):
        return None
    names = [path for path in changed.split("\0") if path and has_other_code(commit, path)]
    return names + [path for path in added.split("\0") if path]


def read_anew(commit: str) -> list[str] | None:
    """Returns the files that changed since that commit in more than comments, #includes or path."""
    listed = git("diff", "-I^#include ", "-M", "--numstat", "-z", "--diff-filter=d", commit)
    if listed is None:
        return None
    names, words = [], iter(listed.split("\0"))
    for word in words:
        if not word:
            break
        added, removed, name = word.split("\t")
        if not name:  # it was moved: the old place, then the new one
            next(words)
            name = next(words)
        if (added, removed) != ("0", "0") and has_other_code(commit, name):
            names.append(name)
    return names


def room_of(path: str) -> str | None:
    """Returns the ROOM of a path `facsim/ROOM/...`, or None."""
    words = path.split("/")
    return words[1] if len(words) > 2 and words[0] == "facsim" else None


def parts_of_target(name: str) -> tuple[set[str], set[str]]:
    """Returns the rooms whose headers a fuzz target includes, and the files of fuzz/ that do so."""
    seen: set[str] = set()
    found = set()
    queue = [f"fuzz/{name}_fuzz.cc"]
    while queue:
        path = queue.pop()
        if path in seen or not (TOP / path).is_file():
            continue
        seen.add(path)
        for header in INCLUDE.findall((TOP / path).read_text(encoding="utf-8")):
            if header.startswith("fuzz/"):
                queue.append(header)
            elif room := room_of(header):
                found.add(room)
    return found - {"base", "model"}, seen


def fuzz_targets() -> list[str]:
    """Returns the names of all fuzz targets."""
    return sorted(path.name.removesuffix("_fuzz.cc") for path in (TOP / "fuzz").glob("*_fuzz.cc"))


def needs_fuzzing(name: str, files: list[str]) -> bool:
    """True if a file of the target, or of a room whose headers it includes, changed."""
    rooms, own = parts_of_target(name)
    own.add(f"fuzz/{name}.dict")
    return any(
        path in own
        or path.startswith(f"fuzz/corpus/{name}/")
        or (room_of(path) in rooms and not path.endswith("_test.cc"))
        for path in files
    )


def selected(
    names: list[str], is_needed: Callable[[str, list[str]], bool], files: list[str] | None
) -> list[str]:
    """Returns the names that the changed files need; all of them if the change is unknown."""
    if files is None or any(WHOLE.fullmatch(path) for path in files):
        return names
    return [name for name in names if is_needed(name, files)]


def parts_of(rooms: set[str]) -> list[str]:
    """Returns the parts of `make nightly` to run for a change of these rooms."""
    known = [part for part, of in NIGHTLY.items() if of & rooms]
    threads = [room for room, of in THREADED.items() if of & rooms]
    files = [f"facsim/{room}/changed.cc" for room in rooms]
    fuzz = [name for name in fuzz_targets() if needs_fuzzing(name, files)]
    return ["tests", "sanitized", *(["threads"] if threads else []), *(["fuzz"] if fuzz else []), *known]


def show(names: list[str]) -> None:
    """Prints one name a line."""
    sys.stdout.write("".join(f"{name}\n" for name in names))


def main() -> int:
    """Prints the requested names; returns the exit status."""
    what, *rooms = sys.argv[1:] or [""]
    if what == "read-anew" and len(rooms) == 1:
        names = read_anew(rooms[0])
        show(names or [])
        return 1 if names is None else 0
    files = [f"facsim/{room}/changed.cc" for room in rooms] if rooms else None
    for room in rooms:
        if not (TOP / "facsim" / room).is_dir():
            print(f"changed.py: unknown room '{room}'", file=sys.stderr)
            return 2
    match what:
        case "base":
            print(base() or "")
        case "fuzz":
            files = files or changed_files()
            show(selected(fuzz_targets(), needs_fuzzing, files))
        case "threads":
            files = files or changed_files()

            def is_needed(room: str, files: list[str]) -> bool:
                return any(room_of(path) in THREADED[room] for path in files)

            show(selected(list(THREADED), is_needed, files))
        case "parts" if rooms:
            show(parts_of(set(rooms)))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
