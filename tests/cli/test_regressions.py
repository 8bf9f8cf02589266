# SPDX-License-Identifier: Apache-2.0
"""Mistakes that were made once: each has its test here, with the input that showed it."""
import json

import pytest
from making import response, warc_record
from running import facsim, read_jsonl


def dedup(inputs, out, *flags, **how):
    done = facsim("dedup", *inputs, "-o", out, *flags, **how)
    assert done.status == 0, done.err
    return read_jsonl(out / "duplicates.jsonl")


def lines(*texts, field="text"):
    return "".join(json.dumps({"id": str(i), field: text}) + "\n" for i, text in enumerate(texts))


def test_a_copy_goes_with_the_page_it_copies_at_the_very_threshold(tmp_path):
    words = [f"w{i}" for i in range(1, 20)]
    other = " ".join(words[:18] + ["w20"])
    corpus = tmp_path / "in.jsonl"
    corpus.write_text(lines(" ".join(words), other, other))
    rows = dedup([corpus], tmp_path / "out", "--shingle-size", "1", "--min-units", "1",
                 "--min-resemblance", "0.9")
    assert [(row["id"], row["representative"], row["kind"]) for row in rows] == [
        ("1", "0", "content"), ("2", "0", "content")]


def test_an_exact_group_goes_as_one_page(tmp_path):
    part = " ".join(f"part{i}" for i in range(120))
    more = " ".join(f"more{i}" for i in range(70))
    page = '<html><body class="a"><main class="b"><p class="c">{}</p></main></body></html>'
    corpus = tmp_path / "in.jsonl"
    rows = [{"id": "whole", "html": page.format(part + " " + more)}, {"id": "plain", "text": part},
            {"id": "html1", "html": page.format(part)}, {"id": "html2", "html": page.format(part)}]
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = dedup([corpus], tmp_path / "out", "--remove", "exact,content,partial,layout",
                  "--max-distance", "12")
    gone = {row["id"]: row["representative"] for row in found}
    assert set(gone) >= {"html1", "html2"} and gone["html1"] == gone["html2"]
    kept = {json.loads(line)["id"] for line in (tmp_path / "out" / "in.jsonl").open()}
    assert kept == {"whole", "plain", "html1", "html2"} - set(gone)
    assert set(gone.values()) <= kept


def test_a_kept_response_keeps_its_request_where_record_ids_repeat(tmp_path):
    text = " ".join(f"word{i}" for i in range(60))
    once = response(1, text.encode(), media="text/plain") + warc_record(
        "request", 2, b"GET / HTTP/1.1\r\n\r\n", WARC_Concurrent_To=f"<urn:uuid:{1:032x}>")
    corpus = tmp_path / "twice.warc"
    corpus.write_bytes(once + once)
    assert len(dedup([corpus], tmp_path / "out")) == 1
    copy = (tmp_path / "out" / "twice.warc").read_bytes().decode()
    assert copy.count("WARC-Type: response") == 1
    assert copy.count("WARC-Type: request") >= 1


def test_a_linked_page_is_a_file_that_can_be_read(tmp_path):
    (tmp_path / "store").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "store" / "a.txt").write_text("the text of the page")
    (tmp_path / "site" / "a.txt").symlink_to("../store/a.txt")
    dedup([tmp_path / "site"], tmp_path / "deep" / "out", "--link", "--follow")
    assert (tmp_path / "deep" / "out" / "a.txt").read_text() == "the text of the page"


def test_one_bad_first_line_does_not_make_standard_input_a_text(tmp_path):
    text = " ".join(f"word{i}" for i in range(60))
    rows = dedup(["-"], tmp_path / "out", stdin="oops\n" + lines(text, text))
    assert len(rows) == 1
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["skipped"]["bad_json"] == 1
    assert (tmp_path / "out" / "stdin.jsonl").read_text().startswith("oops\n")


def test_urls_decide_where_the_policy_says_so(tmp_path):
    text = " ".join(f"word{i}" for i in range(60))
    page = f'<html><head><link rel=canonical href="/a"></head><body><p>{text}</p></body></html>'
    corpus = tmp_path / "in.jsonl"
    urls = ["https://example.org/a/long/one", "https://example.org/a", "https://example.org/a/b"]
    corpus.write_text("".join(json.dumps({"id": url, "url": url, "html": page}) + "\n"
                              for url in urls))
    for policy in ("shortest-url", "canonical"):
        rows = dedup([corpus], tmp_path / policy, "--keep", policy)
        assert {row["representative"] for row in rows} == {"https://example.org/a"}, policy


@pytest.mark.bounds_memory
def test_few_threads_do_where_many_cannot_be_had(tmp_path):
    corpus = tmp_path / "in.jsonl"
    corpus.write_text(lines("one text", "another text"))
    done = facsim("dedup", corpus, "-o", tmp_path / "out", "--threads", 300,
                  address_bytes=900_000 << 10)  # fmt: skip
    assert done.status in (0, 1), done.err
    assert "terminate" not in done.err
    assert sorted(p.name for p in tmp_path.iterdir()) in (["in.jsonl"], ["in.jsonl", "out"])
