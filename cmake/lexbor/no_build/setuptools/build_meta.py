# SPDX-License-Identifier: Apache-2.0
"""A build backend that builds nothing.

`pip download` asks a source package for its metadata, and the real setuptools answers by
compiling Cython for minutes. This one writes the three lines that pip reads.
"""

import pathlib


class _Backend:
    def get_requires_for_build_wheel(self, config_settings=None):
        return []

    def prepare_metadata_for_build_wheel(self, metadata_directory, config_settings=None):
        folder = "selectolax-1.0.2.dist-info"
        path = pathlib.Path(metadata_directory) / folder
        path.mkdir(parents=True)
        (path / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: selectolax\nVersion: 1.0.2\n", encoding="utf-8"
        )
        return folder


__legacy__ = _Backend()
