// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/packed_column.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace facsim {

unsigned bits_below(std::uint64_t end) noexcept {
  return end <= 1 ? 0 : static_cast<unsigned>(std::bit_width(end - 1));
}

std::uint64_t packed_bytes(std::uint64_t count, unsigned bits) noexcept {
  return (count / 64 * bits + (count % 64 * bits + 63) / 64 + 1) * 8;
}

void PackedColumnBuilder::flush() {
  bytes_.append(std::as_bytes(std::span(words_, buffered_)));
  buffered_ = 0;
}

void PackedColumnBuilder::finish(SectionSink& sink, std::string_view name) {
  if (filled_ > 0) put(pending_);
  put(0);
  flush();
  sink.begin(name);
  copy_into(bytes_, sink);
  sink.end();
}

void copy_into(const SpillBytes& bytes, SectionSink& sink) {
  std::vector<std::byte> block(std::min<std::uint64_t>(bytes.size(), std::uint64_t{1} << 20));
  for (std::uint64_t at = 0; at < bytes.size();) {
    const auto length =
        static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), bytes.size() - at));
    bytes.read(at, std::span(block).first(length));
    sink.write(std::span(block).first(length));
    at += length;
  }
}

}  // namespace facsim
