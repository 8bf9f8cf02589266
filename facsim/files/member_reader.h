// SPDX-License-Identifier: Apache-2.0
#pragma once
// A packed file member by member: where each begins and ends, and its unpacked bytes.
//
// Promise: all bytes that can be unpacked come out, in the order of the file. After a damaged
// member the reader looks for the next place where a member plausibly begins (magic, sane header,
// its first bytes unpack) and goes on there; a file that is cut in a member ends there. Bytes of
// zero between and behind members are padding; any other bytes there are damage. How many bytes of
// a damaged member come out depends on the file alone, not on the buffers it is read with.
//
// Cost: one pass. Only damage is looked at twice, and for kRescanBytesMax in all; the tries of the
// search are counted too (kStartTriesMax), so that no file takes more than linear time.
// Private to this room and to output/, which copies members. One thread at a time.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "facsim/files/packed_input.h"
#include "facsim/files/unpacker.h"

namespace facsim {

// Bytes, packed and unpacked, that are gone back over to look for a member inside a damaged one.
inline constexpr std::uint64_t kRescanBytesMax = std::uint64_t{256} << 20;
// Places with a member's magic that turned out to be none, before the search is given up.
inline constexpr std::uint32_t kStartTriesMax = 100'000;

// The packing of a file whose first bytes `input` stands at. zstd and lz4 share skippable frames:
// what comes behind those decides, as far as one buffer shows.
[[nodiscard]] Packing packing_of_file(PackedInput& input);

class MemberReader {
 public:
  MemberReader(PackedInput input, std::unique_ptr<Unpacker> unpacker);

  // Goes to the next member once read() has given 0; false at the end of the file.
  [[nodiscard]] bool next();
  // The next unpacked bytes of this member; 0 at its end.
  [[nodiscard]] std::size_t read(std::span<char> into);
  // Once read() has given 0: whether the member came to its proper end.
  [[nodiscard]] bool whole() const noexcept { return whole_; }
  // Where it begins, and, once read() has given 0 and it is whole, where it ends in the file.
  [[nodiscard]] std::uint64_t member_begin() const noexcept { return member_begin_; }
  [[nodiscard]] std::uint64_t member_end() const noexcept { return member_end_; }
  // Reads this member once more from its beginning, also after its end. Regular files only.
  void again();

  // The bytes at the beginning of the file that later members need: a dictionary's frame, or none.
  [[nodiscard]] std::uint64_t prologue_bytes() const noexcept { return prologue_bytes_; }
  [[nodiscard]] std::uint64_t packed_position() const noexcept { return input_.position(); }
  // The first damage met so far.
  [[nodiscard]] const std::optional<Damage>& damage() const noexcept { return damage_; }

 private:
  enum class Phase { between, inside, broken, search, ended };

  // Unpacks some more of this member; `into` always has the same size.
  [[nodiscard]] std::size_t step(std::span<char> into);
  void begin_member();
  void note(std::string what, std::uint64_t offset);
  void skip_padding();
  bool skip_frame(const Start& start);
  // Sets up the search after a damaged member.
  void leave_broken_member();
  // Goes to the next plausible start from position() on; false if there is none.
  bool search();
  bool unpacks(std::string_view bytes);

  PackedInput input_;
  std::unique_ptr<Unpacker> unpacker_;
  Phase phase_ = Phase::between;
  bool whole_ = false;
  bool cut_ = false;
  std::uint64_t member_begin_ = 0;
  std::uint64_t member_end_ = 0;
  std::uint64_t produced_ = 0;  // of this member
  std::vector<char> held_;      // of this member, for a reader with less room than a step
  std::size_t held_begin_ = 0;  // of the bytes in held_ that were not read
  std::size_t held_end_ = 0;
  std::uint64_t prologue_bytes_ = 0;
  std::uint64_t rescan_bytes_left_ = kRescanBytesMax;
  std::uint32_t tries_left_ = kStartTriesMax;
  std::optional<Damage> damage_;
};

}  // namespace facsim
