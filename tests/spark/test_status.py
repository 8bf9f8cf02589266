# SPDX-License-Identifier: Apache-2.0
"""HTTP statuses in a frame: an error answer never stands for a page, as on one machine."""

import facsim
import pytest
from making import near
from pyspark.sql import SparkSession
from pyspark.sql.types import DoubleType, IntegerType, LongType

from facsim.spark import dedup


@pytest.mark.parametrize("kind", [IntegerType(), LongType(), DoubleType()])
def test_as_on_one_machine(spark: SparkSession, kind: object) -> None:
    rows = [
        {"id": f"{family}-{number}", "text": near(family, number), "code": code}
        for family in range(6)
        for number, code in enumerate([404, None, 503, 200][family % 2 :])
    ]
    plain = spark.createDataFrame(rows, "id string, text string, code int")
    frame = plain.withColumn("code", plain.code.cast(kind))
    marked = dedup(frame, id="id", status="code").collect()
    removed = {row.id: row.facsim.representative for row in marked if row.facsim.removed}
    alone = facsim.dedup(rows, id="id", status="code").duplicates
    assert removed == {row["id"]: row["representative"] for row in alone} and len(removed) > 10
    code = {row["id"]: row["code"] or 0 for row in rows}
    assert all(code[kept] < 400 for kept in removed.values())
