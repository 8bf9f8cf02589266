// SPDX-License-Identifier: Apache-2.0
#pragma once
// How many pages clusters have, in memory: to ask the rows costs as much as all else of an answer.
//
// Learnt from the rows once, while others ask and change them. What is not known the rows say: what
// was not learnt yet, and all of it where it would take more memory than there is. Eleven to
// twenty-two bytes for each cluster that has copies, or had some when its piece last grew.
//
// One thread at a time may change it; const calls from any thread while nobody does.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "facsim/base/hash64.h"

namespace facsim {

class KnownSizes {
 public:
  explicit KnownSizes(std::uint64_t memory_bytes_max) : slots_max_(memory_bytes_max / 8) {}

  // What the rows say; a change that came before counts for more. Whether there was room.
  bool learn(std::uint64_t representative, std::uint64_t pages) {
    if (!is_given_up_ && !find_here(representative)) put(representative, pages);
    return !is_given_up_;
  }
  // All that the rows say was learnt: clusters that are not here have one page.
  void end_learning() { is_whole_ = !is_given_up_; }
  void set(std::uint64_t representative, std::uint64_t pages) {
    if (is_given_up_ || (is_whole_ && pages == 1 && !find_here(representative))) return;
    put(representative, pages);
  }

  // Nothing: the rows must be asked.
  [[nodiscard]] std::optional<std::uint64_t> find(std::uint64_t representative) const noexcept {
    const std::optional<std::uint64_t> pages = find_here(representative);
    if (!pages) return is_whole_ ? std::optional<std::uint64_t>(1) : std::nullopt;
    return *pages < kPagesMax ? pages : std::nullopt;
  }
  // find() never returns nothing but for very large clusters.
  [[nodiscard]] bool is_whole() const noexcept { return is_whole_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return slots_ * sizeof(std::uint64_t); }

 private:
  // A slot is a representative and, in the lowest bits, its pages; 0 is none.
  static constexpr unsigned kPagesBits = 24;
  static constexpr std::uint64_t kPagesMax = (std::uint64_t{1} << kPagesBits) - 1;  // or more
  static constexpr std::uint64_t kRowsEnd = std::uint64_t{1} << (64 - kPagesBits);
  static constexpr std::size_t kSlotsMin = 16;
  // Each grows by itself, so that nobody waits for all of it.
  static constexpr std::size_t kPieces = 64;
  struct Piece {
    std::vector<std::uint64_t> slots;  // none or a power of two, never full
    std::size_t used = 0;
  };

  static std::size_t piece_of(std::uint64_t hash) noexcept { return hash % kPieces; }
  // The slot that has it, or the empty one where it would be.
  static std::size_t slot_of(const Piece& piece, std::uint64_t representative,
                             std::uint64_t hash) noexcept {
    const std::size_t mask = piece.slots.size() - 1;
    std::size_t slot = static_cast<std::size_t>(hash / kPieces) & mask;
    while (piece.slots[slot] != 0 && piece.slots[slot] >> kPagesBits != representative) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
  [[nodiscard]] std::optional<std::uint64_t> find_here(
      std::uint64_t representative) const noexcept {
    const std::uint64_t hash = mix64(representative);
    const Piece& piece = pieces_[piece_of(hash)];
    if (piece.used == 0 || representative >= kRowsEnd) return std::nullopt;
    const std::uint64_t slot = piece.slots[slot_of(piece, representative, hash)];
    return slot == 0 ? std::nullopt : std::optional(slot & kPagesMax);
  }
  void put(std::uint64_t representative, std::uint64_t pages);
  void grow(Piece& piece);
  void give_up();

  std::uint64_t slots_max_;
  std::uint64_t slots_ = 0;
  std::array<Piece, kPieces> pieces_;
  bool is_whole_ = false;
  bool is_given_up_ = false;
};

}  // namespace facsim
