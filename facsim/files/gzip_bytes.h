// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes in memory as one gzip member, for what is written inside something else.

#include <string>
#include <string_view>

namespace facsim {

// Cost: some 20 MB/s; memory: as much again as the bytes. The same bytes for the same bytes.
[[nodiscard]] std::string gzip_bytes(std::string_view bytes);

}  // namespace facsim
