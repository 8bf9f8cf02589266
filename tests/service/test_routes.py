# SPDX-License-Identifier: Apache-2.0
"""Every route: what it answers, and what it refuses."""

import gzip
import json
import re
import zlib

import pytest
from service_world import DEFAULT, JSON, LINES, Service, near, text_of

CHECK = DEFAULT + "/check"
BATCH = DEFAULT + "/check:batch"


def test_a_page_its_copy_and_another(service: Service) -> None:
    """The first is new, its copy names it, and asking alone adds nothing."""
    first = {"id": "a", "url": "http://example.org/a", "text": text_of(1)}
    assert service.check(first)["seen"] == "no"
    added = service.add(first)
    assert (added["seen"], added["added"], added["match"]) == ("no", True, None)
    assert added["cluster"] == {"id": "a", "size": 1, "rank": 1}
    copy = service.add({"id": "b", "text": near(text_of(1), 5)})
    assert (copy["seen"], copy["kind"], copy["added"]) == ("yes", "content", True)
    assert (copy["match"]["id"], copy["match"]["url"]) == ("a", "http://example.org/a")
    assert copy["cluster"] == {"id": "a", "size": 2, "rank": 2}
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z", copy["match"]["first_seen"])
    stored = service.documents("a")[0]
    assert [copy["match"][each] for each in ("number", "first_seen")] == [
        stored["number"], stored["first_seen"]]
    assert (first["id"], added["action"], copy["action"]) == ("a", "store", "skip_links")
    settings = service.get(DEFAULT).json()
    assert all(copy[each] == settings[each] for each in ("recipe", "recipe_id"))
    assert service.check({"text": text_of(2)})["seen"] == "no"
    assert service.check({"text": "few words"})["seen"] == "too_short"


def test_raw_bodies(service: Service) -> None:
    """HTML and text as they were fetched, in their charset, with id and URL in the query."""
    words = "Größe " + text_of(3)
    html = f"<html><body><p>{words}</p></body></html>".encode("latin-1")
    answer = service.request("POST", CHECK + "?add=true&id=raw&url=http%3A%2F%2Fexample.org%2F%3Fa%26b",
                             html, {"Content-Type": "text/html; charset=iso-8859-1"})  # fmt: skip
    assert answer.json()["seen"] == "no"
    assert service.documents("raw")[0]["url"] == "http://example.org/?a&b"
    again = service.request("POST", CHECK, words, {"Content-Type": "text/plain; charset=utf-8"})
    assert (again.json()["seen"], again.json()["match"]["id"]) == ("yes", "raw")


def test_xhtml(service: Service) -> None:
    """By the media type, or by an XML declaration in JSON; text/html is HTML whatever it declares."""
    page = f"<html><body><script src='x'/><p>{text_of(12)}</p></body></html>"
    declared = "<?xml version='1.0'?>" + page
    service.add({"id": "chapter", "text": text_of(12)})
    for kind, body, seen in [("application/xhtml+xml", page, "yes"), ("text/html", page, "too_short"),
                             ("text/html", declared, "too_short")]:  # fmt: skip
        assert service.request("POST", CHECK, body, {"Content-Type": kind}).json()["seen"] == seen
    assert service.check({"html": declared})["seen"] == "yes"
    assert service.check({"html": page})["seen"] == "too_short"


@pytest.mark.parametrize("encoding", ["gzip", "x-gzip", "GZIP", "identity"])
def test_encodings(service: Service, encoding: str) -> None:
    """A packed body is the same page."""
    service.add({"id": "plain", "text": text_of(4)})
    body = json.dumps({"text": text_of(4)}).encode()
    packed = body if encoding == "identity" else gzip.compress(body)
    answer = service.request("POST", CHECK, packed, JSON | {"Content-Encoding": encoding})
    assert answer.json()["match"]["id"] == "plain"


def test_encodings_that_are_refused(service: Service) -> None:
    """Other encodings, and bodies that are not what they say."""
    body = json.dumps({"text": text_of(4)}).encode()
    for encoding, bytes_, status in (
        ("br", body, 415),
        ("deflate", zlib.compress(body), 415),
        ("gzip, gzip", gzip.compress(gzip.compress(body)), 415),
        ("gzip", body, 400),
        ("gzip", gzip.compress(body)[:-9], 400),
        ("zstd", gzip.compress(body), 400),
    ):
        answer = service.request("POST", CHECK, bytes_, JSON | {"Content-Encoding": encoding})
        assert answer.status == status, encoding


def test_a_batch_keeps_its_order(service: Service) -> None:
    """An answer a line, in order; each sees those before it; a bad line is its own problem."""
    pages = [{"id": f"p{i}", "text": text_of(100 + i)} for i in range(300)]
    lines = []
    for page in pages:
        lines += [page, {"id": page["id"] + "'", "text": near(page["text"], 1)}]
    answers = service.batch(lines, add=True)
    assert [answer["seen"] for answer in answers] == ["no", "yes"] * 300
    assert [a["match"]["id"] for a in answers[1::2]] == [page["id"] for page in pages]
    mixed = '{"text":"' + text_of(100) + '"}\nno json\n\n{"id":"x"}\n[]\n{"html":7}\n{"text":"a b"}'
    answers = service.request("POST", BATCH, mixed, LINES).lines()
    assert [answer["status"] for answer in answers] == [200, 400, 400, 400, 400, 200]
    assert answers[0]["match"]["id"] == "p0"
    assert [answer.get("line") for answer in answers] == [None, 2, 4, 5, 6, None]
    assert "no JSON" in answers[1]["detail"]
    assert '"text" or "html"' in answers[2]["detail"]
    assert service.request("POST", BATCH, "", LINES).lines() == []
    assert service.request("POST", BATCH, "\n \n", LINES).lines() == []


def test_pages_and_clusters(service: Service) -> None:
    """Showing and removing stored pages, by id, URL and list; names with slashes and odd bytes."""
    odd = "a/b:c?d#e%20é 猫"
    service.add({"id": odd, "url": "http://example.org/odd", "text": text_of(5)})
    service.add({"id": "copy", "text": near(text_of(5), 2)})
    assert [page["id"] for page in service.documents(odd)] == [odd]
    assert [page["id"] for page in service.documents("http://example.org/odd")] == [odd]
    number = service.documents(odd)[0]["number"]
    for name in ("copy", f"%23{number}"):
        cluster = service.get(f"{DEFAULT}/clusters/{name}").json()
        assert cluster["id"] == odd
        assert [page["id"] for page in cluster["documents"]] == [odd, "copy"]
        assert cluster["truncated"] is False
    gone = service.request("DELETE", DEFAULT + "/documents?url=http%3A%2F%2Fexample.org%2Fodd")
    assert gone.json() == {"removed": 1, "missing": []}
    assert service.documents(odd) == []
    assert service.get(f"{DEFAULT}/clusters/copy").json()["id"] == "copy"
    for names, wrong in (([1], 1), (["copy", None], 2)):
        refused = service.request("POST", DEFAULT + "/documents:delete", names)
        said = f"element {wrong} of the list is no string; ids, URLs and"
        assert (refused.status, refused.json()["detail"].startswith(said)) == (400, True)
    listed = service.request("POST", DEFAULT + "/documents:delete", ["copy", "nobody", "copy"])
    assert listed.json()["removed"] == 1
    assert "nobody" in listed.json()["missing"]
    for path in ("/documents/copy", "/clusters/copy", "/clusters/%2399"):
        assert service.get(DEFAULT + path).status == 404
    assert service.request("DELETE", DEFAULT + "/documents/copy").status == 404
    assert service.request("DELETE", DEFAULT + "/documents").status == 400


def test_collections(service: Service) -> None:
    """Name spaces of their own, made and removed."""
    news = "/v1/collections/news"
    assert service.get(news).status == 404
    assert service.request("POST", news + "/check", {"text": "a"}).status == 404
    assert service.request("PUT", news, {"max_distance": 4}).status == 201
    assert service.request("PUT", news).status == 200
    assert service.request("PUT", news, {"max_distance": 4}).status == 200
    for other in ({"max_distance": 5}, {"profile": "strict"}, {"recipe": "words"},
                  {"keep_history": True}):  # fmt: skip
        refused = service.request("PUT", news, other)
        assert (refused.status, "'news'" in refused.json()["detail"]) == (409, True), other
    policy = {"exact": "store", "content": "skip", "follow_first": 2}
    assert service.request("PUT", news, {"policy": policy}).json()["policy"] == policy
    settings = service.get(news).json()
    assert settings["policy"] == policy
    assert (settings["profile"], settings["max_distance"]) == ("balanced", 4)
    assert (settings["seen_kinds"], settings["keep_history"]) == (["exact", "content"], False)
    page = {"id": "a", "text": text_of(6)}
    assert service.add(page)["seen"] == "no"
    assert service.add(page, at=news)["seen"] == "no"
    names = [each["name"] for each in service.get("/v1/collections").json()["collections"]]
    assert names == ["default", "news"]
    assert service.request("DELETE", news).status == 409
    assert service.request("DELETE", news + "?force=true").status == 204
    assert service.get(news).status == 404
    assert service.request("PUT", news).status == 201
    assert service.check(page, at=news)["seen"] == "no"
    assert service.request("DELETE", news).status == 204
    assert service.request("DELETE", news).status == 404
    assert service.request("DELETE", "/v1/collections/default").status == 400


@pytest.mark.parametrize("wish", [
    {"profile": "nobody"}, {"recipe": "nobody"}, {"recipe": "/etc/hostname.toml"},
    {"max_distance": 13}, {"max_distance": "3"}, {"keep_history": 1}, {"color": "red"}, [], "x",
    {"policy": "skip"}, {"policy": {"exact": "drop"}}, {"policy": {"follow_first": -1}},
    {"policy": {"partial": "skip"}},
])  # fmt: skip
def test_collections_that_cannot_be(service: Service, wish: object) -> None:
    """A sentence names what is wrong, and nothing is left behind."""
    body = json.dumps(wish)
    answer = service.request("PUT", "/v1/collections/odd", body, JSON)
    assert answer.status == 400, answer.body
    assert answer.json()["detail"]
    assert service.get("/v1/collections/odd").status == 404


@pytest.mark.parametrize("name", ["A", "a.b", "%2E%2E", "x" * 65, "a%2Fb", "%C3%A9", "."])
def test_names_of_collections(service: Service, name: str) -> None:
    """Only letters that are no path."""
    assert service.request("PUT", f"/v1/collections/{name}").status == 400
    assert service.get(f"/v1/collections/{name}").status == 404


def test_state(service: Service) -> None:
    """What it is and how it does."""
    assert service.get("/livez").body == b"live\n"
    assert service.get("/readyz").body == b"ready\n"
    info = service.get("/v1/info")
    assert (info.json()["program"], info.json()["durability"]) == ("facsim", "sync")
    assert info.headers["facsim-durability"] == "sync"
    service.add({"text": text_of(7)})
    service.check({"text": text_of(7)})
    metrics = service.get("/metrics")
    assert metrics.type == "text/plain"
    text = metrics.body.decode()
    assert 'facsim_checks_total{seen="yes",kind="exact"} 1\n' in text
    assert "facsim_pages_added_total 1\n" in text
    assert 'facsim_front_pages{collection="default"} 1\n' in text
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) facsim_\w+ .+|facsim_\w+(\{.*\})? [\d.]+", line), line


def test_problems(service: Service) -> None:
    """RFC 9457: a status, and a sentence that names the remedy."""
    for method, path, body, headers, status in (
        ("GET", "/nothing", None, None, 404),
        ("GET", CHECK, None, None, 405),
        ("BREW", CHECK, None, None, 405),
        ("POST", CHECK, "{}", JSON, 400),
        ("POST", CHECK, "{", JSON, 400),
        ("POST", CHECK, '{"text":7,"html":""}', JSON, 400),
        ("POST", CHECK, '{"text":"a","id":1}', JSON, 400),
        ("POST", CHECK, "a", {"Content-Type": "image/png"}, 415),
        ("POST", CHECK, "a", {}, 415),
        ("POST", CHECK + "?add=maybe", '{"text":"a"}', JSON, 400),
        ("POST", CHECK + "?bad=1", '{"text":"a"}', JSON, 400),
        ("POST", CHECK + "?add=1&add=1", '{"text":"a"}', JSON, 400),
        ("POST", CHECK + "?id=a", '{"text":"a"}', JSON, 400),
        ("GET", DEFAULT + "/documents/%zz", None, None, 400),
        ("GET", DEFAULT + "/documents/%00", None, None, 400),
        ("POST", BATCH, "{}", {"Content-Type": "text/html"}, 415),
        ("POST", DEFAULT + "/documents:delete", "{}", JSON, 400),
    ):
        answer = service.request(method, path, body, headers)
        assert answer.status == status, (method, path, answer.body)
        assert answer.type == "application/problem+json"
        problem = answer.json()
        assert problem["status"] == status
        assert problem["detail"]
        assert answer.headers["facsim-durability"] == "sync"
    assert service.get(CHECK).headers["allow"] == "POST, OPTIONS"


def test_request_ids(service: Service) -> None:
    """Its own where it is a plain word, else one of the service; no two the same."""
    own = service.get("/livez", headers={"X-Request-Id": "crawler-7.a_b"})
    assert own.headers["x-request-id"] == "crawler-7.a_b"
    made = {service.get("/livez", headers={"X-Request-Id": wish}).headers["x-request-id"]
            for wish in ("", "a b", 'a"b', "x" * 65)}  # fmt: skip
    assert len(made) == 4
