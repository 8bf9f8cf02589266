// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads a packed file member by member: where each begins and ends, and its unpacked bytes.
//
// Promise: all bytes that can be unpacked are returned, in file order. After a damaged member the
// reader searches for the next place where a member plausibly begins (magic, plausible header, its
// first bytes unpack) and continues there; a file that is truncated in a member ends there. Zero
// bytes between and after members are padding; any other bytes there are damage. How many bytes of
// a damaged member are returned depends only on the file, not on the buffers of the reader.
//
// Cost: one pass. Only damaged parts are read twice, at most kRescanBytesMax in all; the attempts
// of the search are limited too (kStartTriesMax), so that no file takes more than linear time.
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

// Limit of the packed and unpacked bytes that are read again to find a member inside a damaged one.
inline constexpr std::uint64_t kRescanBytesMax = std::uint64_t{256} << 20;
// Limit of the places that have a member's magic but are not members, before the search ends.
inline constexpr std::uint32_t kStartTriesMax = 100'000;

// Returns the packing of a file; `input` is at its beginning. zstd and lz4 share skippable frames:
// the frame after those decides, if it is within one buffer.
[[nodiscard]] Packing packing_of_file(PackedInput& input);

class MemberReader {
 public:
  MemberReader(PackedInput input, std::unique_ptr<Unpacker> unpacker);

  // Goes to the next member after read() has returned 0; false at the end of the file.
  [[nodiscard]] bool next();
  // Returns the next unpacked bytes of this member; 0 at its end.
  [[nodiscard]] std::size_t read(std::span<char> into);
  // Once read() has returned 0: true if the member is complete and undamaged.
  [[nodiscard]] bool whole() const noexcept { return whole_; }
  // Offsets of this member in the file. The end is valid once read() has returned 0 and whole() is
  // true.
  [[nodiscard]] std::uint64_t member_begin() const noexcept { return member_begin_; }
  [[nodiscard]] std::uint64_t member_end() const noexcept { return member_end_; }
  // Starts this member again from its beginning, even after its end. Regular files only.
  void again();

  // Size of the beginning of the file that later members need: a dictionary's frame, or 0.
  [[nodiscard]] std::uint64_t prologue_bytes() const noexcept { return prologue_bytes_; }
  [[nodiscard]] std::uint64_t packed_position() const noexcept { return input_.position(); }
  // The first damage so far.
  [[nodiscard]] const std::optional<Damage>& damage() const noexcept { return damage_; }

 private:
  enum class Phase { between, inside, broken, search, ended };

  // Unpacks one more step of this member; `into` always has the same size.
  [[nodiscard]] std::size_t step(std::span<char> into);
  void begin_member();
  void note(std::string what, std::uint64_t offset);
  void skip_padding();
  bool skip_frame(const Start& start);
  // Prepares the search after a damaged member.
  void leave_broken_member();
  // Goes to the next plausible start from position() on; returns false if there is none.
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
  std::vector<char> held_;      // of this member, for callers whose buffer is smaller than a step
  std::size_t held_begin_ = 0;  // of the unread bytes in held_
  std::size_t held_end_ = 0;
  std::uint64_t prologue_bytes_ = 0;
  std::uint64_t rescan_bytes_left_ = kRescanBytesMax;
  std::uint32_t tries_left_ = kStartTriesMax;
  std::optional<Damage> damage_;
};

}  // namespace facsim
