# SPDX-License-Identifier: Apache-2.0
"""What becomes of pages that were compared by raw bytes: results that are read and judged again."""

import gzip
import json
import random
from pathlib import Path

import pytest
from running import facsim
from test_memory import measured


def line(name: str, text: str) -> str:
    return json.dumps({"id": name, "url": f"http://example.org/{name}", "text": text}) + "\n"


def text(seed: int, size: int) -> str:
    return random.Random(seed).randbytes(size // 2).hex()


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Three equal ones above the limit, one alone, and two small ones."""
    one, two = text(1, 9000), text(2, 9000)
    source = tmp_path / "in.jsonl"
    source.write_text(
        line("a", one) + line("b", two) + line("c", one) + line("d", "small page of few words")
        + line("e", "small page of few words") + line("f", one)
    )  # fmt: skip
    return source


def rows_of(folder: Path, name: str = "duplicates.jsonl") -> list[dict]:
    return [json.loads(each) for each in (folder / name).read_text().splitlines()]


def done(*words: object) -> str:
    run = facsim(*words)
    assert run.status == 0, run.err
    return run.out + run.err


def test_recluster_show_and_report(tmp_path: Path, pages: Path) -> None:
    out = tmp_path / "out"
    done("dedup", pages, "-o", out, "--page-max", 4096)
    rows = rows_of(out)
    assert [(row["id"], row["representative"], row["by"]) for row in rows] == [
        ("c", "a", "bytes"), ("e", "d", "digest"), ("f", "a", "bytes")]  # fmt: skip
    first = json.loads((out / "summary.json").read_text())
    done("recluster", out, "--min-resemblance", "0.99", "--apply")
    assert rows_of(out) == rows
    again = json.loads((out / "summary.json").read_text())
    assert again["equal_by_bytes"] == first["equal_by_bytes"] == 3
    assert again["compared_by_bytes"] is None and first["compared_by_bytes"] == 4
    for member in ("pages_read", "pages_kept", "removed", "skipped", "clusters"):
        assert again[member] == first[member]
    done("recluster", out, "--keep", "last", "--apply")
    assert [(row["id"], row["representative"]) for row in rows_of(out) if row["by"] == "bytes"] == [
        ("a", "f"), ("c", "f")]  # fmt: skip
    done("recluster", out, "--keep", "first", "--mode", "annotate", "--apply")
    noted = [json.loads(each)["facsim"] for each in (out / "in.jsonl").read_text().splitlines()
             if '"facsim"' in each]  # fmt: skip
    assert [note["representative"] for note in noted] == [None, "a", None, "d", "a"]

    shown = done("show", out, "c")
    assert "decided by equal raw bytes: both are too large to be read" in shown
    assert "note: both pages are larger than --page-max" in shown and "again" not in shown
    alone = f"{pages}:{len(line('a', text(1, 9000)))}"
    assert "was left out and not judged: too_large" in done("show", out, alone)
    noted_by = done("report", out, "-o", tmp_path / "report.html")
    assert "gone or has changed" not in noted_by
    assert "of pages too large to be read, which were compared by raw bytes" in noted_by
    page = (tmp_path / "report.html").read_text()
    assert "Both pages are too large to be read" in page


def test_an_index_has_no_such_pages(tmp_path: Path, pages: Path) -> None:
    index = tmp_path / "idx"
    built = facsim("index", "build", pages, "-o", index, "--page-max", 4096,
                   "--summary", "json")  # fmt: skip
    assert built.status == 0, built.err
    assert json.loads(built.out)["read"]["skipped"] == {"too_large": 4}
    flags = ("--against", index, "--update", "--page-max", 4096, "--force")
    later = tmp_path / "later.jsonl"
    later.write_text(line("x", text(1, 9000)) + line("y", text(1, 9000)) + line("z", "another page"))
    for i in range(2):
        done("dedup", later, "-o", tmp_path / f"out-{i}", *flags)
        bytes_alone = [row for row in rows_of(tmp_path / f"out-{i}") if row["by"] == "bytes"]
        assert [(row["id"], row["representative"], row["in_index"]) for row in bytes_alone] == [
            ("y", "x", False)]  # fmt: skip
    # The second time z is known, and x is kept all the same: no index can say that it is there.
    kept = [json.loads(each)["id"] for each in (tmp_path / "out-1/later.jsonl").read_text().splitlines()]
    assert kept == ["x"]


def test_removed_captures_take_their_requests_along(tmp_path: Path) -> None:
    body = ("<html><body>" + text(1, 9000)).encode()

    def record(kind: str, name: str, block: bytes, more: str = "") -> bytes:
        return (f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:x:{name}>\r\n{more}"
                f"WARC-Target-URI: http://example.org/{name[0]}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
                f"Content-Type: application/http\r\nContent-Length: {len(block)}\r\n\r\n"
                ).encode() + block + b"\r\n\r\n"  # fmt: skip

    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
    records = []
    for name in "ab":
        records.append(record("response", name, http))
        records.append(record("request", name + "q", b"GET / HTTP/1.1\r\n\r\n",
                              f"WARC-Concurrent-To: <urn:x:{name}>\r\n"))  # fmt: skip
    revisit = record("revisit", "c", b"HTTP/1.1 200 OK\r\n\r\n", "WARC-Refers-To: <urn:x:b>\r\n")
    source = tmp_path / "in.warc.gz"
    source.write_bytes(b"".join(map(gzip.compress, records)))
    done("dedup", source, "-o", tmp_path / "out", "--page-max", 4096)
    assert gzip.decompress((tmp_path / "out/in.warc.gz").read_bytes()) == b"".join(records[:2])
    # What a revisit refers to is kept.
    source.write_bytes(b"".join(map(gzip.compress, [*records, revisit])))
    done("dedup", source, "-o", tmp_path / "out", "--page-max", 4096, "--force")
    assert gzip.decompress((tmp_path / "out/in.warc.gz").read_bytes()) == b"".join([*records[2:], revisit])


@pytest.mark.bounds_memory
def test_memory_does_not_grow_with_such_records(tmp_path: Path) -> None:
    def peak(name: str, size: int) -> int:
        source = tmp_path / name
        with source.open("w") as file:
            file.write(line("small", "a small page"))
            for each in "ab":
                file.write(line(each, "word " * (size // 5)))
        run, most = measured("dedup", source, "-o", tmp_path / f"{name}.out", "--page-max", "2M",
                             "--memory", "64M", "--threads", 1)  # fmt: skip
        assert run.status == 0, run.out
        assert [row["by"] for row in rows_of(tmp_path / f"{name}.out")] == ["bytes"]
        source.unlink()
        return most

    assert peak("large.jsonl", 120 << 20) < peak("less.jsonl", 3 << 20) + (8 << 20)
    assert peak("large.csv.jsonl", 60 << 20) < 100 << 20
