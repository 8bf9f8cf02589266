# SPDX-License-Identifier: Apache-2.0
"""The description holds: every route is in it, and every answer is as it says."""

import json
import re
from pathlib import Path

import pytest
from running import ROOT
from service_world import DEFAULT, JSON, LINES, Service, facts_of, near, text_of

jsonschema = pytest.importorskip("jsonschema", reason="skipped: no jsonschema")

DESCRIPTION = json.loads((ROOT / "facsim/serve/openapi.json").read_text())
OPERATIONS = {
    (method.upper(), path): operation
    for path, operations in DESCRIPTION["paths"].items()
    for method, operation in operations.items()
}


def validator(schema: dict) -> object:
    """Of a schema of the description; formats count."""
    whole = {"$ref": "#/checked", "checked": schema, "components": DESCRIPTION["components"]}
    return jsonschema.Draft202012Validator(whole, format_checker=jsonschema.FormatChecker())


def operation_of(method: str, path: str) -> tuple[str, dict]:
    """The path and the operation that a request is about."""
    for (known, pattern), operation in OPERATIONS.items():
        regex = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(pattern))
        if known == method and re.fullmatch(regex, path.split("?")[0]):
            return pattern, operation
    raise AssertionError(f"{method} {path} is not described")


class Validated(Service):
    """Holds each answer, and each request that was taken, against the description."""

    def request(self, method: str, path: str, body: object = None, headers: dict | None = None):  # noqa: ANN201
        answer = super().request(method, path, body, headers)
        pattern, operation = operation_of(method, path)
        self.asked.add((method, pattern, answer.status))
        described = operation["responses"].get(str(answer.status))
        assert described, f"{method} {pattern} has no {answer.status}"
        content = described.get("content", {})
        if not content:
            assert not answer.body
            return answer
        assert answer.type in content, (method, pattern, answer.type)
        schema = content[answer.type]["schema"]
        if answer.type == "application/x-ndjson":
            for line in answer.lines():
                validator(schema["x-line"]).validate(line)
        elif answer.type in ("application/json", "application/problem+json"):
            validator(schema).validate(answer.json())
        if answer.status == 200 and isinstance(body, dict):
            sent = operation["requestBody"]["content"]["application/json"]["schema"]
            validator(sent).validate(body)
        return answer

    asked: set = set()


@pytest.fixture
def validated(tmp_path: Path) -> Validated:
    """A service whose answers are held against its description."""
    with Validated(tmp_path / "store") as service:
        service.asked = set()
        yield service


def test_it_is_what_is_served(service: Service) -> None:
    """Byte for byte the file of the sources."""
    assert service.get("/openapi.json").json() == DESCRIPTION
    jsonschema.Draft202012Validator.check_schema({"$defs": DESCRIPTION["components"]["schemas"]})


def test_references_lead_somewhere() -> None:
    """And every operation has a name of its own."""
    for reference in re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(DESCRIPTION)):
        at = DESCRIPTION
        for part in reference.split("/"):
            at = at[part]
    names = [operation["operationId"] for operation in OPERATIONS.values()]
    assert len(names) == len(set(names))


def test_routes_are_described() -> None:
    """The table of routes and the description name the same."""
    table = (ROOT / "facsim/serve/routes.cc").read_text()
    routes = set(re.findall(r'Route\{"([A-Z]+)",\s*"([^"]+)"', table))
    assert routes == set(OPERATIONS)


def test_answers_are_as_described(validated: Validated) -> None:
    """Every operation, with what it gives when all is well and what when not."""
    service = validated
    long, url = text_of(1), "http://example.org/a"
    service.check({"text": long})
    service.add({"id": "a", "url": url, "text": long})
    service.add({"id": "b", "html": f"<p>{near(long, 1)}</p>"})
    service.check({"text": "short"})
    service.check({"text": None, "html": f"<p>{long}</p>", "id": None})
    service.check({"id": "a", "text": long})
    body = json.dumps({"text": long}) + "\nbad\n" + json.dumps({"text": near(long, 3)})
    assert len(service.request("POST", DEFAULT + "/check:batch", body, LINES).lines()) == 3
    service.check({"text": near(long, 4)}, "explain=true")
    explained = service.request("POST", DEFAULT + "/check:batch?explain=1", body, LINES).lines()
    assert [len(line.get("candidates", "")) for line in explained] == [1, 0, 1]
    facts = json.dumps({"facts": facts_of(service.get(DEFAULT).json()["recipe_id"], 1)}) + "\n{}"
    path = DEFAULT + "/fingerprints:check"
    assert len(service.request("POST", path, facts, LINES).lines()) == 2
    for end, status in (("commit", 204), ("cancel", 204), ("commit", 404)):
        if status == 204:
            service.add({"id": end, "text": text_of(2)}, "crawl=monday")
        assert service.get(DEFAULT + "/crawls").status == 200
        assert service.request("POST", f"{DEFAULT}/crawls/monday:{end}").status == status
    keyed = JSON | {"Idempotency-Key": "k"}
    for text, status in ((text_of(3), 200), (text_of(4), 422)):
        page = {"text": text}
        assert service.request("POST", DEFAULT + "/check?add=1", page, keyed).status == status
    for path in ("/", "/livez", "/readyz", "/metrics", "/openapi.json", "/v1/info", "/v1/history",
                 "/v1/history?minutes=1", "/v1/collections", DEFAULT, DEFAULT + "/clusters",
                 DEFAULT + "/clusters?limit=1", DEFAULT + "/documents/a", DEFAULT + "/clusters/b", DEFAULT + "/copies?id=a",
                 DEFAULT + "/mirrors", DEFAULT + "/uncrawled"):  # fmt: skip
        assert service.get(path).status == 200, path
    for method, path, status in (
        ("GET", "/v1/collections/x", 404), ("GET", DEFAULT + "/documents/x", 404),
        ("GET", DEFAULT + "/clusters/x", 404), ("DELETE", DEFAULT + "/documents/x", 404),
        ("GET", DEFAULT + "/copies?id=x", 404), ("GET", DEFAULT + "/copies", 400), ("GET", DEFAULT + "/mirrors?limit=0", 400),
        ("DELETE", DEFAULT + "/documents", 400), ("DELETE", DEFAULT, 400),
        ("PUT", "/v1/collections/x", 201), ("PUT", "/v1/collections/x", 200),
        ("PUT", "/v1/collections/X", 400), ("GET", "/v1/collections/X/crawls", 404), ("GET", "/livez?a=b", 400), ("GET", "/readyz?a=b", 400),
        ("GET", "/openapi.json?a=b", 400), ("GET", "/metrics?a=b", 400), ("GET", "/?a=b", 400),
        ("HEAD", "/", 200), ("HEAD", "/?a=b", 400), ("GET", "/v1/history?minutes=1441", 400),
        ("GET", DEFAULT + "/clusters?limit=101", 400), ("GET", "/v1/collections/X/clusters", 404), ("GET", "/v1/info?a=b", 400),
        ("GET", "/v1/collections?a=b", 400),
    ):  # fmt: skip
        assert service.request(method, path).status == status, path
    for report, status in (({"places": [{"place": "a", "links": 1}, {"place": None}]}, 204),
                           ({"places": [{"links": 1}]}, 400)):  # fmt: skip
        assert service.request("POST", DEFAULT + "/uncrawled", report).status == status
    service.add({"text": long}, at="/v1/collections/x")
    assert service.request("DELETE", "/v1/collections/x").status == 409
    assert service.request("DELETE", "/v1/collections/x?force=true").status == 204
    assert service.request("POST", DEFAULT + "/check", "{", JSON).status == 400
    assert service.request("POST", DEFAULT + "/check", "a", {"Content-Type": "a/b"}).status == 415
    assert service.request("DELETE", DEFAULT + "/documents?url=" + url).status == 200
    assert service.request("DELETE", DEFAULT + "/documents?host=example.org").status == 200
    assert service.request("DELETE", DEFAULT + "/documents/b").status == 200
    assert service.request("POST", DEFAULT + "/documents:delete", ["x"]).status == 200
    well = {(method, path) for method, path, status in service.asked if status < 300}
    assert well == set(OPERATIONS)


def test_refusals_are_as_described(tmp_path: Path) -> None:
    """Without a token, and with one that may only read."""
    env = {"FACSIM_READ_TOKEN": "reader-0123456789", "FACSIM_WRITE_TOKEN": "writer-0123456789"}
    with Validated(tmp_path / "store", env=env) as service:
        service.asked = set()
        for token, status in ((None, 401), ("reader-0123456789", 403)):
            service.token = token
            for method, pattern in OPERATIONS:
                path = re.sub(r"\{\w+\}", "default", pattern)
                answer = service.request(method, path)
                is_open = "security" in OPERATIONS[method, pattern]
                assert is_open == (answer.status == 200) or status == 403, path
                assert answer.status != 403 or status == 403
