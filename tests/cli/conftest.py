# SPDX-License-Identifier: Apache-2.0
"""What every test of the program needs: the program itself, and pages one can read."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Result:
    """What one run of the program came to."""

    status: int
    out: str
    err: str

    def rows(self):
        """Standard output as JSON, one object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


class Program:
    """The program under test; call it with its arguments."""

    def __init__(self, path):
        self.path = str(path)

    def __call__(self, *arguments, stdin=b"", cwd=None, env=None, timeout=120):
        if isinstance(stdin, str):
            stdin = stdin.encode()
        done = subprocess.run(
            [self.path, *map(str, arguments)],
            input=stdin,
            capture_output=True,
            cwd=cwd,
            env={**os.environ, **(env or {})},
            timeout=timeout,
            check=False,
        )
        return Result(
            done.returncode,
            done.stdout.decode("utf-8", "surrogateescape"),
            done.stderr.decode("utf-8", "surrogateescape"),
        )


@pytest.fixture(scope="session")
def facsim():
    """The program, named by FACSIM_PROGRAM; by default the release build."""
    path = Path(os.environ.get("FACSIM_PROGRAM", ROOT / "build/release/facsim"))
    if not path.exists():
        pytest.fail(f"there is no program at {path}; build it, or name it by FACSIM_PROGRAM")
    return Program(path.resolve())


# Sixty different words, so that every passage is told apart from every other.
WORDS = (
    "harbour lantern meadow copper violin orchard granite thistle ember saddle "
    "willow anchor marble falcon kettle bramble canyon ribbon pepper lagoon "
    "timber velvet walnut glacier cobalt ferry hollow ivory jasmine kernel "
    "ladder mirror needle oyster parcel quarry raven silver tunnel umbrella "
    "valley wagon yonder zephyr acorn basil cedar dahlia easel fjord "
    "garnet hazel iris juniper kestrel linden maple nectar olive poplar"
).split()


def text_of(count=60, start=0):
    """`count` words, from the `start`-th on and round again."""
    return " ".join(WORDS[(start + i) % len(WORDS)] for i in range(count))


def html_of(text, title="A page", menu="Home News About", head=""):
    """A page with a menu before the text; its layout is always the same."""
    return (
        f'<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>{title}</title>'
        f'{head}</head><body class="site"><nav class="menu"><a href="/">{menu}</a></nav>'
        f'<main class="content"><h1 class="head">{title}</h1><p class="lead">{text}</p></main>'
        '<footer class="foot"><a href="/legal">Legal</a></footer></body></html>'
    )


def write_jsonl(path, records):
    """JSON lines, one a record."""
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records))
    return path


def warc_record(kind, url, body, record_id, content_type="application/http; msgtype=response"):
    """One WARC 1.0 record with its separators."""
    header = (
        "WARC/1.0\r\n"
        f"WARC-Type: {kind}\r\n"
        f"WARC-Record-ID: <{record_id}>\r\n"
        f"WARC-Target-URI: {url}\r\n"
        "WARC-Date: 2024-05-06T07:08:09Z\r\n"
        f"Content-Type: {content_type}\r\n"
        f"Content-Length: {len(body)}\r\n"
        "\r\n"
    )
    return header.encode() + body + b"\r\n\r\n"


def http_response(html, content_type="text/html; charset=utf-8"):
    """An HTTP response whose body is the page."""
    return f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n{html}".encode()


@pytest.fixture
def dedup(facsim, tmp_path):
    """Runs over records; gives rows by id, reported rows by id, the summary, the warnings."""
    runs = iter(range(100))

    def run(records, *flags):
        number = next(runs)
        pages = write_jsonl(tmp_path / f"{number}.jsonl", records)
        out = tmp_path / f"out-{number}"
        done = facsim("dedup", pages, "-o", out, *flags)
        assert done.status == 0, done.err

        def rows(name):
            lines = (out / name).read_text().splitlines()
            return {row["id"]: row for row in map(json.loads, lines)}

        summary = json.loads((out / "summary.json").read_text())
        return rows("duplicates.jsonl"), rows("reported.jsonl"), summary, done.err

    return run
