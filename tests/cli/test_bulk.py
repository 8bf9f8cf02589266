# SPDX-License-Identifier: Apache-2.0
"""Bulk files of Elasticsearch: an action line goes with its document line."""

import json
from pathlib import Path

import pytest
from making import near, packed, unpacked, words
from running import Dedup, facsim


def pair(action: dict, document: dict | None = None, end: str = "\n") -> str:
    """An action, and its document if it has one."""
    lines = [action] if document is None else [action, document]
    return "".join(json.dumps(line) + end for line in lines)


def index(name: str, **document: object) -> str:
    """The usual pair."""
    return pair({"index": {"_index": "web", "_id": name}}, document)


@pytest.mark.parametrize("how", ["", "gz", "zst"])
@pytest.mark.parametrize("name", ["a.json", "a.ndjson", "a.bulk"])
def test_an_action_goes_with_its_document(tmp_path: Path, name: str, how: str) -> None:
    kept = [index("7", text=words(1), url="http://example.org/7"), index("8", text=words(2))]
    gone = [index("9", text=near(1, 1)), index("10", text=words(2))]
    path = tmp_path / name
    path.write_text(kept[0] + gone[0] + kept[1] + gone[1])
    given = packed(path, how) if how else path
    run = Dedup(tmp_path, given.name)
    assert run.removed() == {"9": "7", "10": "8"}
    assert run.rows()[0]["offset"] == len(kept[0])
    assert unpacked(run.out / given.name).decode() == "".join(kept)
    assert run.summary["records_read"] == 4


def test_all_actions(tmp_path: Path) -> None:
    parts = [
        pair({"create": {"_id": 1}}, {"text": words(1)}, "\r\n"),
        pair({"delete": {"_index": "web", "_id": "gone"}}),
        pair({"update": {"_id": "3", "retry_on_conflict": 2}}, {"doc": {"text": words(1)}}),
        pair({"update": {"_id": "4"}}, {"doc": {"id": "own", "text": words(2)}, "upsert": {}}),
        pair({"index": {}}, {"id": "named", "text": words(2)}),
        pair({"delete": {"_id": "last"}}),
    ]
    (tmp_path / "a.ndjson").write_text("".join(parts), newline="")
    run = Dedup(tmp_path, "a.ndjson")
    assert run.removed() == {"3": "1", "named": "own"}
    assert (run.out / "a.ndjson").read_bytes().decode() == "".join(
        [parts[0], parts[1], parts[3], parts[5]]
    )


def test_annotate_writes_into_the_document_again_and_again(tmp_path: Path) -> None:
    text = (
        index("7", text=words(1))
        + pair({"update": {"_id": "8"}}, {"doc": {"text": words(1)}, "upsert": {}})
        + pair({"delete": {"_id": "9"}})
        + pair({"index": {"_id": "10"}}, {})
    )
    (tmp_path / "a.ndjson").write_text(text)
    run = Dedup(tmp_path, "a.ndjson", "--mode", "annotate")
    rows = run.rows("a.ndjson")
    assert rows[0] == {"index": {"_index": "web", "_id": "7"}}
    assert rows[1]["facsim"]["kind"] is None
    assert list(rows[3]) == ["doc", "upsert"]
    assert rows[3]["doc"]["facsim"]["kind"] == "exact"
    assert rows[4] == {"delete": {"_id": "9"}}
    assert list(rows[6]) == ["facsim"]
    again = Dedup(tmp_path, run.out / "a.ndjson", "--mode", "annotate")
    assert (again.out / "a.ndjson").read_text().replace(str(run.out / "a.ndjson"), "a.ndjson") == (
        run.out / "a.ndjson"
    ).read_text()


def test_commands_that_read_again_know_them(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(index("7", text=words(1)) + index("8", text=near(1, 1)))
    run = Dedup(tmp_path, "a.json")
    assert "it repeats 7" in facsim("show", run.out, "8", cwd=tmp_path).out
    done = facsim("compare", "a.json#7", "a.json#8", "--json", cwd=tmp_path)
    assert json.loads(done.out)["kind"] == "content"
    done = facsim("recluster", run.out, "--keep", "longest", "--apply", "--quiet", cwd=tmp_path)
    assert done.status == 0, done.err
    assert (run.out / "a.json").read_text() == index("8", text=near(1, 1))


def test_fields_inside_the_document(tmp_path: Path) -> None:
    text = index("7", page={"body": words(1)}) + index("8", page={"body": words(1)})
    (tmp_path / "a.json").write_text(text)
    run = Dedup(tmp_path, "a.json", "--text-field", "page.body")
    assert run.removed() == {"8": "7"}


def test_from_standard_input(tmp_path: Path) -> None:
    text = index("7", text=words(1)) + index("8", text=words(1))
    run = Dedup(tmp_path, "-", stdin=text.encode())
    assert (run.out / "stdin.ndjson").read_text() == index("7", text=words(1))


def test_lines_out_of_step(tmp_path: Path) -> None:
    action = '{"index": {"_id": "%s"}}\n'
    text = (
        action % "lost"
        + index("1", text=words(1))
        + json.dumps({"id": "alone", "text": words(1)})
        + "\n\n"
        + action % "2"
        + "not json\n"
        + index("3", text=words(3))
        + action % "end"
    )
    (tmp_path / "a.ndjson").write_text(text)
    run = Dedup(tmp_path, "a.ndjson")
    assert run.removed() == {"alone": "1"}
    assert run.skipped == {"bad_json": 1, "clipped_record": 2, "total": 3}
    alone = json.dumps({"id": "alone", "text": words(1)}) + "\n"
    assert (run.out / "a.ndjson").read_text() == text.replace(alone, "")


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_cut_packed_file_leaves_no_action_without_document(tmp_path: Path, cut: int) -> None:
    text = "".join(index(str(i), text=words(i)) for i in range(30))
    (tmp_path / "a.ndjson").write_text(text)
    path = packed(tmp_path / "a.ndjson", "gz")
    path.write_bytes(path.read_bytes()[:-cut])
    run = Dedup(tmp_path, path.name)
    lines = unpacked(run.out / path.name).decode().splitlines()
    assert len(lines) % 2 == 0 or '"text"' not in lines[-1]
    for line in lines:
        json.loads(line)


def test_json_lines_with_such_fields_stay_json_lines(tmp_path: Path) -> None:
    line = json.dumps({"index": {"page": 1}, "text": words(1)}) + "\n"
    (tmp_path / "a.jsonl").write_text(line * 2)
    run = Dedup(tmp_path, "a.jsonl")
    assert run.summary["pages_read"] == 2
    assert (run.out / "a.jsonl").read_text() == line
