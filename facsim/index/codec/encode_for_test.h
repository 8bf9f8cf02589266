// SPDX-License-Identifier: Apache-2.0
#pragma once
// Encodes all keys of a table at once, in memory: for tests, fuzz targets and benchmarks.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "facsim/index/codec/codec.h"

namespace facsim {

inline std::vector<std::byte> encode_sorted_keys(Codec codec, std::span<const std::uint64_t> keys) {
  std::vector<std::byte> bytes;
  SortedKeysBuilder builder(codec, [&bytes](std::span<const std::byte> piece) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  });
  if (builder.needs_scan()) builder.scan(keys);
  builder.add(keys);
  builder.build();
  return bytes;
}

}  // namespace facsim
