# SPDX-License-Identifier: Apache-2.0
"""The page at / and its requests: headers, permissions, the history, the largest clusters."""

import base64
import hashlib
import json
import os
import re
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from service_world import DEFAULT, JSON, Service, near, text_of, until

WRITER, READER = "writer-0123456789", "reader-0123456789"
KINDS = ["exact", "content", "layout", "partial", "none", "too_short", "added"]


def test_it_is_a_page_with_its_policy(service: Service) -> None:
    """The policy allows the parts of the page by their hashes, and nothing else."""
    answer = service.get("/")
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-cache"
    policy = answer.headers["content-security-policy"]
    directives = dict(part.split(" ", 1) for part in policy.split("; "))
    hashes = {}
    for name in ("style", "script"):
        texts = re.findall(rf"<{name}>(.*?)</{name}>".encode(), answer.body, re.DOTALL)
        digests = [base64.b64encode(hashlib.sha256(text).digest()).decode() for text in texts]
        hashes[name + "-src"] = " ".join(f"'sha256-{digest}'" for digest in digests)
    assert directives == hashes | {
        "default-src": "'none'", "connect-src": "'self'", "base-uri": "'none'",
        "form-action": "'none'", "frame-ancestors": "'none'"}  # fmt: skip
    assert len(answer.body) < 100_000


def test_head_and_other_methods(service: Service) -> None:
    """HEAD gets only the head; methods that change something are rejected as elsewhere."""
    page, head = service.get("/"), service.request("HEAD", "/")
    assert (head.status, head.body) == (200, b"")
    same = set(page.headers) - {"date", "x-request-id"}
    assert {name: head.headers[name] for name in same} == {name: page.headers[name] for name in same}
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        refused = service.request(method, "/")
        assert (refused.status, refused.type) == (405, "application/problem+json"), method
        assert refused.headers["allow"] == "GET, HEAD, OPTIONS"
        assert refused.json()["status"] == 405
    assert service.get("/?token=x").status == 400


def test_it_tells_nobody_anything(tmp_path: Path) -> None:
    """With tokens the page is the same as without, also for a client that has none."""
    env = {"FACSIM_READ_TOKEN": READER, "FACSIM_WRITE_TOKEN": WRITER}
    with Service(tmp_path / "secret-folder", env=env) as service:
        bare = service.get("/")
        service.token = WRITER
        service.add({"id": "secret-id", "url": "https://secret.example.org/", "text": text_of(1)})
        assert service.request("PUT", "/v1/collections/secret-collection").status == 201
        assert service.get("/").body == bare.body
        service.token = None
        again = service.get("/", headers={"Authorization": "Bearer wrong", "Host": "example.org"})
        assert (again.status, again.body) == (200, bare.body)
        for path in ("/v1/info", "/v1/history", DEFAULT + "/clusters"):
            assert service.get(path).status == 401
    assert b"secret" not in bare.body and READER.encode() not in bare.body
    with Service(tmp_path / "other") as other:
        assert other.get("/").body == bare.body


def test_its_own_origin_may_ask_and_nobody_else_may(service: Service) -> None:
    """Without tokens the page asks with an Origin, and cannot change anything."""
    service.add({"id": "a", "text": text_of(1)})
    own = JSON | {"Origin": f"http://127.0.0.1:{service.port}"}
    page = {"text": text_of(1)}
    assert service.request("POST", DEFAULT + "/check", page, own).json()["seen"] == "yes"
    for method, path, body in (
        ("POST", DEFAULT + "/check?add=true", page), ("DELETE", DEFAULT + "/documents/a", None),
        ("PUT", "/v1/collections/b", None), ("POST", DEFAULT + "/documents:delete", ["a"]),
    ):  # fmt: skip
        assert service.request(method, path, body, own).status == 403, path
    port = service.port
    for origin in ("null", f"https://127.0.0.1:{port}", "http://127.0.0.1:1", f"http://localhost:{port}",
                   f"http://127.0.0.1:{port}.example.org", f"HTTP://127.0.0.1:{port}"):  # fmt: skip
        refused = service.request("POST", DEFAULT + "/check", page, JSON | {"Origin": origin})
        assert refused.status == 403, origin
    # A name that was made to lead here has an origin of its own, and it is the Host too.
    lured = JSON | {"Origin": "http://example.org", "Host": "example.org"}
    assert service.request("POST", DEFAULT + "/check", page, lured).status == 403
    assert len(service.documents("a")) == 1


def test_the_history_is_what_was_answered(service: Service) -> None:
    """By the minute, and as much as /metrics says."""
    empty = service.get("/v1/history").json()
    assert {len(empty["checks"][kind]) for kind in KINDS} <= {1, 2}
    for version in range(5):
        service.add({"id": str(version), "text": near(text_of(1), version) if version else text_of(1)})
    service.check({"text": text_of(1)})
    service.check({"text": "few words"})
    service.batch([{"text": text_of(2)}, {"text": text_of(3)}])
    found = service.get("/v1/history").json()
    assert list(found["checks"]) == KINDS
    totals = dict(zip(KINDS, (1, 4, 0, 0, 3, 1, 5), strict=True))
    assert found["totals"] == totals
    assert {kind: sum(counts) for kind, counts in found["checks"].items()} == totals
    assert len({len(counts) for counts in found["checks"].values()}) == 1
    text = service.get("/metrics").body.decode()
    for kind in ("exact", "content", "layout", "partial"):
        by_verdict = re.findall(rf'facsim_checks_total{{seen="\w+",kind="{kind}"}} (\d+)', text)
        assert sum(map(int, by_verdict)) == totals[kind]
    assert "facsim_pages_added_total 5\n" in text
    last = service.get("/v1/history?minutes=1").json()
    assert [len(last["checks"][kind]) for kind in KINDS] == [1] * 7
    begun = [datetime.fromisoformat(each["begun"]) for each in (found, last)]
    assert begun[1] >= begun[0] - timedelta(seconds=1)
    for bad in ("0", "1441", "-1", "x", ""):
        assert service.get(f"/v1/history?minutes={bad}").status == 400


def counted(service: Service, ids: list[str], at: str = DEFAULT) -> Counter:
    """The slow way: each page says which cluster it belongs to."""
    pages = {page["number"]: page for name in ids for page in service.documents(name, at)}
    return Counter(page["cluster"] for page in pages.values())


def test_clusters_are_counted(service: Service) -> None:
    """As asking for each page counts them; what is removed, or of an open crawl, does not count."""
    ids = []
    for family in range(12):
        for version in range(family % 5 + 1):
            text = near(text_of(family), version) if version else text_of(family)
            ids.append(f"{family}-{version}")
            service.add({"id": ids[-1], "text": text})
    service.add({"id": "hidden", "text": near(text_of(4), 9)}, "crawl=monday")

    def holds() -> None:
        sizes = counted(service, ids)
        expected = sorted(((-size, number) for number, size in sizes.items() if size > 1))
        found = service.get(DEFAULT + "/clusters?limit=100").json()
        assert [(-each["size"], each["first"]["number"]) for each in found["clusters"]] == expected
        assert (found["pages"], found["truncated"]) == (sum(sizes.values()), False)
        first = service.get(DEFAULT + "/clusters?limit=1").json()["clusters"]
        assert first == found["clusters"][:1]

    holds()
    assert service.request("DELETE", DEFAULT + "/documents/4-0").status == 200
    holds()
    assert service.request("POST", DEFAULT + "/crawls/monday:commit").status == 204
    ids.append("hidden")
    holds()
    assert service.get(DEFAULT + "/clusters").json()["clusters"][0]["size"] == 5
    service.request("PUT", "/v1/collections/news")
    assert service.get("/v1/collections/news/clusters").json() == {
        "clusters": [], "pages": 0, "truncated": False}  # fmt: skip


def test_what_it_takes_of_the_machine(service: Service, tmp_path: Path) -> None:
    """Memory, disk and time are those that the system tells."""
    until(lambda: service.get("/v1/info").json()["seconds_up"] >= 1)
    info = service.get("/v1/info").json()
    pages = Path(f"/proc/{service.process.pid}/statm").read_text().split()[1]
    memory = int(pages) * os.sysconf("SC_PAGESIZE")
    assert info["memory_bytes"] == pytest.approx(memory, rel=0.3)
    files = [path.lstat().st_blocks * 512 for path in (tmp_path / "store").rglob("*")]
    assert info["disk_bytes"] == pytest.approx(sum(files), rel=0.3, abs=1 << 16)
    space = os.statvfs(tmp_path)
    assert info["disk_free_bytes"] == pytest.approx(space.f_bavail * space.f_frsize, rel=0.3)


def test_the_page_names_every_route(service: Service) -> None:
    """Without script, too."""
    body = service.get("/").body.decode()
    for path, operations in json.loads(service.get("/openapi.json").body)["paths"].items():
        for method in operations:
            assert f">{method.upper()}</td><td><code>{path}</code>" in body
