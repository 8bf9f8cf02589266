// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/byte_source.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <utility>

#include "facsim/files/member_reader.h"
#include "facsim/files/own_file.h"
#include "facsim/files/packed_input.h"
#include "facsim/files/unpacker.h"

namespace facsim {

namespace {

// Limit of remembered member starts if the caller never asks for them; the oldest are forgotten
// first.
constexpr std::size_t kMemberStartsMax = std::size_t{1} << 20;

class PlainSource final : public ByteSource {
 public:
  explicit PlainSource(PackedInput input) : input_(std::move(input)) {}

  [[nodiscard]] std::size_t read(std::span<char> into) override {
    if (into.empty()) return 0;
    const std::string_view bytes = input_.at_hand().substr(0, into.size());
    if (!bytes.empty()) std::memcpy(into.data(), bytes.data(), bytes.size());
    input_.consume(bytes.size());
    return bytes.size();
  }
  [[nodiscard]] std::optional<Damage> damage() const override { return std::nullopt; }
  [[nodiscard]] std::uint64_t packed_position() const override { return input_.position(); }
  [[nodiscard]] std::optional<std::uint64_t> member_at(std::uint64_t) override {
    return std::nullopt;
  }
  [[nodiscard]] std::optional<MemberStart> first_member(std::uint64_t,
                                                        std::uint64_t) const override {
    return std::nullopt;
  }

 private:
  PackedInput input_;
};

class MemberSource final : public ByteSource {
 public:
  explicit MemberSource(MemberReader reader) : reader_(std::move(reader)) {}

  [[nodiscard]] std::size_t read(std::span<char> into) override {
    std::size_t filled = 0;
    while (filled < into.size()) {
      if (!inside_) {
        if (!reader_.next()) break;
        inside_ = fresh_ = true;
      }
      const std::size_t bytes = reader_.read(into.subspan(filled));
      if (bytes == 0) {
        inside_ = false;
      } else if (std::exchange(fresh_, false)) {
        remember(unpacked_ + filled, reader_.member_begin());
      }
      filled += bytes;
    }
    unpacked_ += filled;
    return filled;
  }

  [[nodiscard]] std::optional<Damage> damage() const override { return reader_.damage(); }
  [[nodiscard]] std::uint64_t packed_position() const override { return reader_.packed_position(); }

  [[nodiscard]] std::optional<std::uint64_t> member_at(std::uint64_t unpacked_offset) override {
    while (!starts_.empty() && starts_.front().unpacked < unpacked_offset) starts_.pop_front();
    if (starts_.empty() || starts_.front().unpacked != unpacked_offset) return std::nullopt;
    return starts_.front().packed;
  }

  [[nodiscard]] std::optional<MemberStart> first_member(std::uint64_t begin,
                                                        std::uint64_t end) const override {
    const auto found = std::ranges::lower_bound(starts_, begin, {}, &MemberStart::unpacked);
    if (found == starts_.end() || found->unpacked >= end) return std::nullopt;
    return *found;
  }

 private:
  void remember(std::uint64_t unpacked, std::uint64_t packed) {
    if (starts_.size() == kMemberStartsMax) starts_.pop_front();
    starts_.push_back({unpacked, packed});
  }

  MemberReader reader_;
  bool inside_ = false;
  bool fresh_ = false;  // no byte of this member has been returned yet
  std::uint64_t unpacked_ = 0;
  std::deque<MemberStart> starts_;
};

std::unique_ptr<ByteSource> bytes_of(PackedInput input) {
  const Packing packing = packing_of_file(input);
  if (packing == Packing::none) return std::make_unique<PlainSource>(std::move(input));
  return std::make_unique<MemberSource>(MemberReader(std::move(input), make_unpacker(packing)));
}

}  // namespace

std::unique_ptr<ByteSource> open_bytes(const std::string& path) {
  return bytes_of(PackedInput(path));
}

std::unique_ptr<ByteSource> open_own_bytes(const std::string& path) {
  return bytes_of(PackedInput(open_own_file(path), path));
}

}  // namespace facsim
