// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the plug-in for Parquet, and Arrow for it.
//
// The plug-in is $FACSIM_PARQUET_PLUGIN where that is set, else facsim_parquet.so beside the
// program or in ../lib/facsim from there. It names the libraries of one pyarrow. Where the loader
// of the system does not find these, they are looked for in the folders of $FACSIM_ARROW_LIBRARIES
// (with colons), in a package pyarrow beside the package that the plug-in lies in (a wheel), and in
// the pyarrow of the environment $VIRTUAL_ENV.

#include <cstdint>

#include "facsim/tables/parquet_plugin.h"

namespace facsim {

// For a process that has Arrow in another way: what parquet_plugin() asks in its place, unless
// $FACSIM_PARQUET_PLUGIN is set. Before the first file.
void use_instead_of_parquet_plugin(const parquet::Entry& (*entry)());

// Loaded at the first call, and stays. Throws Error{unsupported} that says what is missing and how
// to get it, at each call. Any thread.
[[nodiscard]] const parquet::Entry& parquet_plugin();

// What plug-in and libraries take of memory by themselves: 20 to 22 MiB as measured (Debian 12,
// pyarrow 21), and some more for their buffers of a file.
inline constexpr std::uint64_t kParquetPluginBytes = std::uint64_t{24} << 20;

}  // namespace facsim
