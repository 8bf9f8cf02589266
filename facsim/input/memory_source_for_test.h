// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes in memory as a source, for tests and fuzzing: read in steps of any size, with members and
// damage at any place.

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "facsim/files/byte_source.h"

namespace facsim {

struct MemorySourceOptions {
  std::size_t step_bytes = std::size_t{1} << 20;        // at most this many bytes a read
  std::map<std::uint64_t, std::uint64_t> members = {};  // unpacked begin -> packed begin
  std::optional<Damage> damage = {};                    // reported once the end is reached
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string bytes, MemorySourceOptions options = {})
      : bytes_(std::move(bytes)), options_(std::move(options)) {}

  std::size_t read(std::span<char> into) override {
    const std::size_t count =
        std::min({into.size(), options_.step_bytes, bytes_.size() - position_});
    if (count > 0) std::memcpy(into.data(), bytes_.data() + position_, count);
    position_ += count;
    return count;
  }
  std::optional<Damage> damage() const override {
    return position_ == bytes_.size() ? options_.damage : std::nullopt;
  }
  std::uint64_t packed_position() const override { return position_; }
  // As strict as a file: members before the last requested offset are forgotten, and members that
  // were not read are unknown.
  std::optional<std::uint64_t> member_at(std::uint64_t unpacked_offset) override {
    options_.members.erase(options_.members.begin(), options_.members.lower_bound(unpacked_offset));
    const auto member = options_.members.find(unpacked_offset);
    if (member == options_.members.end() || unpacked_offset >= position_) return std::nullopt;
    return member->second;
  }
  std::optional<MemberStart> first_member(std::uint64_t begin, std::uint64_t end) const override {
    const auto member = options_.members.lower_bound(begin);
    if (member == options_.members.end() ||
        member->first >= std::min<std::uint64_t>(end, position_))
      return std::nullopt;
    return MemberStart{member->first, member->second};
  }

 private:
  std::string bytes_;
  MemorySourceOptions options_;
  std::size_t position_ = 0;
};

}  // namespace facsim
