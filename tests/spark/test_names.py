# SPDX-License-Identifier: Apache-2.0
"""`names` keeps two pages of one template, and False removes the second, in Spark too."""

import json

import facsim
import facsim.spark
import pytest
from facsim.spark import functions as F
from facsim.spark._main import main
from names_world import BY_NAMES, DATE, FLOAT, MOVED, PAGES, WITHOUT_NAMES
from spark_world import frame_of, marks_of_spark, same_answer

OFF = facsim.Profile(names=False)
ROWS = [page | {"number": number} for number, page in enumerate(PAGES)]
pytestmark = pytest.mark.filterwarnings(
    "ignore:.*two pages of one template:facsim.errors.RunWarning"
)


@pytest.mark.parametrize(
    ("settings", "gone"),
    [({}, BY_NAMES), ({"names": False}, WITHOUT_NAMES), ({"profile": OFF}, WITHOUT_NAMES)],
)
def test_dedup(spark, settings, gone):
    marks = marks_of_spark(frame_of(spark, ROWS), **settings)
    assert sorted(id for id, mark in marks.items() if mark["removed"]) == gone
    same_answer(spark, ROWS, **settings)


def test_a_checkpoint_with_other_names_is_refused(spark, tmp_path):
    frame, folder = frame_of(spark, ROWS), str(tmp_path / "steps")
    marks_of_spark(frame, checkpoint=folder)
    with pytest.raises(facsim.Error, match="of a job with other settings"):
        marks_of_spark(frame, checkpoint=folder, names=False)


def test_only_a_bool_is_taken(spark):
    frame = frame_of(spark, ROWS)
    for profile in ("balanced", OFF):
        with pytest.raises(TypeError, match="^names is a bool, not str"):
            facsim.spark.dedup(frame, id="id", html="html", profile=profile, names="off")
    with pytest.raises(ValueError, match=r"names, text_part: give them to facsim.Profile"):
        facsim.spark.dedup(frame, id="id", html="html", profile=OFF, names=False)


@pytest.mark.parametrize(
    ("flags", "gone"),
    [([], BY_NAMES), (["--names", "on"], BY_NAMES), (["--names", "off"], WITHOUT_NAMES)],
)
def test_the_command(spark, tmp_path, flags, gone):
    source, out = tmp_path / "in.jsonl", tmp_path / "out"
    source.write_text("".join(json.dumps(page) + "\n" for page in PAGES))
    order = ["--keep", "first", "--tasks", "1"]
    assert main(["dedup", str(source), str(out), "-q", *order, *flags]) == 0
    lines = "".join(path.read_text() for path in (out / "duplicates").glob("part-*")).splitlines()
    assert sorted(json.loads(line)["id"] for line in lines) == gone


def test_the_command_takes_on_and_off_alone(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["dedup", "in", "out", "--names", "no"])
    assert ended.value.code == 2 and "--names" in capsys.readouterr().err


@pytest.mark.parametrize("direction", ["known", "new"])
def test_subtract(spark, tmp_path, direction):
    with facsim.PageIndex.begin(tmp_path / "known.idx") as index:
        index.add([DATE], id="id", url="url", html="html")
    new = frame_of(spark, [FLOAT, MOVED])
    for profile, gone in (("balanced", BY_NAMES), (OFF, WITHOUT_NAMES)):
        found = facsim.spark.subtract(
            new, str(tmp_path / "known.idx"), profile=profile, direction=direction, html="html",
            url="url",
        )  # fmt: skip
        assert sorted(row.id for row in found.where("facsim.removed").collect()) == gone


def test_compare(spark):
    frame = spark.createDataFrame([(DATE["html"], FLOAT["html"])], "a string, b string")
    both = [F.compare("a", "b", profile=profile, html=True).alias(name)
            for name, profile in (("usual", "balanced"), ("off", OFF))]  # fmt: skip
    row = frame.select(*both).first()
    assert row.usual.kind != "content" and row.off.kind == "content"
