# SPDX-License-Identifier: Apache-2.0
"""How a session learns of the data sources."""

from __future__ import annotations

from pyspark.sql import SparkSession

from ._index_source import IndexSource
from ._warc_source import WarcSource


def register_sources(spark: SparkSession) -> list[str]:
    """Makes "facsim_warc" and "facsim_index" formats of this session; says their names."""
    for source in (WarcSource, IndexSource):
        spark.dataSource.register(source)
    return [WarcSource.name(), IndexSource.name()]
