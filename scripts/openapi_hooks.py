# SPDX-License-Identifier: Apache-2.0
"""Hooks with rules of the service that its description lacks; for schemathesis in openapi.sh.

A request whose parts are all valid may still be invalid: a body that does not match its
Content-Encoding, a deletion without a condition, a page with two ids or none. Most generated names
are not collections of the service, so many are replaced by one that is.
"""

import itertools
import json
import zlib

import schemathesis

NUMBERS = itertools.count()
RETRY_KEY_MAX = 255  # characters; longer ones are refused


@schemathesis.serializer("application/x-ndjson")
def lines(_context: object, value: object) -> dict:
    """Returns a valid line, and one with the generated value."""
    right = {"id": f"id{zlib.crc32(str(value).encode()) % 50}", "text": f"{value} and more words " * 9}
    return {"data": f"{json.dumps(right)}\n{value}\n".encode("utf-8", "replace")}


@schemathesis.serializer("text/html", "text/plain")
def text(_context: object, value: object) -> dict:
    """Returns the generated text unchanged."""
    return {"data": value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")}


@schemathesis.hook
def before_call(_context: object, case: schemathesis.Case, _kwargs: dict) -> None:
    """Corrects a generated request before it is sent; see the top of this file."""
    names = case.path_parameters or {}
    if "collection" in names and case.method.upper() in ("GET", "POST"):
        if zlib.crc32(str(names["collection"]).encode()) % 4:
            names["collection"] = "default"
    for name in list(case.headers or {}):
        value = str(case.headers[name])
        if name.lower() == "content-encoding" and value in ("", "gzip", "x-gzip", "zstd"):
            del case.headers[name]
        is_key = name.lower() == "idempotency-key"
        if is_key and 0 < len(value) <= RETRY_KEY_MAX:  # a key must not repeat another request's
            case.headers[name] = f"{value[:100]}-{next(NUMBERS)}"
    if case.method.upper() == "PUT" and isinstance(case.body, dict):
        if isinstance(case.body.get("recipe"), str):  # there are a dozen
            case.body["recipe"] = "balanced"
    query, path = case.query or {}, case.operation.path
    if path.endswith("/check") and not isinstance(case.body, (str, bytes)):
        case.media_type = "application/json"  # any bytes would be a valid page of text or HTML
    if case.method.upper() == "DELETE" and path.endswith("/documents"):
        case.query = {"url": query["url"]} if "url" in query else query or {"host": "example.org"}
    if path.endswith("/copies") and len({"id", "url"} & query.keys()) != 1:
        case.query = {**query, "id": "a"}
        case.query.pop("url", None)
    if path.endswith("/check") and case.media_type == "application/json":
        case.query = {name: value for name, value in query.items() if name not in ("id", "url")}
    if path.endswith("/check") and "idempotency-key" in map(str.lower, case.headers or {}):
        case.query = {**(case.query or {}), "add": "true"}  # without it the key is ignored
    if case.method.upper() == "DELETE" and names.get("collection") == "default":
        names["collection"] = "another"
    for values in (names, case.query or {}):
        for name, value in values.items():  # the service rejects NUL in a name
            if isinstance(value, str) and "\0" in value:
                values[name] = value.replace("\0", "0")
