// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the plug-in for Parquet, and the Arrow libraries it needs.
//
// The plug-in is $FACSIM_PARQUET_PLUGIN if set, else facsim_parquet.so beside the program or in
// ../lib/facsim from there. It requires the libraries of one version of pyarrow. If the system's
// loader does not find them, facsim looks in the folders of $FACSIM_ARROW_LIBRARIES (separated by
// colons), in a package pyarrow beside the package that contains the plug-in (a wheel), and in the
// pyarrow of the environment $VIRTUAL_ENV.

#include <cstdint>

#include "facsim/tables/parquet_plugin.h"

namespace facsim {

// For a process that has Arrow from elsewhere: parquet_plugin() calls `entry` instead, unless
// $FACSIM_PARQUET_PLUGIN is set. Call before the first file is opened.
void use_instead_of_parquet_plugin(const parquet::Entry& (*entry)());

// Loads the plug-in at the first call; it stays loaded. If that fails, every call throws
// Error{unsupported}, which says what is missing and how to get it. Any thread.
[[nodiscard]] const parquet::Entry& parquet_plugin();

// Memory of plug-in and libraries by themselves: 20 to 22 MiB as measured (Debian 12, pyarrow 21),
// plus something for their buffers of a file.
inline constexpr std::uint64_t kParquetPluginBytes = std::uint64_t{24} << 20;

}  // namespace facsim
