# SPDX-License-Identifier: Apache-2.0
"""Runs the real program under limits, and makes the pages, archives and packings it is given."""

import gzip
import hashlib
import json
import os
import random
import resource
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("FACSIM_PROGRAM", ROOT / "build/release/facsim")).resolve()

# Generous: what a hostile file may cost before a test calls it a hang or a leak.
SECONDS_MAX = 60
ADDRESS_BYTES_MAX = 2 << 30


@dataclass
class Done:
    """A run that ended."""

    status: int
    out: str
    err: str

    @property
    def warnings(self) -> list[str]:
        """The warning lines."""
        return [line for line in self.err.splitlines() if line.startswith("facsim: warning: ")]


def limit_memory() -> None:
    """In the child: no more address space than a test allows."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_BYTES_MAX, ADDRESS_BYTES_MAX))


def facsim(*arguments: object, stdin: bytes | None = None, **popen: object) -> Done:
    """Runs the program to its end, within SECONDS_MAX and ADDRESS_BYTES_MAX."""
    done = subprocess.run(
        [str(PROGRAM), *map(str, arguments)],
        input=b"" if stdin is None else stdin,
        capture_output=True,
        timeout=SECONDS_MAX,
        preexec_fn=limit_memory,
        check=False,
        **popen,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace"))


class Dedup:
    """One `facsim dedup` with its output folder, its --tmp, and no litter left behind."""

    def __init__(self, folder: Path, *arguments: object, stdin: bytes | None = None) -> None:
        number = sum(1 for _ in folder.glob("out-*"))
        self.out = folder / f"out-{number}"
        tmp = folder / "tmp"
        tmp.mkdir(exist_ok=True)
        before = set(folder.iterdir())
        flags = ("-o", self.out, "--tmp", tmp, "--quiet")
        self.done = facsim("dedup", *arguments, *flags, stdin=stdin, cwd=folder)
        assert list(tmp.iterdir()) == [], "temporary files were left"
        assert set(folder.iterdir()) - before <= {self.out}, "something was left beside the output"

    @property
    def summary(self) -> dict:
        """summary.json; fails with the program's words where the run failed."""
        assert self.done.status == 0, self.done.err
        return json.loads((self.out / "summary.json").read_text())

    @property
    def skipped(self) -> dict:
        """Reasons and counts."""
        return {reason: count for reason, count in self.summary["skipped"].items() if count} | {
            "total": self.summary["skipped"]["total"]
        }

    def rows(self, name: str = "duplicates.jsonl") -> list[dict]:
        """The rows of a report."""
        assert self.done.status == 0, self.done.err
        return [json.loads(line) for line in (self.out / name).read_text().splitlines()]

    def removed(self) -> dict[str, str]:
        """id -> id of the representative."""
        return {row["id"]: row["representative"] for row in self.rows()}


def words(seed: object, count: int = 120) -> str:
    """A text that shares no five words in a row with that of another seed."""
    chance = random.Random(str(seed))
    return " ".join(f"{chance.choice(SYLLABLES)}{chance.choice(SYLLABLES)}" for _ in range(count))


SYLLABLES = [a + b + c for a in "bdfglmnprst" for b in "aeiou" for c in ("", "n", "r", "l")]


def near(seed: object, version: int, count: int = 120) -> str:
    """A version of words(seed): three more words; resembles the others at .95 and more."""
    return f"{words(seed, count)} {words((seed, version), 3)}"


def html(text: str, head: str = "") -> str:
    """A page that says `text`."""
    head = f"<head><title>t</title>{head}</head>"
    return f"<!DOCTYPE html><html>{head}<body><p>{text}</p></body></html>"


def write_jsonl(path: Path, pages: list[dict]) -> Path:
    """A file of JSON lines."""
    path.write_text("".join(json.dumps(page) + "\n" for page in pages))
    return path


def many_pages(count: int) -> list[dict]:
    """Pages of 200 words that have nothing in common."""
    return [{"id": f"p{i}", "text": words(i, 200)} for i in range(count)]


def corpus(pages: int = 400) -> list[dict]:
    """Pages in versions: every fifth is alone, others have an exact or a near copy somewhere."""
    made = []
    for number in range(pages):
        family = number % (pages // 3)
        text = words(family) if number % 5 else words(("alone", number))
        text = near(family, number) if number % 3 == 2 and number % 5 else text
        host = f"http://host{number % 7}.example.org/{number}"
        made.append({"id": f"page-{number}", "url": host, "text": text})
    return made


def warc_record(kind: str, number: int, body: bytes, **fields: str) -> bytes:
    """A WARC record with its two line breaks."""
    head = {
        "WARC-Type": kind,
        "WARC-Record-ID": f"<urn:uuid:{number:032x}>",
        "WARC-Date": "2024-01-02T03:04:05Z",
        "WARC-Target-URI": f"http://example.org/{number}",
        "Content-Type": "application/http; msgtype=response",
        "Content-Length": str(len(body)),
    } | {name.replace("_", "-"): value for name, value in fields.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    return b"WARC/1.0\r\n" + lines.encode() + b"\r\n" + body + b"\r\n\r\n"


def response(number: int, body: bytes, http: str = "", **fields: str) -> bytes:
    """A response record."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n{http}\r\n"
    return warc_record("response", number, head.encode() + body, **fields)


def html_response(number: int, text: str) -> bytes:
    """A response record with a page that says `text`."""
    return response(number, html(text).encode())


def packed(path: Path, how: str) -> Path:
    """A packed copy beside a file: gz, members (a gzip member every few KB), zst, lz4, xz or
    bz2."""
    content = path.read_bytes()
    if how == "gz":
        target = path.with_name(path.name + ".gz")
        target.write_bytes(gzip.compress(content))
    elif how == "members":
        target = path.with_name(path.name + ".gz")
        pieces = [content[at : at + 7777] for at in range(0, len(content), 7777)]
        target.write_bytes(b"".join(gzip.compress(piece) for piece in pieces))
    else:
        target = path.with_name(f"{path.name}.{how}")
        tool = {"zst": "zstd -qc", "lz4": "lz4 -qcB4", "xz": "xz -1c", "bz2": "bzip2 -c"}[how]
        command = tool.split()
        target.write_bytes(subprocess.run([*command, path], capture_output=True, check=True).stdout)
    return target


def unpacked(path: Path) -> bytes:
    """The content of a packed file."""
    command = {".gz": ["gzip", "-dc"], ".zst": ["zstd", "-dqc"], ".lz4": ["lz4", "-dqc"]}
    command |= {".xz": ["xz", "-dc"], ".bz2": ["bzip2", "-dc"]}
    if path.suffix not in command:
        return path.read_bytes()
    return subprocess.run([*command[path.suffix], path], capture_output=True, check=True).stdout


def tree(folder: Path) -> dict[str, str]:
    """Every file of a folder with a digest of its bytes; summary.json without its `run`."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_dir():
            continue
        content = path.read_bytes()
        if path.name == "summary.json":
            summary = json.loads(content)
            summary.pop("run")
            content = json.dumps(summary).encode()
        found[str(path.relative_to(folder))] = hashlib.sha256(content).hexdigest()
    return found
