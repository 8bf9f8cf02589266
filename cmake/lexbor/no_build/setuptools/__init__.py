# SPDX-License-Identifier: Apache-2.0
"""Stands in for setuptools while pip downloads a source package: see build_meta.py."""
