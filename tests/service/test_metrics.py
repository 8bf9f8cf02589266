# SPDX-License-Identifier: Apache-2.0
"""Metrics are read as the text format of Prometheus (version 0.0.4) says."""

import re

from service_world import Service

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
