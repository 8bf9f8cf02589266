# SPDX-License-Identifier: Apache-2.0
"""Registers the data sources in a session."""

from __future__ import annotations

from pyspark.sql import SparkSession

from ._index_source import IndexSource
from ._warc_source import WarcSource


def register_sources(spark: SparkSession) -> list[str]:
    """Registers the formats "facsim_warc" and "facsim_index", and returns their names."""
    for source in (WarcSource, IndexSource):
        spark.dataSource.register(source)
    return [WarcSource.name(), IndexSource.name()]
