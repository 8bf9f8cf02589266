# SPDX-License-Identifier: Apache-2.0
"""Into which part and task each component of candidates is dealt."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as sql


def members_of(facts: DataFrame, roots: DataFrame) -> DataFrame:
    """Nodes with anything to compare: (node, component, pages, bytes)."""
    counts = facts.where("node is not null").groupBy("node").agg(
        sql.count("*").alias("pages"), sql.sum("bytes").alias("bytes")
    )
    joined = counts.join(roots, "node", "left").where("other is not null or pages > 1")
    component = sql.coalesce("other", "node").alias("component")
    return joined.select("node", component, "pages", "bytes")


def placed_in(members: DataFrame, tasks: int, giant_pages: int) -> DataFrame:
    """(node, part, task): a part is a partition; a component that is a giant a task of its own."""
    sizes = members.groupBy("component").agg(sql.sum("pages").alias("size"))
    part = sql.pmod(sql.xxhash64("component"), sql.lit(tasks)).cast("int")
    task = sql.when(sql.col("size") > giant_pages, sql.col("component")).otherwise(
        sql.col("part").cast("bigint")
    )
    dealt = sizes.withColumn("part", part).withColumn("task", task)
    return members.join(dealt.select("component", "part", "task"), "component").select(
        "node", "part", "task"
    )


def crowded_of(links: DataFrame, placed: DataFrame) -> DataFrame:
    """(part, task, crowded): the keys of crowded anchors that pages of a task have."""
    keys = links.where("node is not null and is_crowded")
    joined = keys.join(placed, "node").select("part", "task", sql.col("other").alias("crowded"))
    return joined.distinct()
