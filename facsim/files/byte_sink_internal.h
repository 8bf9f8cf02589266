// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sink that writes into an open file. Private to this room.

#include <memory>

#include "facsim/files/byte_sink.h"
#include "facsim/files/file_output_internal.h"

namespace facsim {

// Returns a sink that writes into `file`, which may be any descriptor.
[[nodiscard]] std::unique_ptr<ByteSink> make_sink(FileOutput file, Packing packing);

}  // namespace facsim
