# SPDX-License-Identifier: Apache-2.0
"""Options of queries: explanations, crawls, retry keys, facts instead of texts."""

import json
from pathlib import Path

import pytest
from service_world import (
    DEFAULT,
    JSON,
    LINES,
    Answer,
    Service,
    facts_of,
    in_threads,
    near,
    text_of,
)

CHECK = DEFAULT + "/check"
FACTS = DEFAULT + "/fingerprints:check"
CRAWLS = DEFAULT + "/crawls"


def keyed(service: Service, key: str, page: dict, path: str = CHECK + "?add=true") -> Answer:
    """Returns the response to a page under a key."""
    return service.request("POST", path, page, JSON | {"Idempotency-Key": key})


def test_reasons(service: Service) -> None:
    """Of each page that was looked at; not where nobody asked for them."""
    half = " ".join(text_of(1).split()[:60] + text_of(2).split()[:40])
    service.add({"id": "a", "url": "http://example.org/a", "text": text_of(1)})
    service.add({"id": "half", "text": half})
    page = {"text": near(text_of(1), 1)}
    answer = service.check(page, "explain=true")
    candidates = {each["id"]: each for each in answer["candidates"]}
    assert [each["id"] for each in answer["candidates"]][0] == answer["match"]["id"] == "a"
    assert candidates["a"]["refused"] is None
    assert candidates["a"]["url"] == "http://example.org/a"
    for member in ("number", "distance", "resemblance"):
        assert candidates["a"][member] == answer["match"][member]
    assert all(each["refused"] for name, each in candidates.items() if name != "a")
    assert "candidates" not in service.check(page)
    assert service.check({"text": text_of(9)}, "explain=1")["candidates"] == []
    lines = "".join(json.dumps(page) + "\n" for _ in range(100))
    batch = CHECK + ":batch?explain=true"
    answers = service.request("POST", batch, lines, LINES).lines()
    assert [each["candidates"] for each in answers] == [answer["candidates"]] * 100
    assert service.request("POST", batch, lines + json.dumps(page), LINES).status == 413


def test_a_crawl_is_seen_by_itself_alone_until_it_is_committed(service: Service) -> None:
    """By everybody from then on; the list says how far it is."""
    page = {"id": "a", "text": text_of(1)}
    assert service.add(page, "crawl=monday")["added"]
    assert service.check({"text": text_of(1)})["seen"] == "no"
    assert service.check({"text": text_of(1)}, "crawl=tuesday")["seen"] == "no"
    assert service.check({"text": text_of(1)}, "crawl=monday")["match"]["id"] == "a"
    assert service.documents("a") == []
    [crawl] = service.get(CRAWLS).json()["crawls"]
    assert (crawl["name"], crawl["state"], crawl["pages"]) == ("monday", "open", 1)
    assert service.request("POST", CRAWLS + "/monday:commit").status == 204
    assert service.check({"text": text_of(1)})["match"]["id"] == "a"
    assert [each["crawl"] for each in service.documents("a")] == ["monday"]
    [crawl] = service.get(CRAWLS).json()["crawls"]
    assert (crawl["state"], crawl["pages"]) == ("committed", None)
    assert service.request("POST", CRAWLS + "/monday:commit").status == 404
    assert service.request("POST", CRAWLS + "/monday:cancel").status == 404


def test_a_cancelled_crawl_leaves_no_trace(service: Service) -> None:
    """What it replaced is restored, and clusters count only their own pages."""
    service.add({"id": "a", "url": "http://example.org/a", "text": text_of(1)})
    before = service.get(DEFAULT + "/clusters/a").json()
    name = "night/2:commit é"
    path = "night%2F2%3Acommit%20%C3%A9"
    lines = "".join(json.dumps(page) + "\n" for page in (
        {"id": "b", "text": near(text_of(1), 1)}, {"id": "a", "text": text_of(2)},
        {"id": "c", "text": text_of(3)}))  # fmt: skip
    added = service.request("POST", f"{CHECK}:batch?add=true&crawl={path}", lines, LINES).lines()
    assert [answer["seen"] for answer in added] == ["yes", "no", "no"]
    assert [each["name"] for each in service.get(CRAWLS).json()["crawls"]] == [name]
    assert service.request("POST", f"{CRAWLS}/{path}:cancel").status == 204
    assert service.get(CRAWLS).json()["crawls"] == []
    assert service.get(DEFAULT + "/clusters/a").json() == before
    assert service.check({"text": text_of(1)})["cluster"] == {"id": "a", "size": 1, "rank": 2}
    assert service.check({"text": text_of(3)})["seen"] == "no"
    assert service.documents("b") == service.documents("c") == []


@pytest.mark.parametrize("query", ["crawl=", "crawl=" + "x" * 256, "crawl", "explain=perhaps"])
def test_what_cannot_stand_beside_a_question(service: Service, query: str) -> None:
    """The answer is 400 with a message, for one page and for many."""
    for path in (CHECK, CHECK + ":batch", FACTS):
        answer = service.request("POST", f"{path}?{query}", '{"text":"a"}', JSON)
        assert answer.status == 400, path
        assert query.split("=")[0] in answer.json()["detail"]


def test_a_key_gets_the_first_answer_again(tmp_path: Path) -> None:
    """Byte for byte, also after a kill; of a whole batch; for other pages it is refused."""
    page = {"id": "a", "text": text_of(1)}
    lines = "".join(json.dumps({"id": f"b{i}", "text": text_of(10 + i)}) + "\n" for i in range(20))
    batch = (CHECK + ":batch?add=true", lines + "bad\n", LINES | {"Idempotency-Key": "of many"})
    with Service(tmp_path / "store") as service:
        first = keyed(service, "of one", page)
        assert (first.status, first.json()["seen"], first.json()["added"]) == (200, "no", True)
        firsts = service.request("POST", *batch)
        assert [line["status"] for line in firsts.lines()] == [200] * 20 + [400]
        assert keyed(service, "of one", page).body == first.body
        assert service.add(page)["seen"] == "yes"
        service.request("DELETE", DEFAULT + "/documents/a")
        assert keyed(service, "of one", page).body == first.body
        assert service.documents("a") == []
    with Service(tmp_path / "store") as service:
        assert keyed(service, "of one", page).body == first.body
        assert service.request("POST", *batch).body == firsts.body
        assert len(service.documents("b7")) == 1
        other = keyed(service, "of one", {"id": "a", "text": text_of(2)})
        assert (other.status, other.type) == (422, "application/problem+json")
        assert "'of one'" in other.json()["detail"]
        assert keyed(service, "of one", page, CHECK + "?add=true&crawl=monday").status == 422
        service.request("PUT", "/v1/collections/news")
        news = "/v1/collections/news/check?add=true"
        assert keyed(service, "of one", {"text": text_of(2)}, news).status == 200
        for key in ("", "x" * 256):
            assert keyed(service, key, page).status == 400
            nothing = LINES | {"Idempotency-Key": key}  # also where no line asks the store
            assert service.request("POST", batch[0], "bad\n", nothing).status == 400
        assert keyed(service, "", page, CHECK).json()["added"] is False
        raw = json.dumps(page)
        head = f"POST {CHECK}?add=true HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(raw)}\r\n"
        twice = (head + "Content-Type: application/json\r\n" + "Idempotency-Key: k\r\n" * 2).encode()
        with service.raw() as connection:
            connection.sendall(twice + b"\r\n" + raw.encode())
            assert connection.recv(100).startswith(b"HTTP/1.1 400 ")


def test_a_key_at_once(service: Service) -> None:
    """Clients that send the same request under one key all get the same answer."""
    for round_ in range(20):
        page = {"text": text_of(100 + round_)}
        bodies = {a.body for a in in_threads(8, lambda _, p=page: keyed(service, p["text"][:40], p))}
        assert len(bodies) == 1
        answer = json.loads(bodies.pop())
        assert (answer["seen"], answer["added"]) == ("no", True)
        again = service.check(page)
        assert (again["seen"], again["cluster"]["size"]) == ("yes", 1)


def test_facts(service: Service) -> None:
    """A client that analysed a page elsewhere queries without its text."""
    recipe = service.get(DEFAULT).json()["recipe_id"]

    def send(facts: list[str], query: str = "") -> list[dict]:
        body = "".join(json.dumps({"facts": each}) + "\n" for each in facts)
        answer = service.request("POST", FACTS + query, body, LINES)
        assert answer.status == 200, answer.body
        return answer.lines()

    pages = [facts_of(recipe, i, f"p{i}") for i in range(50)]
    assert [a["seen"] for a in send(pages)] == ["no"] * 50
    added = send([*pages, facts_of(recipe, 3, "copy", changed=3)], "?add=true")
    assert [a["seen"] for a in added] == ["no"] * 50 + ["yes"]
    assert all(answer["added"] and answer["status"] == 200 for answer in added)
    assert (added[50]["match"]["id"], added[50]["kind"]) == ("p3", "content")
    assert added[50]["match"]["distance"] == 0
    assert [page["id"] for page in service.documents("copy")] == ["copy"]
    assert send(pages[:1], "?explain=1")[0]["candidates"][0]["id"] == "p0"
    crawled = facts_of(recipe, 99)
    send([crawled], "?add=true&crawl=monday")
    assert [send([crawled], query)[0]["seen"] for query in ("", "?crawl=monday")] == ["no", "yes"]


def test_bad_facts_are_a_status_each(service: Service) -> None:
    """The others are answered."""
    recipe = service.get(DEFAULT).json()["recipe_id"]
    good = facts_of(recipe, 1, "good")
    other = facts_of("0123456789abcdef", 1)
    lines = [{"facts": good}, {"facts": good[:-8]}, {"facts": good + "AAAA"}, {"facts": "?"},
             {"facts": ""}, {"facts": other}, {"facts": 1}, {}, {"facts": good, "id": "a"}, []]  # fmt: skip
    body = "".join(json.dumps(line) + "\n" for line in lines) + "{\n" + json.dumps({"facts": good})
    answers = service.request("POST", FACTS + "?add=true", body, LINES).lines()
    assert [each["status"] for each in answers] == [200] + [400] * 10 + [200]
    assert all(each["detail"] for each in answers if each["status"] == 400)
    assert [each["line"] for each in answers if each["status"] == 400] == list(range(2, 12))
    assert "0123456789abcdef" in answers[5]["detail"]
    assert recipe in answers[5]["detail"]
    assert (answers[0]["seen"], answers[11]["match"]["id"]) == ("no", "good")
    assert service.request("POST", FACTS, body, {"Content-Type": "text/plain"}).status == 415
