# SPDX-License-Identifier: Apache-2.0
"""Drop-ins for other packages: the import line is the only change."""
