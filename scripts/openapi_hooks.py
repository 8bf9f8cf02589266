# SPDX-License-Identifier: Apache-2.0
"""What schemathesis has to know of the service beyond its description; scripts/openapi.sh names it.

A request that is right in each of its parts may still be none: a body that does not follow its
Content-Encoding, a deletion that does not say of what, a page with two ids or none. And most
names that are drawn name no collection of the service, so many are replaced by one that does.
"""

import itertools
import json
import zlib

import schemathesis

NUMBERS = itertools.count()
RETRY_KEY_MAX = 255  # characters; longer ones are refused


@schemathesis.serializer("application/x-ndjson")
def lines(_context: object, value: object) -> dict:
    """A line that is right, and one that is whatever was drawn."""
    right = {"id": f"id{zlib.crc32(str(value).encode()) % 50}", "text": f"{value} and more words " * 9}
    return {"data": f"{json.dumps(right)}\n{value}\n".encode("utf-8", "replace")}


@schemathesis.serializer("text/html", "text/plain")
def text(_context: object, value: object) -> dict:
    """As it was drawn."""
    return {"data": value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")}


@schemathesis.hook
def before_call(_context: object, case: schemathesis.Case, _kwargs: dict) -> None:
    """See above."""
    names = case.path_parameters or {}
    if "collection" in names and case.method.upper() in ("GET", "POST"):
        if zlib.crc32(str(names["collection"]).encode()) % 4:
            names["collection"] = "default"
    for name in list(case.headers or {}):
        value = str(case.headers[name])
        if name.lower() == "content-encoding" and value in ("", "gzip", "x-gzip", "zstd"):
            del case.headers[name]
        is_key = name.lower() == "idempotency-key"
        if is_key and 0 < len(value) <= RETRY_KEY_MAX:  # else it is that of another request
            case.headers[name] = f"{value[:100]}-{next(NUMBERS)}"
    if case.method.upper() == "PUT" and isinstance(case.body, dict):
        if isinstance(case.body.get("recipe"), str):  # there are a dozen
            case.body["recipe"] = "balanced"
    query, path = case.query or {}, case.operation.path
    if path.endswith("/check") and not isinstance(case.body, (str, bytes)):
        case.media_type = "application/json"  # any bytes are a page of text or HTML
    if case.method.upper() == "DELETE" and path.endswith("/documents"):
        case.query = {"url": query["url"]} if "url" in query else query or {"host": "example.org"}
    if path.endswith("/copies") and len({"id", "url"} & query.keys()) != 1:
        case.query = {**query, "id": "a"}
        case.query.pop("url", None)
    if path.endswith("/check") and case.media_type == "application/json":
        case.query = {name: value for name, value in query.items() if name not in ("id", "url")}
    if path.endswith("/check") and "idempotency-key" in map(str.lower, case.headers or {}):
        case.query = {**(case.query or {}), "add": "true"}  # else nobody reads the key
    if case.method.upper() == "DELETE" and names.get("collection") == "default":
        names["collection"] = "another"
    for values in (names, case.query or {}):
        for name, value in values.items():  # the service takes no NUL in a name
            if isinstance(value, str) and "\0" in value:
                values[name] = value.replace("\0", "0")
