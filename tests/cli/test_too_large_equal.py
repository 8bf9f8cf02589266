# SPDX-License-Identifier: Apache-2.0
"""Records above --page-max are compared by their raw bytes, up to 64 times --page-max."""

import csv
import gzip
import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from making import words
from running import facsim

LIMIT = 2048
MOST = 64 * LIMIT
TYPE = "text/html; charset=utf-8"


def text(seed: object, size: int) -> str:
    """A text of as many bytes as `size`, all of them ASCII."""
    chance = random.Random(str(seed))
    return "".join(chance.choice("abcdefgh  ") for _ in range(size))


# --- worlds: (id, url, text) in, an input file out --------------------------------------------

Rows = list[tuple[str, str, str]]


def json_lines(folder: Path, rows: Rows) -> Path:
    lines = [json.dumps({"id": i, "url": u, "text": t}) for i, u, t in rows]
    (folder / "in.jsonl").write_text("".join(line + "\n" for line in lines))
    return folder / "in.jsonl"


def bulk(folder: Path, rows: Rows) -> Path:
    with (folder / "in.ndjson").open("w") as file:
        for i, u, t in rows:
            file.write(json.dumps({"index": {"_index": "x", "_id": i}}) + "\n")
            file.write(json.dumps({"text": t, "url": u}) + "\n")
    return folder / "in.ndjson"


def table(folder: Path, rows: Rows) -> Path:
    with (folder / "in.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([("id", "text", "url"), *((i, t, u) for i, u, t in rows)])
    return folder / "in.csv"


def files(folder: Path, rows: Rows) -> Path:
    (folder / "in").mkdir()
    for i, _, t in rows:
        (folder / "in" / f"{i}.html").write_text(t)
    return folder / "in"


def response(i: str, url: str, body: bytes, head: bytes = b"", fields: bytes = b"",
             media: str = TYPE) -> bytes:  # fmt: skip
    http = (
        f"HTTP/1.1 200 OK\r\nContent-Type: {media}\r\nDate: {i}\r\n".encode() + head + b"\r\n" + body
    )
    return (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:x:{i}>\r\n"
        f"WARC-Target-URI: {url}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
        "Content-Type: application/http; msgtype=response\r\n".encode()
        + fields + f"Content-Length: {len(http)}\r\n\r\n".encode() + http + b"\r\n\r\n"
    )  # fmt: skip


def warc(folder: Path, rows: Rows) -> Path:
    (folder / "in.warc").write_bytes(b"".join(response(i, u, t.encode()) for i, u, t in rows))
    return folder / "in.warc"


def arc(folder: Path, rows: Rows) -> Path:
    version = b"1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n"
    with (folder / "in.arc").open("wb") as file:
        file.write(b"filedesc://in.arc 0.0.0.0 20240101000000 text/plain %d\n" % len(version))
        file.write(version + b"\n")
        for i, u, t in rows:
            block = f"HTTP/1.1 200 OK\r\nContent-Type: {TYPE}\r\nDate: {i}\r\n\r\n{t}".encode()
            file.write(f"{u} 1.2.3.4 20240101000000 text/html {len(block)}\n".encode())
            file.write(block + b"\n")
    return folder / "in.arc"


def parquet(folder: Path, rows: Rows) -> Path:
    from parquet_world import pa, pq

    columns = zip(*rows, strict=True)
    pq.write_table(pa.table(dict(zip(("id", "url", "text"), map(list, columns), strict=True))),
                   folder / "in.parquet")  # fmt: skip
    return folder / "in.parquet"


WORLDS: list[Callable[[Path, Rows], Path]] = [
    json_lines, bulk, table, files, warc, arc, parquet]  # fmt: skip


def dedup(source: Path, out: Path, *flags: object, page_max: int = LIMIT):
    done = facsim("dedup", source, "-o", out, "--force", "--page-max", page_max, *flags)
    assert done.status == 0, done.err
    rows = [json.loads(line) for line in (out / "duplicates.jsonl").read_text().splitlines()]
    summary = json.loads((out / "summary.json").read_text())
    assert summary["pages_read"] == summary["pages_kept"] + len(rows)
    assert summary["records_read"] >= summary["pages_read"] + summary["skipped"]["total"]
    return rows, summary, done.err


def large(html: bool) -> Rows:
    """Two equal pairs and what must not be one."""
    head = "<html><body>" if html else ""
    one, two = head + text(1, 2 * LIMIT), head + text(2, MOST // 2)
    beyond = head + text(3, MOST + 10_000)
    texts = [one, two, one, one[:-1] + "!", two, two[:-1] + "!", beyond, beyond, one]
    return [(f"r{i}", f"http://h{i % 2}.example.org/{i}", t) for i, t in enumerate(texts)]


# --- what is found ------------------------------------------------------------------------------


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.__name__)
def test_equal_bytes_are_found_in_each_format(tmp_path: Path, world) -> None:
    # A WARC record is held up to 512 KiB beside the limit, and compared alike.
    source = world(tmp_path, large(world in (files, warc, arc)))
    rows, summary, err = dedup(source, tmp_path / "out")
    found = [(row["offset"] if world is not files else row["file"], row["kind"], row["by"])
             for row in rows]  # fmt: skip
    assert len(found) == 3 and {(kind, by) for _, kind, by in found} == {("exact", "bytes")}
    assert (summary["compared_by_bytes"], summary["equal_by_bytes"]) == (7, 5)
    assert summary["skipped"] == {"too_large": 4, "total": 4}
    assert "7 pages larger than --page-max were compared by raw bytes alone; 5 have an equal" in err
    clusters = {(row["representative_file"], row["representative_offset"]) for row in rows}
    assert len(clusters) == 2
    if world not in (arc, files):
        bare = [row["id"].removeprefix("urn:x:") for row in rows]
        assert bare == ["r2", "r4", "r8"]
        assert [row["representative"].removeprefix("urn:x:") for row in rows] == ["r0", "r1", "r0"]
    for threads, memory in ((1, "64M"), (3, "64M"), (3, "1G")):
        again, _, _ = dedup(source, tmp_path / "again", "--threads", threads, "--memory", memory)
        assert again == rows
    if world in (json_lines, table, warc, arc):
        kept = (tmp_path / "out" / source.name).read_bytes()
        assert len(kept) == source.stat().st_size - summary["bytes_saved"]
    if world in (json_lines, warc):
        records = (source.read_bytes().splitlines(keepends=True) if world is json_lines else
                   [response(i, u, t.encode()) for i, u, t in large(html=True)])  # fmt: skip
        assert kept == b"".join(records[i] for i in (0, 1, 3, 5, 6, 7))


@pytest.mark.parametrize("world", [json_lines, warc], ids=lambda world: world.__name__)
def test_scope(tmp_path: Path, world) -> None:
    source = world(tmp_path, large(world is warc))
    rows, summary, _ = dedup(source, tmp_path / "out", "--scope", "host")
    # r0, r2 and r8 are of one host, r1 and r4 of two.
    assert [row["id"].removeprefix("urn:x:") for row in rows] == ["r2", "r8"]
    assert summary["equal_by_bytes"] == 3 and summary["skipped"]["too_large"] == 6


def test_keep_order_and_modes(tmp_path: Path) -> None:
    big = text(1, 2 * LIMIT)
    lines = [{"id": "a", "url": "http://example.org/long/path", "text": big, "q": 1},
             {"id": "b", "url": "http://example.org/", "text": big, "q": 9, "status": 404},
             {"text": big, "id": "c", "q": 5, "url": "http://example.org/x"}]  # fmt: skip
    source = tmp_path / "in.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    for flags, kept in [((), "a"), (("--keep", "last"), "c"), (("--keep", "shortest-url"), "b"),
                        (("--keep", "field:q"), "b"),
                        (("--keep", "field:q", "--status-field", "status"), "c")]:  # fmt: skip
        rows, _, _ = dedup(source, tmp_path / "out", *flags)
        assert {row["representative"] for row in rows} == {kept} and len(rows) == 2, flags
    judged, summary, _ = dedup(source, tmp_path / "out", "--status-field", "status",
                               "--status", "200")  # fmt: skip
    assert [row["id"] for row in judged] == ["c"] and summary["skipped"]["too_large"] == 1
    # The member stands before the closing brace, and a second run puts it there again.
    dedup(source, tmp_path / "noted", "--mode", "annotate")
    noted = [json.loads(line) for line in (tmp_path / "noted/in.jsonl").read_text().splitlines()]
    assert [line["facsim"]["representative"] for line in noted] == [None, "a", "a"]
    assert [{**line, "facsim": 0} for line in noted] == [{**line, "facsim": 0} for line in lines]
    dedup(tmp_path / "noted/in.jsonl", tmp_path / "twice", "--mode", "annotate")
    twice = (tmp_path / "twice/in.jsonl").read_text().splitlines()
    assert all(line.count('"facsim"') == 1 for line in twice)


def test_the_fields_around_a_text_do_not_matter(tmp_path: Path) -> None:
    big = 'a "quoted" \\ text \u00e9\n ' + text(1, 2 * LIMIT)
    escaped = json.dumps(big)
    lines = ['{"id":"a","text":%s}' % escaped, '{"n":[1,2,{"text":"x"}], "text" : %s , "id":"b"}' % escaped,
             '{"id":"c","text":"short","html":%s}' % escaped, '{"id":"d","html":%s}' % escaped,
             # A string in another field, and one within a list, is not the page.
             '{"id":"e","other":%s,"text":"one"}' % escaped, '{"id":"f","other":[%s],"text":"two"}' % escaped,
             # Not JSON.
             '{"id":"g","text":%s' % escaped, '{"id":"h","text":%s' % escaped]  # fmt: skip
    source = tmp_path / "in.jsonl"
    source.write_text("".join(line + "\n" for line in lines))
    rows, summary, _ = dedup(source, tmp_path / "out")
    assert [(row["id"], row["representative"]) for row in rows] == [("b", "a"), ("d", "c")]
    assert summary["compared_by_bytes"] == 6 and summary["skipped"]["too_large"] == 4
    nested = tmp_path / "nested.jsonl"
    nested.write_text("".join('{"id":%d,"content":{"text":%s}}\n' % (i, escaped) for i in range(2)))
    rows, _, _ = dedup(nested, tmp_path / "out", "--text-field", "content.text")
    assert [row["id"] for row in rows] == ["1"]


def test_bodies_of_archives(tmp_path: Path) -> None:
    page = b"<html><body>" + text(1, 8 * LIMIT).encode()
    packed = gzip.compress(b"<html><body>" + words(1, 9000).encode(), mtime=0)
    assert LIMIT < len(packed) < MOST
    small = gzip.compress(b"<html><body>" + b"tiny " * LIMIT, mtime=0)
    assert len(small) < LIMIT
    coding = b"Content-Encoding: gzip\r\n"
    url = "http://example.org/"
    pairs = {
        "equal": (response("1", url, page), response("2", url, page)),
        "packed": (response("3", url, packed, coding), response("4", url, packed, coding)),
        "small": (response("5", url, small, coding), response("6", url, small, coding)),
    }
    others = {
        "encoding": (response("1", url, packed), response("2", url, packed, coding)),
        "charset": (response("1", url, page), response("2", url, page, media="text/html; charset=big5")),
        "cut": (response("1", url, page, fields=b"WARC-Truncated: length\r\n"),
                response("2", url, page, fields=b"WARC-Truncated: length\r\n")),
        "short": tuple(response(i, url, page, b"Content-Length: 900000\r\n") for i in "12"),
        "image": tuple(response(i, url, page, media="image/png") for i in "12"),
        "segment": tuple(response(i, url, page, fields=b"WARC-Segment-Number: 1\r\n") for i in "12"),
    }  # fmt: skip
    for number, (name, records) in enumerate([*pairs.items(), *others.items()]):
        source = tmp_path / f"{number}.warc"
        other = response("9", url, b"<html><body>one small page")
        source.write_bytes(b"".join((*records, other)))
        rows, summary, _ = dedup(source, tmp_path / "out")
        assert [row["by"] for row in rows] == (["bytes"] if name in pairs else []), name
        if name in pairs:
            assert (tmp_path / "out" / source.name).read_bytes() == records[0] + other
            revisits, _, _ = dedup(source, tmp_path / "revisit", "--mode", "revisit")
            assert len(revisits) == 1
        else:
            assert (tmp_path / "out" / source.name).read_bytes() == source.read_bytes(), name


# Larger than what a reader of archives holds of any record.
def test_bodies_that_are_passed_by(tmp_path: Path) -> None:
    limit = 64 * 1024
    body = b"<html><body>" + text(1, 1 << 20).encode()
    records = [response("1", "http://example.org/a", body),
               response("2", "http://example.org/b", body),
               response("3", "http://example.org/c", body[:-1] + b"!"),
               response("4", "http://example.org/d", body, media="image/png"),
               response("5", "http://example.org/e", body, media="image/png"),
               response("6", "http://example.org/f", body, b"Content-Encoding: x-own\r\n"),
               response("7", "http://example.org/g", body + bytes(4 << 20)),
               response("8", "http://example.org/g", body + bytes(4 << 20))]  # fmt: skip
    source = tmp_path / "in.warc"
    source.write_bytes(b"".join(records))
    rows, summary, _ = dedup(source, tmp_path / "out", page_max=limit)
    assert [(row["id"], row["representative"], row["by"]) for row in rows] == [
        ("urn:x:2", "urn:x:1", "bytes")]  # fmt: skip
    assert summary["skipped"] == {"too_large": 6, "total": 6}
    assert (tmp_path / "out/in.warc").read_bytes() == b"".join(records[:1] + records[2:])
    # A gzip file cut within the last record: that one is clipped, and no page.
    cut = tmp_path / "cut.warc.gz"
    small = response("9", "http://example.org/h", b"<html><body>one small page")
    whole = b"".join(gzip.compress(record) for record in (small, *records[:2]))
    cut.write_bytes(whole[:-2000])
    rows, summary, _ = dedup(cut, tmp_path / "out", page_max=limit)
    assert rows == [] and summary["skipped"]["too_large"] == 1


# --- the slow twin ------------------------------------------------------------------------------


@pytest.mark.parametrize("world", [json_lines, table, files], ids=lambda world: world.__name__)
@pytest.mark.parametrize("seed", range(2))
def test_groups_are_those_of_hashlib(tmp_path: Path, world, seed: int) -> None:
    chance = random.Random(seed)
    sizes = [LIMIT - 200, LIMIT + 1, LIMIT + 2, 3 * LIMIT, MOST - 500, MOST + 1]
    texts = [text((seed, i // 2, size), size)[: -(i % 2) or None] + "!" * (i % 2)
             for i in range(8) for size in sizes]  # fmt: skip
    rows = [(f"r{i}", f"http://h{i % 3}.example.org/{i}", chance.choice(texts)) for i in range(200)]
    found, summary, _ = dedup(world(tmp_path, rows), tmp_path / "out", "--scope", "all")
    groups: dict[str, list[str]] = {}
    for name, _, words_ in rows:
        if LIMIT < len(words_) <= MOST:
            groups.setdefault(hashlib.sha256(words_.encode()).hexdigest(), []).append(name)
    equal = [names for names in groups.values() if len(names) > 1]
    if world is files:  # in the order of their names
        equal = [sorted(names, key=lambda name: f"{name}.html") for names in equal]
    expected = {name: names[0] for names in equal for name in names[1:]}
    bare = {row["id"].removesuffix(".html"): row["representative"].removesuffix(".html")
            for row in found if row["by"] == "bytes"}  # fmt: skip
    assert bare == expected
    assert summary["equal_by_bytes"] == sum(map(len, equal))
    assert summary["compared_by_bytes"] == sum(map(len, groups.values()))
