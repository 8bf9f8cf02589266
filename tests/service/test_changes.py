# SPDX-License-Identifier: Apache-2.0
"""Deletions by conditions, policies, and changes while the service is busy."""

import time
from pathlib import Path

import pytest
from service_world import DEFAULT, Service, in_threads, near, text_of

DOCUMENTS = DEFAULT + "/documents"
CRAWLS = DEFAULT + "/crawls"


def removed(service: Service, query: str) -> int:
    """Deletes pages, and returns how many."""
    answer = service.request("DELETE", f"{DOCUMENTS}?{query}")
    assert answer.status == 200, answer.body
    assert answer.json()["missing"] == []
    return answer.json()["removed"]


def test_deletion_by_host_crawl_and_time(service: Service) -> None:
    """All that are given must hold; what is left is as it was."""
    for i in range(6):
        crawl = "crawl=monday" if i % 2 else ""
        page = {"id": f"p{i}", "url": f"http://h{i % 3}.example.org/{i}", "text": text_of(i)}
        assert service.add(page, crawl)["added"]
    assert service.request("POST", CRAWLS + "/monday:commit").status == 204
    time.sleep(0.01)
    service.add({"id": "late", "url": "http://h0.example.org/late", "text": text_of(10)})
    late = service.documents("late")[0]["first_seen"]
    assert removed(service, "host=h9.example.org") == 0
    assert removed(service, "before=2020-01-01T00:00:00Z") == 0
    assert removed(service, "host=h0.example.org&crawl=monday") == 1
    assert [bool(service.documents(f"p{i}")) for i in (0, 3)] == [True, False]
    assert removed(service, f"host=H0.Example.ORG&before={late}") == 1
    assert service.documents("late")
    assert removed(service, "crawl=monday") == 2
    assert removed(service, f"before={late}") == 2
    assert removed(service, "before=9999-12-31") == 1
    assert service.check({"text": text_of(10)})["seen"] == "no"


def test_members_of_a_cluster_are_judged_again(service: Service) -> None:
    """When its first page goes with its host."""
    for i, host in enumerate(("one", "two", "two")):
        service.add({"id": f"p{i}", "url": f"http://{host}/{i}", "text": near(text_of(1), i)})
    assert removed(service, "host=one") == 1
    cluster = service.get(DEFAULT + "/clusters/p2").json()
    assert (cluster["id"], [page["id"] for page in cluster["documents"]]) == ("p1", ["p1", "p2"])


@pytest.mark.parametrize("query", [
    "", "host=", "crawl=", "before=", "before=yesterday", "before=2026-11-22T08:00:00", "url=",
    "url=a&host=b", "host=a&host=b", "id=a",
])  # fmt: skip
def test_deletions_that_say_not_which(service: Service, query: str) -> None:
    """400, a sentence, and every page is still there."""
    service.add({"id": "a", "url": "http://example.org/a", "text": text_of(1)})
    answer = service.request("DELETE", f"{DOCUMENTS}?{query}")
    assert (answer.status, bool(answer.json()["detail"])) == (400, True)
    assert service.documents("a")


def test_pages_without_an_id_go_by_their_number(service: Service) -> None:
    """Unless that is the id of another one. A zero byte is refused in a path, not looked up."""
    service.add({"text": text_of(1)})
    service.add({"id": "#1", "text": text_of(2)})
    service.add({"id": "a\0b", "text": text_of(3)})
    assert [page["number"] for page in service.documents("#1")] == [2]
    assert service.request("DELETE", f"{DOCUMENTS}/%231").json()["removed"] == 1
    assert [page["number"] for page in service.documents("#1")] == [1]
    assert service.request("DELETE", f"{DOCUMENTS}/%231").json()["removed"] == 1
    assert service.get(f"{DOCUMENTS}/%231").status == service.get(f"{DOCUMENTS}/a").status == 404
    for path in (f"{DOCUMENTS}/a%00b", f"{DOCUMENTS}?url=a%00b"):
        refused = service.request("DELETE", path)
        assert refused.status == 400 and "zero byte" in refused.json()["detail"]
    listed = service.request("POST", f"{DOCUMENTS}:delete", ["a\0b"]).json()
    assert listed == {"removed": 1, "missing": []}


def test_policies(tmp_path: Path) -> None:
    """Which action an answer names, and how many copies of a cluster are followed; kept."""
    policy = {"exact": "skip_links", "content": "skip", "follow_first": 2}
    news = "/v1/collections/news"
    with Service(tmp_path / "store") as service:
        usual = {"exact": "skip", "content": "skip_links", "follow_first": 0}
        assert service.get(DEFAULT).json()["policy"] == usual
        assert service.request("PUT", "/v1/collections/some", {"policy": {"exact": "store"}}).status == 201
        assert service.get("/v1/collections/some").json()["policy"] == usual | {"exact": "store"}
        assert service.request("PUT", news, {"policy": policy}).status == 201
        assert service.request("PUT", news, {"policy": policy}).status == 200
        assert service.add({"id": "p0", "text": text_of(1)}, at=news)["action"] == "store"
        same = service.check({"text": text_of(1)}, at=news)
        assert (same["kind"], same["action"]) == ("exact", "skip_links")
        copies = [{"id": f"p{i}", "text": near(text_of(1), i)} for i in range(1, 4)]
        actions = [service.add(page, at=news)["action"] for page in copies]
        assert actions == ["store", "store", "skip"]
    with Service(tmp_path / "store") as service:
        assert service.get(news).json()["policy"] == policy
        assert service.check({"text": near(text_of(1), 8)}, at=news)["action"] == "skip"


def test_more_than_can_be_written(tmp_path: Path) -> None:
    """429 at once with Retry-After; who asks again gets through, and nothing is lost or twice."""
    with Service(tmp_path / "store", "--front-pages", "1", "--workers", "4") as service:
        refused = []

        def send(client: int) -> None:
            for i in range(30):
                page = {"id": f"{client}-{i}", "text": text_of(100 * client + i)}
                while (answer := service.request("POST", DEFAULT + "/check?add=true", page)).status == 429:
                    refused.append(answer)
                    assert service.get("/livez").status == 200
                    assert service.check({"text": "never"})["seen"] == "too_short"
                    time.sleep(0.005)
                assert answer.json()["seen"] == "no"

        in_threads(6, send)
        assert refused
        assert {answer.headers["retry-after"] for answer in refused} == {"1"}
        assert "segments" in refused[0].json()["detail"]
        names = [f"{client}-{i}" for client in range(6) for i in range(30)]
        assert all(len(service.documents(name)) == 1 for name in names)
