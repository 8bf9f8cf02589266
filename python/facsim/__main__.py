# SPDX-License-Identifier: Apache-2.0
from ._cli import main

main()
