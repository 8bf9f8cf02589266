// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parquet in an interpreter: pyarrow reads it (facsim/_parquet.py), in the place of the plug-in.

#include "facsim/tables/parquet_plugin.h"

namespace facsim::python {

// What stands in for the plug-in. Its files only read; copies are refused. Any thread, with or
// without the interpreter's lock. Throws Error{unsupported} where there is no pyarrow.
[[nodiscard]] const parquet::Entry& pyarrow_entry();

}  // namespace facsim::python
