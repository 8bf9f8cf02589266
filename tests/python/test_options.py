# SPDX-License-Identifier: Apache-2.0
"""Keep by several keys, fields that no row has, and the bound of containment for removal."""

import json
import random
from pathlib import Path

import facsim
import pyarrow as pa
import pytest
from facsim.errors import InvalidArgumentError
from making import near, words, write_jsonl

KEYS = ["longest", "shortest-url", "newest", "oldest", "field:a", "field:b", "first", "last", "input"]
ALL = ["exact", "content", "layout", "partial"]


def rows_of(chance: random.Random) -> list[dict]:
    return [
        {
            "text": words("one") + " x" * chance.randrange(3),
            "url": "u" * chance.randrange(1, 4),
            "time": chance.randrange(3),
            "a": chance.choice([0, 1, 2.5]),
            "b": chance.randrange(2),
        }
        for _ in range(12)
    ]


def twin(key: str, row: dict, at: int) -> float:
    field = key.removeprefix("field:")
    return {
        "longest": -len(row["text"]),
        "shortest-url": len(row["url"]),
        "newest": -row["time"],
        "oldest": row["time"],
        "first": at,
        "last": -at,
        "input": 0,
    }.get(key, -row.get(field, 0))


@pytest.mark.parametrize("seed", range(8))
def test_keys_against_a_sort_of_tuples(seed: int) -> None:
    chance = random.Random(seed)
    rows = rows_of(chance)
    whole = facsim.dedup(rows, url="url", time="time", keep=["field:a", "field:b"], min_resemblance=0.5)
    for _ in range(6):
        keys = chance.sample(KEYS, chance.randrange(1, 5))
        best = min(range(12), key=lambda at: [twin(key, rows[at], at) for key in [*keys, "first"]])
        for keep in (keys, ",".join(keys)):
            kinds = (rows, iter(rows), pa.Table.from_pylist(rows))
            for data in kinds if keep is keys else (rows,):
                result = facsim.dedup(data, url="url", time="time", keep=keep, min_resemblance=0.5)
                assert set(result.duplicates.column("representative_row").to_list()) == {best}
                assert result.summary["keep"] == ",".join(keys)
            again = whole.recluster(keep=keep)
            assert again.removed_rows == [row for row in range(12) if row != best]


def test_files_by_input(tmp_path: Path) -> None:
    for name in "abc":
        write_jsonl(tmp_path / name, [{"id": name, "text": near(1, ord(name))}])
    paths = [tmp_path / name for name in "cab"]
    result = facsim.dedup(paths, keep=["input", "last"])
    assert set(result.duplicates.column("representative").to_list()) == {"c"}
    assert [page["id"] for page in result.recluster(keep="last").kept] == ["b"]
    assert [page["id"] for page in result.recluster(keep=("input",)).kept] == ["c"]


def test_a_name_with_a_comma_is_one_of_a_list() -> None:
    rows = [{"text": near(1, i), "a,b": i} for i in range(3)]
    assert facsim.dedup(rows, keep=["field:a,b", "first"]).kept == rows[2:]
    with pytest.raises(InvalidArgumentError, match="'longest,first' is not one of first"):
        facsim.dedup(rows, keep=["longest,first"])
    with pytest.raises(TypeError, match="keep is a str or a list"):
        facsim.dedup(rows, keep=5)  # type: ignore[arg-type]


def test_a_member_that_no_row_has_names_those_that_exist() -> None:
    rows = [{"text": words(1), "score": 1}, {"text": words(2)}]
    sentence = "no row has a member 'scor'; members are: text, score; did you mean 'score'?"
    for data in (rows, iter(rows)):
        with pytest.raises(KeyError) as raised:
            facsim.dedup(data, keep="longest,field:scor")
        assert raised.value.args[0] == sentence
    with pytest.raises(KeyError, match="there is no column 'scor'"):
        facsim.dedup(pa.Table.from_pylist(rows), keep=["field:scor"])
    assert len(list(facsim.dedup(iter(rows), keep="field:score").kept)) == 2


def test_a_member_without_numbers_or_times() -> None:
    rows = [{"text": words(1), "n": None, "t": None}, {"text": words(2), "n": None, "t": None}]
    for data in (rows, iter(rows)):
        with pytest.raises(InvalidArgumentError, match="'n' never holds a number"):
            facsim.dedup(data, keep=["longest", "field:n"])
    with pytest.raises(InvalidArgumentError, match="no page has a time, so keep='newest'"):
        facsim.dedup(rows, time="t", keep="newest")


def test_fields_of_files(tmp_path: Path) -> None:
    rows = [{"id": "a", "text": words(1), "score": 1}]
    path = write_jsonl(tmp_path / "a.jsonl", rows)
    sentence = "no record has the field 'scor'; fields are: id, text, score; did you mean 'score'?"
    for call in (
        lambda: facsim.dedup(path, keep="field:scor"),
        lambda: facsim.dedup([path], id="scor"),
        lambda: facsim.dedup(path, time="scor"),
        lambda: list(facsim.read_pages(path, url="scor")),
        lambda: facsim.annotate(path, url="scor"),
    ):
        with pytest.raises(InvalidArgumentError) as raised:
            call()
        assert str(raised.value) == sentence
    assert len(facsim.dedup(path, id="id", keep="field:score").duplicates) == 0
    assert len(list(facsim.read_pages(path))) == 1


def test_the_bound_of_containment() -> None:
    quote = words("quote", 200)
    rows = [quote, " ".join([words("a", 150), quote, words("b", 150)])]
    kept = facsim.dedup(rows, profile="thorough", remove=ALL)
    assert len(kept.duplicates) == 0
    assert kept.reported.column("kept_by").to_list() == ["min_containment_to_remove"]
    assert kept.summary["kept_by_containment"]["partial"] == 1
    assert kept.summary["options"]["min_containment_to_remove"] == 0.9
    low = {"min_containment_to_remove": 0.3}
    assert kept.recluster(**low).removed_rows == [1]
    assert facsim.dedup(rows, profile="thorough", remove=ALL, **low).removed_rows == [1]
    profile = facsim.Profile("thorough", **low)
    assert facsim.dedup(rows, profile=profile, remove=ALL).removed_rows == [1]
    assert "min_containment_to_remove = 0.3" in profile.toml
    only = facsim.dedup(rows, profile=profile)
    assert only.reported.column("kept_by").to_list() == ["remove"]
    assert "min_containment_to_remove" not in json.dumps(only.summary["warnings"])
    with pytest.raises(ValueError, match="min_containment_to_remove=2 is no share"):
        facsim.dedup(rows, min_containment_to_remove=2)
    with pytest.raises(ValueError, match=r"give them to facsim\.Profile"):
        facsim.dedup(rows, profile=profile, **low)
    with pytest.warns(facsim.errors.RunWarning, match="only reports more pages"):
        kept.recluster(min_containment=0.6)
