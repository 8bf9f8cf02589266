# SPDX-License-Identifier: Apache-2.0
"""``python -m facsim.spark VERB ...``"""

import sys

from facsim.spark._main import main

if __name__ == "__main__":
    sys.exit(main())
