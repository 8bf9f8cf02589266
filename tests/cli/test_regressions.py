# SPDX-License-Identifier: Apache-2.0
"""Mistakes that were made once: each has its test here, with the input that showed it."""
import json
import subprocess


def dedup(facsim, inputs, out, *flags, stdin=None):
    done = subprocess.run([facsim.path, "dedup", *map(str, inputs), "-o", str(out), *flags],
                          capture_output=True, text=True, input=stdin, timeout=120)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in (out / "duplicates.jsonl").read_text().splitlines()]


def lines(*texts, field="text"):
    return "".join(json.dumps({"id": str(i), field: text}) + "\n" for i, text in enumerate(texts))


def test_a_copy_goes_with_the_page_it_copies_at_the_very_threshold(facsim, tmp_path):
    words = [f"w{i}" for i in range(1, 20)]
    other = " ".join(words[:18] + ["w20"])
    corpus = tmp_path / "in.jsonl"
    corpus.write_text(lines(" ".join(words), other, other))
    rows = dedup(facsim, [corpus], tmp_path / "out", "--shingle-size", "1", "--min-units", "1",
                 "--min-resemblance", "0.9")
    assert [(row["id"], row["representative"], row["kind"]) for row in rows] == [
        ("1", "0", "content"), ("2", "0", "content")]


def test_an_exact_group_goes_as_one_page(facsim, tmp_path):
    part = " ".join(f"part{i}" for i in range(120))
    more = " ".join(f"more{i}" for i in range(70))
    page = '<html><body class="a"><main class="b"><p class="c">{}</p></main></body></html>'
    corpus = tmp_path / "in.jsonl"
    rows = [{"id": "whole", "html": page.format(part + " " + more)}, {"id": "plain", "text": part},
            {"id": "html1", "html": page.format(part)}, {"id": "html2", "html": page.format(part)}]
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = dedup(facsim, [corpus], tmp_path / "out", "--remove", "exact,content,partial,layout",
                  "--max-distance", "12")
    gone = {row["id"]: row["representative"] for row in found}
    assert set(gone) >= {"html1", "html2"} and gone["html1"] == gone["html2"]
    kept = {json.loads(line)["id"] for line in (tmp_path / "out" / "in.jsonl").open()}
    assert kept == {"whole", "plain", "html1", "html2"} - set(gone)
    assert set(gone.values()) <= kept


def record(kind, name, body, extra=""):
    head = (f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:x:{name}>\r\n"
            f"WARC-Target-URI: http://example.org/\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n{extra}"
            f"Content-Type: application/http\r\nContent-Length: {len(body)}\r\n\r\n")
    return head + body + "\r\n\r\n"


def test_a_kept_response_keeps_its_request_where_record_ids_repeat(facsim, tmp_path):
    text = " ".join(f"word{i}" for i in range(60))
    once = (record("response", "r1", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + text) +
            record("request", "q1", "GET / HTTP/1.1\r\n\r\n",
                   "WARC-Concurrent-To: <urn:x:r1>\r\n"))
    corpus = tmp_path / "twice.warc"
    corpus.write_text(once + once, newline="")
    assert len(dedup(facsim, [corpus], tmp_path / "out")) == 1
    copy = (tmp_path / "out" / "twice.warc").read_bytes().decode()
    assert copy.count("WARC-Type: response") == 1
    assert copy.count("WARC-Type: request") >= 1


def test_a_linked_page_is_a_file_that_can_be_read(facsim, tmp_path):
    (tmp_path / "store").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "store" / "a.txt").write_text("the text of the page")
    (tmp_path / "site" / "a.txt").symlink_to("../store/a.txt")
    dedup(facsim, [tmp_path / "site"], tmp_path / "deep" / "out", "--link", "--follow")
    assert (tmp_path / "deep" / "out" / "a.txt").read_text() == "the text of the page"


def test_one_bad_first_line_does_not_make_standard_input_a_text(facsim, tmp_path):
    text = " ".join(f"word{i}" for i in range(60))
    rows = dedup(facsim, ["-"], tmp_path / "out", stdin="oops\n" + lines(text, text))
    assert len(rows) == 1
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["skipped"]["bad_json"] == 1
    assert (tmp_path / "out" / "stdin.jsonl").read_text().startswith("oops\n")


def test_urls_decide_where_the_policy_says_so(facsim, tmp_path):
    text = " ".join(f"word{i}" for i in range(60))
    page = f'<html><head><link rel=canonical href="/a"></head><body><p>{text}</p></body></html>'
    corpus = tmp_path / "in.jsonl"
    urls = ["https://example.org/a/long/one", "https://example.org/a", "https://example.org/a/b"]
    corpus.write_text("".join(json.dumps({"id": url, "url": url, "html": page}) + "\n"
                              for url in urls))
    for policy in ("shortest-url", "canonical"):
        rows = dedup(facsim, [corpus], tmp_path / policy, "--keep", policy)
        assert {row["representative"] for row in rows} == {"https://example.org/a"}, policy


def test_few_threads_do_where_many_cannot_be_had(facsim, tmp_path):
    corpus = tmp_path / "in.jsonl"
    corpus.write_text(lines("one text", "another text"))
    done = subprocess.run(
        ["bash", "-c", f"ulimit -v 900000; exec {facsim.path} dedup {corpus} -o {tmp_path}/out "
         "--threads 300"], capture_output=True, text=True, timeout=120)
    assert done.returncode in (0, 1), done.stderr
    assert "terminate" not in done.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) in (["in.jsonl"], ["in.jsonl", "out"])
