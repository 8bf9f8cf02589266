# SPDX-License-Identifier: Apache-2.0
"""Assigns each component of candidates to a part and a task."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as sql


def members_of(facts: DataFrame, roots: DataFrame) -> DataFrame:
    """Returns the pages that have others to compare with: (id, node, component, bytes)."""
    found = facts.select("id", "node", "bytes").join(roots, "node")
    return found.select("id", "node", sql.col("other").alias("component"), "bytes")


def sizes_of(members: DataFrame) -> DataFrame:
    """Returns (component, pages, bytes): the size of each component."""
    return members.groupBy("component").agg(
        sql.count("*").alias("pages"), sql.sum("bytes").alias("bytes")
    )


def placed_in(members: DataFrame, tasks: int, giant_pages: int, largest: int) -> DataFrame:
    """Returns (id, node, part, task). A part is a partition; a giant component is its own task.

    ``largest``: the number of pages of the largest component.
    """
    part = sql.pmod(sql.xxhash64("component"), sql.lit(tasks)).cast("int")
    placed = members.withColumn("part", part)
    task = sql.col("part").cast("bigint")
    if largest > giant_pages:
        giants = sizes_of(members).where(sql.col("pages") > giant_pages)
        giants = sql.broadcast(giants.select("component", sql.col("component").alias("giant")))
        placed = placed.join(giants, "component", "left")
        task = sql.coalesce("giant", task)
    return placed.select("id", "node", "part", task.alias("task"))


def crowded_of(links: DataFrame, placed: DataFrame) -> DataFrame:
    """Returns (part, task, crowded): the keys of crowded anchors on the pages of each task."""
    keys = links.where("node is not null and is_crowded")
    joined = keys.join(placed, "node").select("part", "task", sql.col("other").alias("crowded"))
    return joined.distinct()
