# SPDX-License-Identifier: Apache-2.0
"""Workers of the session load the package of this build."""

from pathlib import Path

import facsim


def test_workers_load_the_package_of_this_build(spark):
    def where(batches):
        import pyarrow as pa

        import facsim

        for _ in batches:
            yield pa.record_batch({"path": [facsim.__file__]})

    rows = spark.range(0, 2, 1, 2).mapInArrow(where, "path string").collect()
    assert {Path(row.path) for row in rows} == {Path(facsim.__file__)}
