// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/sections.h"

#include <cassert>
#include <cstring>

namespace facsim {

void MemorySections::write(std::span<const std::byte> bytes) {
  assert(open_ != nullptr && "begin() comes before write()");
  if (bytes.empty()) return;
  const std::size_t at = open_->bytes;
  open_->bytes += bytes.size();
  open_->lines.resize((open_->bytes + sizeof(Line) - 1) / sizeof(Line));
  std::memcpy(reinterpret_cast<std::byte*>(open_->lines.data()) + at, bytes.data(), bytes.size());
}

void MemorySections::end() {
  open_->lines.shrink_to_fit();
  open_ = nullptr;
}

std::optional<std::span<const std::byte>> MemorySections::find(std::string_view name) const {
  const auto found = sections_.find(name);
  if (found == sections_.end()) return std::nullopt;
  const Section& section = found->second;
  return std::span(reinterpret_cast<const std::byte*>(section.lines.data()), section.bytes);
}

std::uint64_t MemorySections::bytes() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& [name, section] : sections_) sum += section.bytes;
  return sum;
}

}  // namespace facsim
