# SPDX-License-Identifier: Apache-2.0
"""Column functions give the same bits and figures as the package and the golden vectors."""

import base64
import json
from pathlib import Path

import facsim
import pytest
from facsim.spark import functions as F
from facsim.spark import register

GOLDEN = Path(__file__).parents[1] / "golden"
LONG = "The ferry leaves the old quay at seven in the morning, at noon and at five. " * 3
TEXTS = [("a", LONG), ("b", LONG + "Nobody waits."), ("c", "short"), ("d", None)]
PAGE = f"<html><title>Ferry</title><body><p>{LONG}</p></body></html>"


def unsigned(value: int | None) -> int | None:
    return None if value is None else value & 0xFFFF_FFFF_FFFF_FFFF


@pytest.fixture(scope="module")
def texts(spark):
    return spark.createDataFrame([(*row, PAGE) for row in TEXTS], "id string, text string, page string")


def golden_text(page: dict) -> bytes:
    """Returns the page's bytes, as golden_test.cc makes them."""
    if "base64" in page:
        return base64.b64decode(page["base64"])
    texts = (page["text"].replace("{n}", str(i), 1) for i in range(page.get("repeat", 1)))
    return "".join(texts).encode()


def test_golden_vectors(spark):
    pages = [json.loads(line) for line in (GOLDEN / "pages.jsonl").read_text().splitlines()]
    lines = [line.split("\t") for line in (GOLDEN / "vectors.tsv").read_text().splitlines()]
    # These functions read a plain text as UTF-8, so other encodings have other bits than as a page.
    rows = [(page["name"], page["format"], golden_text(page)) for page in pages
            if page["format"] == "html" or "base64" not in page]  # fmt: skip
    assert len(rows) > 25
    frame = spark.createDataFrame(rows, "name string, format string, page binary").repartition(2)
    for recipe in ("balanced", "thorough", "all-text", "keyword"):
        profile = facsim.Profile(recipe=recipe)
        expected = {line[2]: (line[3], line[8]) for line in lines if line[0] == recipe}
        made = [F.fingerprint("page", profile=profile, html=html) for html in (False, True)]
        digests = [F.digest("page", profile=profile, html=html) for html in (False, True)]
        found = frame.selectExpr("*", "format = 'html' as html").select(
            "name", "html", *(column.alias(f"f{n}") for n, column in enumerate(made)),
            *(column.alias(f"d{n}") for n, column in enumerate(digests)),
        )  # fmt: skip
        for row in found.collect():
            value, digest = row[f"f{int(row.html)}"], row[f"d{int(row.html)}"]
            bits = "-" if value is None else f"{unsigned(value):016x}"
            assert bits == expected[row.name][0], (recipe, row.name)
            # The bytes are in little-endian order; the file has a number. It has a digest of an
            # empty text too.
            if digest is not None:
                assert bytes(digest)[::-1].hex() == expected[row.name][1], (recipe, row.name)


def test_fingerprints_have_the_bits_of_the_package(texts):
    found = {row.id: row for row in texts.select(
        "id", F.fingerprint("text").alias("text"), F.fingerprint("page", html=True).alias("page"),
        F.digest("text").alias("digest"), F.sketch("text").alias("sketch")).collect()}  # fmt: skip
    expected = list(facsim.fingerprint([text for _, text in TEXTS]))
    assert [unsigned(found[name].text) for name, _ in TEXTS] == expected
    assert expected[0] is not None and expected[2] is None
    assert unsigned(found["a"].page) == facsim.fingerprint([PAGE], html=True)[0]
    assert bytes(found["b"].digest) == facsim.digest([TEXTS[1][1]])[0]
    assert bytes(found["b"].sketch) == facsim.sketch([TEXTS[1][1]])[0]
    assert found["d"].digest is None


def test_facts_take_html_where_there_is_one(texts):
    frame = texts.selectExpr("id", "text", "if(id = 'b', page, null) as page")
    made = F.facts("text", "page")
    found = {row.id: row.facts for row in frame.select("id", made.alias("facts")).collect()}
    page = next(iter(facsim.facts([PAGE], html=True)))
    text = next(iter(facsim.facts([LONG])))
    for name, expected in (("a", text), ("b", page)):
        for member in ("digest", "units", "text_bytes", "title", "judged_text"):
            assert found[name][member] == expected[member], (name, member)
        assert unsigned(found[name].fingerprint) == expected["fingerprint"]
    assert found["b"].title == "Ferry" and found["d"].units is None
    assert len({row.recipe for row in found.values()}) == 1
    with pytest.raises(TypeError, match="text=, html= or both"):
        F.facts()


def test_compare_and_hamming_equal_the_package(texts):
    other = texts.selectExpr("text as other", "id as other_id").where("other_id = 'b'")
    pairs = texts.crossJoin(other).select(
        "id", F.compare("text", "other").alias("c"),
        F.hamming(F.fingerprint("text"), F.fingerprint("other")).alias("h"),
    )  # fmt: skip
    found = {row.id: row for row in pairs.collect()}
    expected = facsim.compare(LONG, TEXTS[1][1])
    row = found["a"].c
    assert (row.kind, row.resemblance, row.agreement, row.distance, row.same_text) == (
        expected.kind, expected.resemblance, expected.agreement, expected.distance, False)  # fmt: skip
    assert (row.containment, row.containment_reverse) == expected.containment
    assert found["a"].h == expected.distance and found["c"].h is None
    assert found["d"].c is None


def test_sql_has_the_functions(spark, texts):
    names = register(spark)
    assert "facsim_fingerprint" in names and "facsim_compare_html" in names
    texts.createOrReplaceTempView("texts")
    row = spark.sql(
        "select facsim_fingerprint(text) f, facsim_facts(text).units u, facsim_digest(text) d, "
        "facsim_compare(text, text).kind k, facsim_hamming(facsim_fingerprint(text), "
        "~facsim_fingerprint(text)) h from texts where id = 'a'"
    ).first()
    assert unsigned(row.f) == facsim.fingerprint([LONG])[0]
    assert (row.k, row.h, row.u) == ("exact", 64, facsim.facts([LONG])[0]["units"])
