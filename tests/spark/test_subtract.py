# SPDX-License-Identifier: Apache-2.0
"""subtract(): the answer of facsim dedup NEW --against INDEX, without old texts."""

import json
import shutil

import facsim
import facsim.spark
import pytest
from making import corpus, near, words, write_jsonl
from real_data import real_lines
from running import facsim as program
from running import read_jsonl


@pytest.fixture(scope="module", autouse=True)
def registered(spark):
    facsim.spark.register(spark)


def rows_without_old_texts(folder, old, new, profile):
    """What the program says of the new pages, by id, where the old file is gone."""
    reach = ["--max-distance", "8"] if profile == "thorough" else []
    program.done("index", "build", old, "-o", folder / "idx", "--profile", profile, *reach)
    old.unlink()
    program.done("dedup", new, "-o", folder / "out", "--against", folder / "idx", "--profile", profile)
    rows = read_jsonl(folder / "out" / "duplicates.jsonl")
    rows += read_jsonl(folder / "out" / "reported.jsonl")
    return {row["id"]: row for row in rows}


def subtracted(spark, new, known, field, profile, direction):
    frame = spark.read.format("facsim_warc").load(str(new)).repartition(3, "id")
    found = facsim.spark.subtract(
        frame, known, profile=profile, direction=direction, url="url", **{field: field}
    )
    return {row.id: row.facsim for row in found.select("id", "facsim").collect()}


def without_repeats(lines, field, profile):
    """The documents that do not repeat each other, ids made unique."""
    documents = [json.loads(line) for line in lines]
    for number, document in enumerate(documents):
        document["id"] = f"{number}:{document['id']}"
    result = facsim.dedup(documents, id="id", profile=profile, **{field: field})
    return list(result.kept)


@pytest.mark.parametrize("direction", ["known", "new"])
@pytest.mark.parametrize(
    ("name", "field", "profile", "count"),
    [
        pytest.param("ota_terms", "text", "balanced", 4292, marks=pytest.mark.whole),
        pytest.param("ota_terms", "text", "strict", 1200, marks=pytest.mark.whole),
        pytest.param("tidb_zh", "text", "thorough", 1200, marks=pytest.mark.whole),
        pytest.param("ota_html_dev", "html", "thorough", 600, marks=pytest.mark.whole),
        ("ota_terms", "text", "balanced", 400),
        ("ota_terms", "text", "thorough", 400),
        ("ota_html_dev", "html", "balanced", 600),
    ],
)
def test_rows_are_those_of_dedup_against(
    spark, tmp_path, name, field, profile, count, direction
):
    lines = real_lines(name, count)
    old = [json.loads(line) for line in lines[::2]]
    for number, document in enumerate(old):
        document["id"] = f"old {number}"
    write_jsonl(tmp_path / "old.jsonl", old)
    new = without_repeats(lines[1::2], field, profile)
    write_jsonl(tmp_path / "new.jsonl", new)
    rows = rows_without_old_texts(tmp_path, tmp_path / "old.jsonl", tmp_path / "new.jsonl", profile)
    # A page that is only reported may be nearer to one of the batch, which subtract() has no part in.
    inside = {id for id, row in rows.items() if not row["in_index"]}
    rows = {id: row for id, row in rows.items() if row["in_index"]}
    found = subtracted(
        spark, tmp_path / "new.jsonl", str(tmp_path / "idx"), field, profile, direction
    )
    assert len(found) == len(new)
    told = {id: row for id, row in found.items() if row.representative is not None}
    removed = {row["id"] for row in read_jsonl(tmp_path / "out" / "duplicates.jsonl")}
    assert {id for id, row in found.items() if row.removed} == removed
    assert set(told) - inside == set(rows) and len(removed) > 15
    assert not removed & inside
    for id, row in rows.items():
        mine = told[id]
        assert mine.representative == row["representative"], id
        assert (mine.kind, mine.by, mine.distance) == (row["kind"], row["by"], row["distance"])
        # Rows have four decimals.
        assert mine.resemblance == pytest.approx(row["resemblance"], abs=0.000051)
        shares = [mine.containment, mine.containment_reverse]
        assert shares == pytest.approx(row["containment"], abs=0.000051)


def frames(spark, old, new):
    schema = "id string, url string, text string"
    rows = [[(p["id"], p.get("url"), p.get("text")) for p in pages] for pages in (old, new)]
    return [spark.createDataFrame(each, schema).repartition(3) for each in rows]


@pytest.fixture(scope="module")
def batch():
    pages = corpus(240)
    return pages[:120], pages[120:]


def test_with_dedup_of_the_rest_it_removes_what_dedup_against_removes(spark, batch, tmp_path):
    old, new = batch
    write_jsonl(tmp_path / "old.jsonl", old)
    write_jsonl(tmp_path / "new.jsonl", new)
    rows = rows_without_old_texts(
        tmp_path, tmp_path / "old.jsonl", tmp_path / "new.jsonl", "balanced"
    )
    old_frame, new_frame = frames(spark, old, new)
    known = facsim.spark.page_facts(old_frame, url="url")
    found = facsim.spark.subtract(new_frame, known, url="url")
    removed = {row.id for row in found.where("facsim.removed").collect()}
    left = [page for page in new if page["id"] not in removed]
    rest = facsim.dedup(left, id="id", url="url")
    removed |= {page["id"] for page in left} - {page["id"] for page in rest.kept}
    assert removed == set(rows) and len(removed) > 40


def test_a_known_set_grows_by_what_was_kept(spark, batch, tmp_path):
    old, new = batch
    known = str(tmp_path / "known")
    old_frame, new_frame = frames(spark, old, new)
    day = facsim.spark.page_facts(old_frame, url="url").selectExpr("*", "'2026-01-01' day")
    facsim.spark.append(known, day, partition_by=["day"])
    assert (tmp_path / "known" / "day=2026-01-01").is_dir()
    facts = facsim.spark.page_facts(new_frame, url="url").persist()
    met = spark.sparkContext.accumulator(0)

    def passed(rows):
        for row in rows:
            met.add(1)
            yield row

    read = spark.read.parquet(known)
    watched = spark.createDataFrame(read.rdd.mapPartitions(passed), read.schema)
    found = facsim.spark.subtract(facts, watched)
    before = met.value
    kept = found.where("not facsim.removed").selectExpr("id", "url", "facts", "'2026-01-02' day")
    number = kept.count()
    assert 0 < number < len(new)
    facsim.spark.append(known, kept, partition_by=["day"])
    assert spark.read.parquet(known).count() == len(old) + number
    assert found.where("not facsim.removed").count() == number, "what was found does not change"
    assert met.value - before == len(old), "the known set flows past once"
    again = facsim.spark.subtract(facts, spark.read.parquet(known))
    assert again.where("not facsim.removed").count() == 0


def test_a_known_set_keeps_its_layout(spark, batch, tmp_path):
    """Spark reads no file beside the folders of a partitioned set."""
    facts = facsim.spark.page_facts(frames(spark, *batch)[0], url="url")
    facts = facts.selectExpr("*", "'2026-01-01' day", "'one' part").persist()
    days, plain = tmp_path / "run=5" / "days", tmp_path / "run=5"
    facsim.spark.append(str(days), facts, partition_by=["day", "part"])
    number = spark.read.parquet(str(days)).count()
    for columns in ((), ("day",), ("part", "day")):
        with pytest.raises(facsim.errors.InvalidArgumentError, match="partitioned by day, part; "):
            others = {"day", "part"} - set(columns)
            facsim.spark.append(str(days), facts.drop(*others), partition_by=columns)
    assert spark.read.parquet(str(days)).count() == number
    facsim.spark.append(str(days), facts, partition_by=["day", "part"])
    assert spark.read.parquet(str(days)).count() == 2 * number

    shutil.rmtree(days)
    for _ in range(2):
        facsim.spark.append(str(plain), facts.drop("day", "part"))
    with pytest.raises(facsim.errors.InvalidArgumentError, match="it is not partitioned"):
        facsim.spark.append(str(plain), facts.drop("part"), partition_by=["day"])
    assert spark.read.parquet(str(plain)).count() == 2 * number


def test_what_was_found_does_not_change_with_the_folder_that_was_read(spark, batch, tmp_path):
    old, new = batch
    known = str(tmp_path / "known")
    old_frame, new_frame = frames(spark, old, new)
    facsim.spark.append(known, facsim.spark.page_facts(old_frame, url="url"))
    facts = facsim.spark.page_facts(new_frame, url="url").persist()
    found = facsim.spark.subtract(facts, spark.read.parquet(known))
    kept = found.where("not facsim.removed").select("id", "url", "facts")
    number = kept.count()
    facsim.spark.append(known, kept)
    assert kept.count() == number > 0


@pytest.mark.parametrize("direction", ["known", "new"])
def test_one_index_is_asked_by_each_profile_and_in_each_state(spark, tmp_path, direction):
    """Workers keep indexes open from one job to the next."""
    folder, number = str(tmp_path / "known.idx"), 60

    def built(seed):
        pages = [{"id": f"{seed}{i}", "text": words(f"{seed}{i}", 200)} for i in range(number)]
        write_jsonl(tmp_path / "old.jsonl", pages)
        shutil.rmtree(folder, ignore_errors=True)
        program.done("index", "build", tmp_path / "old.jsonl", "-o", folder)
        return pages

    def removed(profile):
        found = facsim.spark.subtract(new, folder, profile=profile, direction=direction)
        return sorted(row.id for row in found.where("facsim.removed").collect())

    pages = built("a")
    rows = [("same", pages[0]["text"]), ("near", f"{pages[1]['text']} {words('more', 14)}"),
            ("far", f"{pages[2]['text']} {words('else', 54)}")]  # fmt: skip
    new = spark.createDataFrame(rows, "id string, text string")
    loose = facsim.Profile("balanced", min_resemblance=0.3)
    tight = facsim.Profile("balanced", min_resemblance=0.97)
    assert removed("balanced") == ["near", "same"]
    assert removed(loose) == ["far", "near", "same"]
    assert removed(tight) == ["same"]
    built("b")
    assert removed("balanced") == removed(loose) == []


def test_a_profile_with_a_recipe_of_its_own_asks_in_both_directions(spark, tmp_path):
    write_jsonl(tmp_path / "old.jsonl", [{"id": "k", "text": words("same", 200)}])
    folder = str(tmp_path / "known.idx")
    program.done("index", "build", tmp_path / "old.jsonl", "-o", folder,
                 "--profile", "thorough", "--max-distance", "8")  # fmt: skip
    new = spark.createDataFrame([("n", near("same", 1, 200))], "id string, text string")
    for profile in (facsim.Profile("thorough", min_resemblance=0.7),
                    facsim.Profile("balanced", recipe="thorough"),
                    facsim.Profile("balanced", recipe=facsim.Recipe("thorough"))):  # fmt: skip
        for direction in ("known", "new"):
            found = facsim.spark.subtract(new, folder, profile=profile, direction=direction)
            assert found.first().facsim.removed, (profile, direction)


def test_facts_by_another_recipe_are_refused(spark, batch, tmp_path):
    old_frame, new_frame = frames(spark, *batch)
    thorough = facsim.spark.page_facts(old_frame, profile="thorough")
    with pytest.raises(facsim.errors.InvalidArgumentError, match="known: .*facts by recipe"):
        facsim.spark.subtract(new_frame, thorough)
    known = str(tmp_path / "known")
    facsim.spark.append(known, thorough, profile="thorough")
    with pytest.raises(facsim.errors.InvalidArgumentError, match="facts by recipe"):
        facsim.spark.append(known, facsim.spark.page_facts(old_frame))
    assert spark.read.parquet(known).count() == len(batch[0])


def test_nulls_repeated_ids_and_other_columns(spark, batch):
    old_frame, _ = frames(spark, *batch)
    known = facsim.spark.page_facts(old_frame)
    rows = [(1, "a", batch[0][0]["text"]), (2, "b", None), (3, "c", ""), (4, "d", "short")]
    new = spark.createDataFrame(rows, "number bigint, name string, text string")
    found = facsim.spark.subtract(new, known, id="number").orderBy("number").collect()
    assert [(row.number, row.name, row.facsim.removed) for row in found] == [
        (1, "a", True), (2, "b", False), (3, "c", False), (4, "d", False)]  # fmt: skip
    assert found[0].facsim.representative == batch[0][0]["id"]
    assert found[0].facsim.kind == "exact" and found[1].facsim.kind is None
    with pytest.raises(facsim.errors.InvalidArgumentError, match="1 rows have no id"):
        facsim.spark.subtract(spark.createDataFrame([(None, "x")], "id string, text string"), known)
    twice = spark.createDataFrame([("x", "x"), ("x", "y")], "id string, text string")
    with pytest.raises(facsim.errors.InvalidArgumentError, match="1 ids stand in more than one"):
        facsim.spark.subtract(twice, known)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"text": "body"}, "text='body': there is no such column; the columns are: id, url, text"),
        ({"id": "name"}, "id='name': there is no such column"),
        ({"remove": ["near"]}, "remove='near': one of exact, content, layout, partial"),
        ({"direction": "new"}, "known must be the path of an index folder"),
        ({"direction": "back"}, "auto, known or new"),
        ({"id": "Facsim"}, "a column 'Facsim', which the result needs"),
    ],
)
def test_what_does_not_fit_is_refused(spark, batch, how, sentence):
    old_frame, new_frame = frames(spark, *batch)
    known = facsim.spark.page_facts(old_frame)
    if how.get("id") == "Facsim":
        new_frame = new_frame.withColumnRenamed("id", "Facsim")
    with pytest.raises(facsim.errors.InvalidArgumentError, match=sentence):
        facsim.spark.subtract(new_frame, known, **how)


def test_a_column_of_numbers_holds_no_texts(spark, batch):
    old_frame, new_frame = frames(spark, *batch)
    with pytest.raises(facsim.errors.InvalidArgumentError, match="a column of texts is wanted"):
        facsim.spark.page_facts(new_frame.selectExpr("id", "1 as text"))


def test_of_equals_the_smallest_order_is_named(spark):
    text = words("same", 200)
    known = [(f"k{i}", text, 10 - i) for i in range(5)]
    frame = spark.createDataFrame(known, "id string, text string, order int")
    facts = facsim.spark.page_facts(frame, keep=["order"]).repartition(4)
    new = spark.createDataFrame([("n", near("same", 1, 200))], "id string, text string")
    [row] = facsim.spark.subtract(new, facts).collect()
    assert row.facsim.representative == "k4" and row.facsim.removed
    [row] = facsim.spark.subtract(new, facts.drop("order")).collect()
    assert row.facsim.representative == "k0"
