# SPDX-License-Identifier: Apache-2.0
"""The same pages give the same answer, byte for byte: for any threads, memory and packing."""

import gzip
import shutil
from pathlib import Path

import pytest
from making import corpus, html, packed, unpacked, warc_record, write_jsonl
from real_data import write_real
from running import Dedup, fewer, read_jsonl, tree

SETTINGS = [(threads, memory) for threads in (1, 2, 3) for memory in ("64M", "4G")]


def assert_same_for_all_settings(folder: Path, *arguments: object) -> None:
    trees = {}
    for threads, memory in SETTINGS:
        run = Dedup(folder, *arguments, "--threads", threads, "--memory", memory)
        assert run.summary["removed"]["total"] > 20
        trees[threads, memory] = tree(run.out)
    first = trees[SETTINGS[0]]
    assert {setting: found for setting, found in trees.items() if found != first} == {}


def as_warc(pages: list[dict], member_wise: bool) -> bytes:
    """Each page as a request, a response and a metadata record; optionally a gzip member each."""
    records = []
    for number, page in enumerate(pages):
        uri = {"WARC_Target_URI": page["url"]}
        body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html(page["text"]).encode()
        identity = f"<urn:uuid:{3 * number:032x}>"
        records.append(warc_record("response", 3 * number, body, **uri))
        request = b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n"
        for offset, kind in ((1, "request"), (2, "metadata")):
            fields = uri | {"WARC_Concurrent_To": identity}
            records.append(warc_record(kind, 3 * number + offset, request, **fields))
    return b"".join(gzip.compress(record) if member_wise else record for record in records)


def as_folder(folder: Path, pages: list[dict]) -> Path:
    for page in pages:
        path = folder / page["id"][-1] / f"{page['id']}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(html(page["text"]))
    return folder


@pytest.mark.parametrize("mode", ["remove", "annotate", "report"])
def test_json_lines(tmp_path: Path, mode: str) -> None:
    path = write_jsonl(tmp_path / "pages.jsonl", corpus())
    assert_same_for_all_settings(tmp_path, path, "--mode", mode)


@pytest.mark.parametrize("keep", ["last", "longest", "shortest-url"])
def test_keep_policies(tmp_path: Path, keep: str) -> None:
    path = write_jsonl(tmp_path / "pages.jsonl", corpus())
    assert_same_for_all_settings(tmp_path, path, "--keep", keep)


def test_warc(tmp_path: Path) -> None:
    (tmp_path / "pages.warc").write_bytes(as_warc(corpus(150), member_wise=False))
    (tmp_path / "more.warc.gz").write_bytes(as_warc(corpus(300)[150:], member_wise=True))
    assert_same_for_all_settings(tmp_path, "pages.warc", "more.warc.gz")


def test_folder(tmp_path: Path) -> None:
    as_folder(tmp_path / "site", corpus())
    assert_same_for_all_settings(tmp_path, "site", "--link")


def test_real_pages(tmp_path: Path) -> None:
    write_real(tmp_path / "pages.jsonl", "ota_terms", fewer(1000))
    assert_same_for_all_settings(tmp_path, "pages.jsonl")


# Rows without what the packing decides: the name, and where it lies in a member-wise archive.
def answers(run: Dedup, with_offsets: bool = True) -> list[dict]:
    rows = run.rows()
    for row in rows:
        for name in ("file", "representative_file"):
            row[name] = row[name].removesuffix(".gz").removesuffix(".zst").removesuffix(".lz4")
            row[name] = row[name].removesuffix(".xz").removesuffix(".bz2")
        if not with_offsets:
            row["offset"] = row["representative_offset"] = None
    return rows


@pytest.fixture(scope="module")
def plain_runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Dedup]]:
    """A plain file of each kind and a run over it."""
    folder = tmp_path_factory.mktemp("plain")
    files = write_jsonl(folder / "pages.jsonl", corpus()), folder / "pages.warc"
    files[1].write_bytes(as_warc(corpus(), member_wise=False))
    return {path.suffix[1:]: (path, Dedup(folder, path.name)) for path in files}


@pytest.mark.parametrize("how", ["gz", "members", "zst", "lz4", "xz", "bz2"])
@pytest.mark.parametrize("kind", ["jsonl", "warc"])
def test_packing(tmp_path: Path, plain_runs: dict, kind: str, how: str) -> None:
    whole, expected = plain_runs[kind]
    plain = Path(shutil.copy(whole, tmp_path))
    kept = (expected.out / plain.name).read_bytes()
    path = packed(plain, how)
    run = Dedup(tmp_path, path.name)
    assert len(answers(run)) > 20
    assert answers(run) == answers(expected)
    clusters = (run.out / "clusters.jsonl").read_text()
    assert clusters.replace(path.name, plain.name) == (expected.out / "clusters.jsonl").read_text()
    assert unpacked(run.out / path.name) == kept


def test_a_warc_member_by_member(tmp_path: Path) -> None:
    (tmp_path / "pages.warc").write_bytes(as_warc(corpus(), member_wise=False))
    (tmp_path / "pages.warc.gz").write_bytes(as_warc(corpus(), member_wise=True))
    expected = Dedup(tmp_path, "pages.warc")
    run = Dedup(tmp_path, "pages.warc.gz")
    assert len(answers(run)) > 20
    assert answers(run, with_offsets=False) == answers(expected, with_offsets=False)
    kept = (run.out / "pages.warc.gz").read_bytes()
    assert gzip.decompress(kept) == (expected.out / "pages.warc").read_bytes()
    # Bit for bit: each kept member is a piece of the input; and offsets name members of it.
    content = (tmp_path / "pages.warc.gz").read_bytes()
    for row in run.rows():
        for name in ("offset", "representative_offset"):
            assert content[row[name] :].startswith(b"\x1f\x8b")
    # A removed response takes its request and metadata along.
    text = gzip.decompress(kept)
    counts = [text.count(b"WARC-Type: " + kind) for kind in (b"response", b"request", b"metadata")]
    assert counts == [run.summary["pages_kept"]] * 3


def test_standard_input(tmp_path: Path) -> None:
    plain = write_jsonl(tmp_path / "pages.jsonl", corpus())
    expected = Dedup(tmp_path, plain)
    kept = (expected.out / "pages.jsonl").read_bytes()
    for how, suffix in (("plain", ""), ("gz", ".gz"), ("zst", ".zst")):
        given = plain if how == "plain" else packed(plain, how)
        run = Dedup(tmp_path, "-", stdin=given.read_bytes())
        assert {(row["file"], row["representative_file"]) for row in run.rows()} == {("-", "-")}
        assert run.removed() == expected.removed()
        assert unpacked(run.out / f"stdin.jsonl{suffix}") == kept


def test_pages_split_over_files(tmp_path: Path) -> None:
    pages = corpus()
    whole = Dedup(tmp_path, write_jsonl(tmp_path / "whole.jsonl", pages))
    parts = [
        write_jsonl(tmp_path / f"part-{i}.jsonl", pages[i * 100 : i * 100 + 100]) for i in range(4)
    ]
    split = Dedup(tmp_path, *parts)
    assert split.removed() == whole.removed()
    kept = b"".join((split.out / part.name).read_bytes() for part in parts)
    assert kept == (whole.out / "whole.jsonl").read_bytes()


def test_twice_deduplicated_is_once(tmp_path: Path) -> None:
    first = Dedup(tmp_path, write_jsonl(tmp_path / "pages.jsonl", corpus()))
    again = Dedup(tmp_path, first.out / "pages.jsonl")
    assert again.rows() == []
    kept = read_jsonl(again.out / "pages.jsonl")
    assert len(kept) == first.summary["pages_kept"]
