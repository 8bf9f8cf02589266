# SPDX-License-Identifier: Apache-2.0
"""`dedup --mode revisit` beside other inputs, earlier revisits, indexes, tables and recluster."""

from pathlib import Path

import pytest
from making import near, words, write_jsonl
from revisit_mode_world import PROFILES, Shot, page, records_of, replay, warc, write
from running import Dedup, facsim, read_jsonl, tree
from test_revisit_mode import by_id, copies, named, revisit


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"Refers_To": None},
        {"Refers_To_Target_URI": None, "Refers_To_Date": None},
        {"Refers_To": None, "Refers_To_Target_URI": None, "Refers_To_Date": None},
    ],
)
def test_earlier_revisits_name_the_capture_that_stays(tmp_path: Path, fields: dict) -> None:
    first, second = Shot("first", page("x")), Shot("second", page("x"), 2)
    other = Shot("other", page("y"), 3)
    old = second.revisit("old", **fields)
    days = [write(tmp_path / "1.warc.gz", first.response(), second.response()),
            write(tmp_path / "2.warc", other.response(), old, other.revisit("of-other"))]  # fmt: skip
    run = revisit(tmp_path, *days)
    assert named(run) == {"second": "first"}
    made = by_id(*copies(run, *days))
    for name in ("second", "old"):
        assert made[name].fields["warc-refers-to"] == "<urn:example:first>"
        assert made[name].fields["warc-refers-to-target-uri"] == first.url
        assert made[name].fields["warc-refers-to-date"] == first.date
    assert made["old"].block == second.head
    assert made["of-other"].head in other.revisit("of-other"), "byte for byte"
    after = replay(*copies(run, *days))
    assert after["old"][2] == page("x")
    assert after["second"] == replay(*days)["second"]
    assert run.summary["written_revisits"]["renamed"] == 1
    assert run.summary["revisits"]["original_kept"] == 2
    assert run.summary["revisits"]["original_removed"] == 0
    (row,) = run.rows("revisits.jsonl")
    assert (row["id"], row["original"], row["representative"]) == (
        "urn:example:old", "urn:example:second", "urn:example:first")  # fmt: skip
    assert not run.done.warnings


def test_an_original_of_an_earlier_revisit_may_give_way_to_an_earlier_capture(
    tmp_path: Path,
) -> None:
    late, early = Shot("late", page("x"), 5), Shot("early", page("x"), 1)
    source = write(tmp_path / "a.warc", late.response(), late.revisit("old"), early.response())
    run = revisit(tmp_path, source)
    assert named(run) == {"late": "early"}
    made = by_id(run.out / "a.warc")
    assert [made[name].kind for name in ("late", "old", "early")] == ["revisit", "revisit", "response"]
    assert made["old"].fields["warc-refers-to"] == "<urn:example:early>"
    assert replay(run.out / "a.warc") == replay(source)


def test_revisits_of_pages_that_stay_stay(tmp_path: Path) -> None:
    a, b = Shot("a", near("x", 0).encode()), Shot("b", near("x", 1).encode(), 2)
    source = write(tmp_path / "a.warc", a.response(), b.response(), b.revisit("old"))
    run = revisit(tmp_path, source)
    assert (run.out / "a.warc").read_bytes() == source.read_bytes()
    assert run.rows("revisits.jsonl") == [] and not run.done.warnings


ARC_HEAD = "1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n"


def test_arc_is_refused(tmp_path: Path) -> None:
    source = write(tmp_path / "a.warc", Shot("a", page("x")).response())
    head = f"filedesc://a.arc 192.0.2.1 20240101000000 text/plain {len(ARC_HEAD)}\n{ARC_HEAD}\n"
    arc = tmp_path / "old.arc"
    arc.write_text(head)
    for inputs in ([arc], [source, arc], [tmp_path]):
        done = facsim("dedup", *inputs, "-o", tmp_path / "out", "--mode", "revisit")
        assert done.status != 0 and "old.arc" in done.err and "ARC" in done.err
        assert "warcio recompress" in done.err and not (tmp_path / "out").exists()


def test_other_kinds_alone_are_refused_and_beside_warc_copied_whole(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    pages = write_jsonl(folder / "b.jsonl", [{"id": n, "text": words("b")} for n in "12"])
    done = facsim("dedup", pages, "-o", tmp_path / "out", "--mode", "revisit")
    assert done.status != 0 and "b.jsonl" in done.err and "no input is a WARC" in done.err
    for name in ("c.html", "d.html"):
        (folder / name).write_bytes(page("html"))
    (folder / "e.csv").write_text("id,text\n1," + words("e") + "\n2," + words("e") + "\n")
    source = write(folder / "a.warc", *(Shot(n, page("x"), d).response() for d, n in enumerate("pq", 1)))  # fmt: skip
    run = revisit(tmp_path, folder)
    assert run.summary["removed"]["total"] == 4
    assert run.summary["written_revisits"]["records"] == 1
    assert run.summary["written_revisits"]["only_reported"] == 3
    assert (run.out / "kept.txt").read_text() == "c.html\nd.html\n"
    for path in (pages, folder / "e.csv"):
        assert (run.out / path.name).read_bytes() == path.read_bytes()
    (warning,) = run.done.warnings
    assert "4 files are no WARC and copied whole" in warning and "b.jsonl" in warning
    assert {row["file"]: row["payload_identical"] for row in run.rows()} == {
        "a.warc": True, "b.jsonl": None, "d.html": None, "e.csv": None}  # fmt: skip
    assert replay(run.out / "a.warc") == replay(source)


def test_other_modes_know_nothing_of_payloads(tmp_path: Path) -> None:
    source = write(tmp_path / "a.warc", *(Shot(n, page("x"), d).response() for d, n in enumerate("ab", 1)))  # fmt: skip
    for mode in ("remove", "report", "annotate"):
        run = Dedup(tmp_path, source, "--mode", mode)
        (row,) = run.rows()
        assert row["payload_identical"] is None and row["revisit_of"] is None
        assert "written_revisits" not in run.summary
    assert [row["payload_identical"] for row in run.rows("annotations.jsonl")] == [None, None]


def test_no_page_refers_to_an_error_answer(tmp_path: Path) -> None:
    shots = [Shot("gone", page("x"), 1, status="404 Not Found"), Shot("page", page("x"), 2),
             Shot("again", page("x"), 3), Shot("gone-again", page("x"), 4, status="404 Not Found")]  # fmt: skip
    source = write(tmp_path / "a.warc", *(shot.response() for shot in shots))
    run = revisit(tmp_path, source)
    assert named(run) == {"gone": None, "again": "page", "gone-again": "gone"}
    assert replay(run.out / "a.warc") == replay(source)


def test_a_revisit_of_any_size_is_renamed(tmp_path: Path) -> None:
    """Some crawlers leave the body in it."""
    first, second = Shot("first", page("x")), Shot("second", page("x"), 2)
    body = b"<p>" + b"left over " * 20_000
    old = warc("revisit", second.own_fields() | {
        "WARC-Record-ID": "<urn:example:old>", "WARC-Profile": PROFILES["1.1"],
        "WARC-Refers-To": f"<{second.id}>"}, second.head + body, "1.1", "\r\n")  # fmt: skip
    for name in ("a.warc", "a.warc.gz"):
        source = write(tmp_path / name, first.response(), second.response(), old)
        run = revisit(tmp_path, source, "--page-max", "64K")
        assert run.summary["written_revisits"]["renamed"] == 1
        made = by_id(run.out / name)["old"]
        assert made.fields["warc-refers-to"] == "<urn:example:first>"
        assert made.block == second.head + body


def test_scopes_are_apart(tmp_path: Path) -> None:
    shots = [Shot(f"{host}{day}", page("x"), day, url=f"http://{host}.example.org/")
             for day in (2, 1) for host in "ab"]  # fmt: skip
    source = write(tmp_path / "a.warc", *(shot.response() for shot in shots))
    run = Dedup(tmp_path, source, "--mode", "revisit", "--scope", "host")
    assert named(run) == {"a2": "a1", "b2": "b1"}


def test_pages_of_an_index_have_no_payload(tmp_path: Path) -> None:
    first = write(tmp_path / "1.warc", Shot("a", page("x")).response())
    (tmp_path / "seen").mkdir()
    index = tmp_path / "seen" / "pages.idx"
    flags = ("--mode", "revisit", "--against", index, "--update")
    assert Dedup(tmp_path, first, *flags).summary["against"]["added"] == 1
    second = write(tmp_path / "2.warc", *(Shot(n, page("x"), d).response() for d, n in ((3, "c"), (2, "b"))))  # fmt: skip
    run = Dedup(tmp_path, second, *flags)
    assert named(run) == {"c": "b", "b": None}
    assert {row["id"]: row["payload_identical"] for row in run.rows()} == {
        "urn:example:c": None, "urn:example:b": None}  # fmt: skip
    (warning,) = run.done.warnings
    assert "1 page that repeats a page of the index stays in full" in warning
    assert replay(run.out / "2.warc") == replay(second)


def shots() -> list[bytes]:
    made = [Shot(f"{n}-{day}", page(n), 1 + (day + n) % 4) for n in range(4) for day in range(4)]
    made += [Shot(f"near-{n}", near("x", n).encode(), 9 - n) for n in range(5)]
    return [shot.response() for shot in made]


def decided(row: dict) -> dict:
    """Without what is measured only of pairs that a run has to compare."""
    return {name: value for name, value in row.items() if name not in ("agreement", "template")}


def test_recluster_gives_the_same_again(tmp_path: Path) -> None:
    source = write(tmp_path / "a.warc.gz", *shots())
    run = Dedup(tmp_path, source, "--mode", "revisit", "--keep", "last")
    wanted = tree(run.out)
    assert facsim("recluster", run.out).status == 0
    for name in ("duplicates.jsonl", "clusters.jsonl", "a.warc.gz"):
        assert tree(run.out)[name] == wanted[name], name
    assert facsim("recluster", run.out, "--keep", "first", "--apply").status == 0
    other = Dedup(tmp_path, source, "--mode", "revisit", "--keep", "first")
    assert [decided(row) for row in read_jsonl(run.out / "duplicates.jsonl")] == [
        decided(row) for row in other.rows()]  # fmt: skip
    for name in ("clusters.jsonl", "a.warc.gz"):
        assert tree(run.out)[name] == tree(other.out)[name], name
    plain = Dedup(tmp_path, source, "--keep", "first")
    assert facsim("recluster", plain.out, "--mode", "revisit").status == 2
    assert facsim("recluster", plain.out, "--mode", "revisit", "--apply").status == 0
    assert tree(plain.out)["a.warc.gz"] == tree(other.out)["a.warc.gz"]
    source.unlink()
    done = facsim("recluster", run.out)
    assert done.status != 0 and "a.warc.gz" in done.err


@pytest.mark.parametrize("scope", ["all", "host", "file"])
def test_recluster_keeps_to_the_scope(tmp_path: Path, scope: str) -> None:
    """The earliest capture of a payload takes the best rank of its own scope only."""
    a = Shot("a", page("p"), day=5, url="http://one.example.org/")
    near_a = Shot("b", page("p").replace(b"</p>", b" more</p>"), day=3, url="http://one.example.org/b")
    first = Shot("c", page("p"), day=1, url="http://two.example.org/")
    one = write(tmp_path / "1.warc", a.response(), near_a.response())
    two = write(tmp_path / "2.warc", first.response())
    run = Dedup(tmp_path, one, two, "--mode", "revisit", "--scope", scope)
    assert len(run.rows()) == (2 if scope == "all" else 1)
    wanted = tree(run.out)
    assert facsim("recluster", run.out, "--apply").status == 0
    for name in ("duplicates.jsonl", "clusters.jsonl", "1.warc", "2.warc"):
        assert tree(run.out)[name] == wanted[name], name


def test_show_says_what_the_record_names(tmp_path: Path) -> None:
    run = Dedup(tmp_path, write(tmp_path / "a.warc", *shots()), "--mode", "revisit")
    rows = {bool(row["revisit_of"]): row for row in run.rows()}
    done = facsim("show", run.out, rows[True]["id"])
    assert f"became a revisit record: it repeats {rows[True]['representative']}" in done.out
    assert f"(the record names {rows[True]['revisit_of']})" in done.out
    assert "--mode revisit removes nothing" in facsim("show", run.out, rows[False]["id"]).out


def test_nothing_is_written_where_an_input_changes(tmp_path: Path) -> None:
    """The second reading compares payloads once more: a file of the same size and time."""
    import os

    source = write(tmp_path / "a.warc", *shots())
    run = Dedup(tmp_path, source, "--mode", "revisit")
    assert len(records_of(run.out / "a.warc")) == 21
    (removed, *_) = (row for row in run.rows() if row["revisit_of"])
    content = source.read_bytes()
    end = content.index(b"</p>", removed["offset"])
    changed = content[: end - 1] + b"Z" + content[end:]
    time = source.stat().st_mtime
    source.write_bytes(changed)
    os.utime(source, (time, time))
    done = facsim("recluster", run.out, "--apply")
    assert done.status == 0
    again = records_of(run.out / "a.warc")
    assert replay(run.out / "a.warc") == replay(source) and len(again) == 21
