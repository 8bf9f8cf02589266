// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parquet in a Python process: pyarrow reads it (facsim/_parquet.py) instead of the plug-in.

#include "facsim/tables/parquet_plugin.h"

namespace facsim::python {

// Replaces the plug-in. Files can only be read; copies are refused. Any thread may use it, with or
// without the interpreter's lock. Throws Error{unsupported} without pyarrow.
[[nodiscard]] const parquet::Entry& pyarrow_entry();

}  // namespace facsim::python
