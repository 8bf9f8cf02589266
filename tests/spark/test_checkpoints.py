# SPDX-License-Identifier: Apache-2.0
"""A job that died continues after its last finished step; steps of another job are rejected."""

import facsim
import pytest
from facsim.spark import _dedup
from spark_world import frame_of, marks_of_one_machine, marks_of_spark, with_all

LONG = "The ferry leaves the old quay at seven in the morning, at noon and at five. " * 3
ROWS = [{"id": str(number), "number": number, "text": LONG * (1 + number % 3)}
        for number in range(12)]  # fmt: skip


def test_goes_on_from_the_last_finished_step(spark, tmp_path, monkeypatch):
    frame, folder = frame_of(spark, ROWS), str(tmp_path / "steps")

    def dies(*_):
        raise RuntimeError("the driver dies here")

    with monkeypatch.context() as broken:
        broken.setattr(_dedup, "_decisions", dies)
        with pytest.raises(RuntimeError, match="dies here"):
            marks_of_spark(frame, checkpoint=folder)
    assert (tmp_path / "steps/members.done").is_dir()
    assert not (tmp_path / "steps/decisions").exists()

    with monkeypatch.context() as watched:
        for done in ("_facts", "links_of", "members_of"):
            watched.setattr(_dedup, done, dies)
        found = marks_of_spark(frame, checkpoint=folder)
    assert found == marks_of_one_machine(with_all(ROWS))

    with pytest.raises(facsim.Error, match="of a job with other settings"):
        marks_of_spark(frame, checkpoint=folder, profile="strict")


def test_a_step_that_was_half_written_is_made_again(spark, tmp_path):
    frame, folder = frame_of(spark, ROWS), tmp_path / "steps"
    (folder / "facts").mkdir(parents=True)
    (folder / "facts/part-0.parquet").write_bytes(b"half of a file")
    assert marks_of_spark(frame, checkpoint=str(folder)) == marks_of_one_machine(with_all(ROWS))


def test_a_folder_of_other_pages_is_refused(spark, tmp_path):
    folder = str(tmp_path / "steps")
    first = marks_of_spark(frame_of(spark, ROWS), checkpoint=folder)
    again = frame_of(spark, ROWS[::-1]).repartition(3)
    assert marks_of_spark(again, checkpoint=folder) == first, "the same pages in another order"

    others = [row | {"text": f"{row['number']} is another text altogether. " * 9} for row in ROWS]
    for rows in (others, ROWS[1:], [row | {"id": "x" + row["id"]} for row in ROWS]):
        with pytest.raises(facsim.Error, match="of a job over other pages; name another folder"):
            marks_of_spark(frame_of(spark, rows), checkpoint=folder)
