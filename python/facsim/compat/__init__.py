# SPDX-License-Identifier: Apache-2.0
"""Drop-in replacements for other packages: only the import line changes."""
