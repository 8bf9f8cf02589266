# SPDX-License-Identifier: Apache-2.0
"""Metrics are read as the text format of Prometheus (version 0.0.4) says."""

import re
from pathlib import Path

from service_world import DEFAULT, Service, exchange, statuses, until

LABEL = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"'
SAMPLE = re.compile(
    rf"([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{{({LABEL}(?:,{LABEL})*)\}})? (-?[0-9.e+-]+|NaN|[+-]Inf)"
)
HEAD = re.compile(r"# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)")


def test_every_line_is_of_the_format(service: Service) -> None:
    for path in ("/v1/info", "/nothing", '/v1/collections/default/documents/%22%5C%0A'):
        service.get(path)
    text = service.get("/metrics").body.decode()
    assert text.endswith("\n")
    types: dict[str, str] = {}
    counts: dict[str, list[float]] = {}
    for line in text.splitlines():
        if head := HEAD.fullmatch(line):
            if head[1] == "TYPE":
                assert head[2] not in types, line
                types[head[2]] = head[3]
            continue
        sample = SAMPLE.fullmatch(line)
        assert sample, line
        name, labels, value = sample.groups()
        family = re.sub(r"_(bucket|sum|count)$", "", name)
        assert name in types or types.get(family) == "histogram", line
        if name.endswith("_bucket"):
            others = re.sub(r',?le="[^"]*"', "", labels)
            counts.setdefault(family + others, []).append(float(value))
    assert set(types.values()) <= {"counter", "gauge", "histogram"}
    assert counts
    for buckets in counts.values():
        assert buckets == sorted(buckets)


def test_refusals_are_logged_and_counted(tmp_path: Path) -> None:
    """Each by its status, though nobody asked the store; a histogram of seconds has none of them."""
    long = b"GET /livez HTTP/1.1\r\nHost: localhost\r\nA: " + b"x" * 40000 + b"\r\n\r\n"
    with Service(tmp_path / "store", "--log-requests", "--body-max", "1K", "--head-time", "1") as service:
        assert statuses(exchange(service, b"nonsense\r\n\r\n")) == [400]
        assert statuses(exchange(service, long)) == [431]
        assert service.get(DEFAULT, headers={"Origin": "https://example.org"}).status == 403
        assert service.get("/nothing").status == 404
        assert service.request("POST", DEFAULT + "/check", {"text": "a" * 2000}).status == 413
        with service.raw() as slow:
            slow.sendall(b"GET /livez")
            assert statuses(slow.recv(65536)) == [408]
        logged = {400, 403, 404, 408, 413, 431}
        until(lambda: logged <= {line["status"] for line in service.log if line["event"] == "request"})
        assert {line["level"] for line in service.log if line["event"] == "request"} == {"info"}
        text = service.get("/metrics").body.decode()
        for status in logged - {403}:
            assert f'facsim_requests_total{{route="other",status="{status}"}} 1\n' in text
        assert 'route="GET /v1/collections/{collection}",status="403"} 1\n' in text
        assert "facsim_request_seconds_count{" not in text
        assert "facsim_log_dropped_total 0\n" in text
