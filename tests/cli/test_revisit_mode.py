# SPDX-License-Identifier: Apache-2.0
"""`dedup --mode revisit`: captures with the payload of an earlier one become revisit records, and
every capture that could be replayed before shows the same bytes after."""

import gzip
import zlib
from pathlib import Path

import pytest
from making import near, piped
from revisit_mode_world import (
    PROFILES,
    Record,
    Shot,
    members_of,
    page,
    records_of,
    replay,
    sha1,
    write,
)
from running import Dedup, facsim, tree


def revisit(tmp_path: Path, *inputs: object) -> Dedup:
    """A run; nothing but kept captures is lost."""
    run = Dedup(tmp_path, *inputs, "--mode", "revisit")
    assert run.done.status == 0, run.done.err
    return run


def copies(run: Dedup, *inputs: Path) -> list[Path]:
    return [run.out / path.name for path in inputs]


def by_id(*archives: Path) -> dict[str, Record]:
    return {record.id: record for path in archives for record in records_of(path)}


def named(run: Dedup) -> dict[str, str | None]:
    """Removed page -> the capture that its revisit names."""
    cut = "urn:example:"
    return {row["id"].removeprefix(cut): row["revisit_of"] and row["revisit_of"].removeprefix(cut)
            for row in run.rows()}  # fmt: skip


@pytest.mark.parametrize("version", ["1.0", "1.1"])
@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_a_revisit_keeps_all_but_the_body(tmp_path: Path, version: str, name: str) -> None:
    body = page("x")
    fields = {"WARC-IP-Address": "192.0.2.1", "WARC-Block-Digest": "sha1:OLD", "X-Own": "a:b"}
    first = Shot("first", body, version=version)
    again = Shot("again", body, 2, version=version, http=("X-Served: twice",), fields=fields)
    other = Shot("other", page("y"), 3, version=version)
    shots = (first, again, other)
    source = write(tmp_path / name, *(r for s in shots for r in (s.request(), s.response())))
    run = revisit(tmp_path, source)
    copy = run.out / name
    assert replay(copy) == replay(source)
    before, after = records_of(source), records_of(copy)
    assert [r.id for r in after] == [r.id for r in before]
    changed = [i for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    assert [before[i].id for i in changed] == ["again"]
    made = after[changed[0]]
    assert made.fields == {
        "warc-type": "revisit", "warc-record-id": "<urn:example:again>",
        "warc-target-uri": again.url, "warc-date": again.date,
        "content-type": "application/http; msgtype=response",
        "warc-payload-digest": sha1(body), "warc-ip-address": "192.0.2.1",
        "warc-block-digest": sha1(again.head), "x-own": "a:b",
        "warc-profile": PROFILES[version], "warc-refers-to": "<urn:example:first>",
        "warc-refers-to-target-uri": first.url, "warc-refers-to-date": first.date,
        "warc-truncated": "length", "content-length": str(len(again.head)),
    }  # fmt: skip
    assert made.block == again.head and made.head.startswith(f"WARC/{version}\r\n".encode())
    (row,) = run.rows()
    assert (row["payload_identical"], row["revisit_of"]) == (True, "urn:example:first")
    assert run.summary["mode"] == "revisit"
    assert run.summary["written_revisits"] == {
        "records": 1, "only_reported": 0, "renamed": 0, "body_bytes": len(body)}  # fmt: skip
    assert "revisits" not in run.summary
    if name.endswith(".gz"):
        assert [member.count(b"WARC/") for member in members_of(copy)] == [1] * 6


def test_what_differs_stays_and_is_reported(tmp_path: Path) -> None:
    shots = [Shot("a", near("x", 0).encode()), Shot("b", near("x", 1).encode(), 2),
             Shot("c", near("x", 1).encode(), 3)]  # fmt: skip
    source = write(tmp_path / "a.warc", *(shot.response() for shot in shots))
    run = revisit(tmp_path, source)
    assert named(run) == {"b": None, "c": "b"}, "c repeats a, and has the payload of b, which stays"
    assert [row["payload_identical"] for row in run.rows()] == [False, False]
    assert replay(run.out / "a.warc") == replay(source)
    assert run.summary["written_revisits"] | {"body_bytes": 0} == {
        "records": 1, "only_reported": 1, "renamed": 0, "body_bytes": 0}  # fmt: skip
    nothing = write(tmp_path / "b.warc.gz", *(shot.response() for shot in shots[:2]))
    run = revisit(tmp_path, nothing)
    assert (run.out / "b.warc.gz").read_bytes() == nothing.read_bytes()


@pytest.mark.parametrize("keep", ["first", "last", "longest", "newest", "oldest", "shortest-url"])
@pytest.mark.parametrize("days", [(1, 2, 3), (3, 2, 1), (2, 3, 1), (5, 5, 5)])
def test_the_earliest_stays_whatever_the_policy(
    tmp_path: Path, keep: str, days: tuple[int, ...]
) -> None:
    shots = [Shot(f"{day}{'x' * n}-{n}", page("x"), day) for n, day in enumerate(days)]
    source = write(tmp_path / "a.warc", *(shot.response() for shot in shots))
    run = Dedup(tmp_path, source, "--mode", "revisit", "--keep", keep)
    earliest = min(shots, key=lambda shot: shot.day).name
    assert named(run) == {shot.name: earliest for shot in shots if shot.name != earliest}
    assert {row["representative"] for row in run.rows()} == {f"urn:example:{earliest}"}
    assert replay(run.out / "a.warc") == replay(source)


def test_fractions_of_a_second_count(tmp_path: Path) -> None:
    late = Shot("late", page("x"), fields={"WARC-Date": "2024-05-01T00:00:00.25Z"})
    early = Shot("early", page("x"), fields={"WARC-Date": "2024-05-01T00:00:00.125Z"})
    run = revisit(tmp_path, write(tmp_path / "a.warc", late.response(), early.response()))
    assert named(run) == {"late": "early"}


GZIP = gzip.compress(page("x"), mtime=0)
CODED = {
    "the same gzip": (GZIP, ("Content-Encoding: gzip",)),
    "the same in other letters": (GZIP, ("content-encoding:  GZIP ",)),
    "gzip of another hand": (gzip.compress(page("x"), 1, mtime=0), ("Content-Encoding: gzip",)),
    "deflate": (zlib.compress(page("x")), ("Content-Encoding: deflate",)),
    "none": (page("x"), ()),
    "named otherwise": (GZIP, ("Content-Encoding: x-gzip",)),
}


@pytest.mark.parametrize("how", CODED)
def test_content_encodings(tmp_path: Path, how: str) -> None:
    body, http = CODED[how]
    shots = [Shot("a", GZIP, http=("Content-Encoding: gzip",)), Shot("b", body, 2, http=http)]
    source = write(tmp_path / "a.warc", *(shot.response() for shot in shots))
    run = revisit(tmp_path, source)
    is_same = how.startswith("the same")
    assert named(run) == {"b": "a" if is_same else None}
    assert [row["payload_identical"] for row in run.rows()] == [is_same]
    assert replay(run.out / "a.warc") == replay(source)


# chunks of the first and of the second, and whether the second becomes a revisit
CHUNKS = [((5, 40), (7,), True), ((), (1, 1), True), (None, (10,), True), ((10,), None, False)]


@pytest.mark.parametrize("digest", ["payload", "stored", "none"])
@pytest.mark.parametrize(("first", "second", "replaced"), CHUNKS)
def test_chunks(
    tmp_path: Path, first: tuple | None, second: tuple | None, replaced: bool, digest: str
) -> None:
    """Under a head that announces no chunks, a body in chunks would show them: that page stays."""
    shots = [Shot("a", page("x"), chunks=first), Shot("b", page("x"), 2, chunks=second)]
    for shot in shots:
        said = {"payload": sha1(shot.payload), "stored": sha1(shot.body), "none": None}
        shot.fields = {"WARC-Payload-Digest": said[digest]}
    source = write(tmp_path / "a.warc", *(shot.response() for shot in shots))
    run = revisit(tmp_path, source)
    (row,) = run.rows()
    assert row["payload_identical"] is True
    assert named(run) == {"b": "a" if replaced else None}
    assert replay(run.out / "a.warc") == replay(source)


def test_a_page_after_one_in_chunks_is_an_original_too(tmp_path: Path) -> None:
    shots = [Shot("a", page("x"), 1, chunks=(9,)), Shot("b", page("x"), 2),
             Shot("c", page("x"), 3, chunks=(8,)), Shot("d", page("x"), 4)]  # fmt: skip
    source = write(tmp_path / "a.warc", *(shot.response() for shot in shots))
    run = revisit(tmp_path, source)
    assert named(run) == {"b": None, "c": "a", "d": "b"}
    assert replay(run.out / "a.warc") == replay(source)


@pytest.mark.parametrize(
    ("change", "is_known"),
    [
        ({"fields": {"WARC-Truncated": "length"}}, False),
        ({"fields": {"WARC-Target-URI": None}}, False),
        ({"fields": {"WARC-Date": "yesterday"}}, False),
        ({"http": ("Content-Length: 999999",)}, False),
        ({"http": ("Transfer-Encoding: gzip",)}, False),
        ({"http": ("Content-Encoding: identity", "Content-Encoding: gzip")}, False),
        ({"fields": {"WARC-Record-ID": None}}, True),
        ({"fields": {"WARC-Payload-Digest": None}}, True),
        ({"fields": {"WARC-Target-URI": "<http://site.example.org/b>"}}, True),
        ({"http_end": "\n"}, True),
        ({"warc_end": "\n"}, True),
        ({"status": "404 Not Found"}, True),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_first", [True, False])
def test_what_leaves_a_doubt_stays(
    tmp_path: Path, change: dict, is_known: bool, is_first: bool
) -> None:
    shots = [Shot("a", page("x")), Shot("b", page("x"), 0, **change)]
    shots[1].day = 0 if is_first else 2
    if is_first:
        shots[0].day, shots[1].day = 2, 1
    source = write(tmp_path / "a.warc", *(shot.response() for shot in shots))
    run = revisit(tmp_path, source)
    (row,) = run.rows()
    assert row["payload_identical"] is (True if is_known else None)
    kinds = sorted(record.kind for record in records_of(run.out / "a.warc"))
    is_error = change.get("status", "").startswith("4")
    # An error never takes the place of another page: it stays if it came first.
    is_replaced = is_known and not (is_error and is_first)
    assert kinds == (["response", "revisit"] if is_replaced else ["response", "response"])
    if "WARC-Record-ID" not in change.get("fields", {}) and "WARC-Target-URI" not in change.get(
        "fields", {}
    ):
        assert replay(run.out / "a.warc") == replay(source)


def test_a_capture_with_a_broken_digest_is_not_named(tmp_path: Path) -> None:
    """wget --no-warc-digests writes an empty one or a random one, and so do indexes then."""
    for digest in ("", "\x03", "nonsense"):
        shots = [Shot("a", page("x"), fields={"WARC-Payload-Digest": digest}), Shot("b", page("x"), 2),
                 Shot("c", page("x"), 3, fields={"WARC-Payload-Digest": digest})]  # fmt: skip
        source = write(tmp_path / "a.warc", *(shot.response() for shot in shots))
        run = revisit(tmp_path, source)
        assert named(run) == {"b": None, "c": "b"}
        assert replay(run.out / "a.warc")["c"] == replay(source)["c"]


def test_damage_stays_as_in_every_copy(tmp_path: Path) -> None:
    a, b, c = (Shot(name, page("x"), day) for day, name in enumerate("abc", 1))
    broken = b.response().replace(b"Content-Length: ", b"Content-Length: 1")
    source = write(tmp_path / "a.warc", a.response(), broken, c.response())
    run = revisit(tmp_path, source)
    assert len(run.rows("skipped.jsonl")) == 1
    assert [r.id for r in records_of(run.out / "a.warc")] == ["a", "c"]
    assert named(run) == {"c": "a"}
    short = b.response()[:-4] + b"and more\r\n\r\n"  # longer than it says
    source = write(tmp_path / "b.warc", a.response(), short, c.response())
    run = revisit(tmp_path, source)
    assert named(run) == {"b": None, "c": "a"}
    assert short in (run.out / "b.warc").read_bytes()


def test_a_cut_body_is_no_original(tmp_path: Path) -> None:
    for cut in (Shot("a", page("x"), chunks=(50,)), Shot("a", page("x"), chunks=())):
        whole = cut.response()
        body = cut.body.removesuffix(b"0\r\n\r\n")
        block = cut.head + body
        stored = whole.replace(cut.head + cut.body, block).replace(
            f"Content-Length: {len(cut.head + cut.body)}".encode(),
            f"Content-Length: {len(block)}".encode())  # fmt: skip
        again = Shot("b", page("x"), 2).response()
        source = write(tmp_path / "a.warc", stored, again)
        run = revisit(tmp_path, source)
        assert [row["payload_identical"] for row in run.rows()] == [None]
        assert (run.out / "a.warc").read_bytes() == source.read_bytes()


def test_one_record_in_two_files_does_not_name_itself(tmp_path: Path) -> None:
    shots = [Shot("a", page("x")), Shot("b", page("x"), 2)]
    inputs = [write(tmp_path / name, *(s.response() for s in shots)) for name in ("1.warc", "2.warc")]
    run = revisit(tmp_path, *inputs)
    for record in (r for path in copies(run, *inputs) for r in records_of(path)):
        assert record.fields.get("warc-refers-to") != record.fields["warc-record-id"]
    assert replay(*copies(run, *inputs)) == replay(*inputs)


def crawl(folder: Path) -> list[Path]:
    """Five days over three hosts, each page now and then another, in files of all packings."""
    days: dict[int, list[bytes]] = {day: [] for day in range(1, 6)}
    for day, records in days.items():
        for number in range(12):
            state = (day * number) // 7
            body = page((number % 6, state)) if number % 4 else near(number, day).encode()
            coded = number % 3 == 1
            shot = Shot(f"{number}-{day}", gzip.compress(body, mtime=0) if coded else body, day,
                        url=f"http://h{number % 3}.example.org/{number}",
                        http=("Content-Encoding: gzip",) if coded else (),
                        chunks=(30, day) if number % 5 == 2 else None,
                        version="1.0" if number % 2 else "1.1")  # fmt: skip
            records += [shot.request(), shot.response()]
            if number % 4 == 1:
                records.append(shot.revisit(f"{number}-{day}-again", 9))
    made = [write(folder / f"{day}.warc{'.gz' if day % 2 else ''}", *records)
            for day, records in days.items()]  # fmt: skip
    made.append(folder / "5.warc.zst")
    made[-1].write_bytes(piped("zstd -qc", gzip.decompress(made[-2].read_bytes())))
    made.pop(-2).unlink()
    return made


def test_a_crawl_shows_the_same_and_does_not_depend_on_threads(tmp_path: Path) -> None:
    inputs = crawl(tmp_path)
    for order in (inputs, inputs[::-1]):
        for keep in ("first", "last"):
            flags = ("--mode", "revisit", "--keep", keep, "--threads")
            run = Dedup(tmp_path, *order, *flags, 1)
            assert replay(*copies(run, *inputs)) == replay(*inputs)
            assert None not in [body for _, _, body in replay(*copies(run, *inputs)).values()]
            assert run.summary["written_revisits"]["records"] > 10
            assert run.summary["written_revisits"]["renamed"] > 3
            assert tree(Dedup(tmp_path, *order, *flags, 4).out) == tree(run.out)
            small = Dedup(tmp_path, *order, *flags, 4, "--memory", "64M")
            assert tree(small.out) == tree(run.out)
            originals = {r.id: r for path in copies(run, *inputs) for r in records_of(path)}
            for record in originals.values():
                if record.kind != "revisit":
                    continue
                kept = originals[record.fields["warc-refers-to"].strip("<>").split(":")[-1]]
                assert kept.kind == "response", "no chain"
                assert kept.fields["warc-date"] <= record.fields["warc-date"]


def test_a_dry_run_counts(tmp_path: Path) -> None:
    source = write(tmp_path / "a.warc", *(Shot(n, page("x"), d).response() for d, n in ((1, "a"), (2, "b"))))  # fmt: skip
    done = facsim("dedup", source, "--mode", "revisit", "--dry-run")
    assert done.status == 0 and "revisits would be 1 written in the place of pages" in done.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.warc"]
