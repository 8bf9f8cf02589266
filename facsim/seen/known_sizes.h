// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of pages of clusters, in memory: reading one from the rows costs as much as the rest
// of an answer.
//
// They are loaded from the rows once, while other threads query and change them. Unknown sizes are
// read from the rows: before loading ends, and always if memory is too small. Memory: 11 to 22
// bytes for each cluster that has copies, or had some when its piece last grew.
//
// One thread at a time may change it; const calls are safe from any thread while no thread changes
// it.

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

  // Adds a size from the rows; a change that came before takes precedence. Returns false if memory
  // is too small.
  bool learn(std::uint64_t representative, std::uint64_t pages) {
    if (!is_given_up_ && !find_here(representative)) put(representative, pages);
    return !is_given_up_;
  }
  // Call when all sizes in the rows were added: clusters that are missing here have one page.
  void end_learning() { is_whole_ = !is_given_up_; }
  void set(std::uint64_t representative, std::uint64_t pages) {
    if (is_given_up_ || (is_whole_ && pages == 1 && !find_here(representative))) return;
    put(representative, pages);
  }

  // Returns nothing if the size must be read from the rows.
  [[nodiscard]] std::optional<std::uint64_t> find(std::uint64_t representative) const noexcept {
    const std::optional<std::uint64_t> pages = find_here(representative);
    if (!pages) return is_whole_ ? std::optional<std::uint64_t>(1) : std::nullopt;
    return *pages < kPagesMax ? pages : std::nullopt;
  }
  // True if find() returns nothing only for very large clusters.
  [[nodiscard]] bool is_whole() const noexcept { return is_whole_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return slots_ * sizeof(std::uint64_t); }

 private:
  // A slot has a representative and, in the lowest bits, its number of pages; 0 is an empty slot.
  static constexpr unsigned kPagesBits = 24;
  // stands for this many or more
  static constexpr std::uint64_t kPagesMax = (std::uint64_t{1} << kPagesBits) - 1;
  static constexpr std::uint64_t kRowsEnd = std::uint64_t{1} << (64 - kPagesBits);
  static constexpr std::size_t kSlotsMin = 16;
  // Each piece grows by itself, so that no caller waits for the whole table to grow.
  static constexpr std::size_t kPieces = 64;
  struct Piece {
    std::vector<std::uint64_t> slots;  // empty, or a power of two and never full
    std::size_t used = 0;
  };

  static std::size_t piece_of(std::uint64_t hash) noexcept { return hash % kPieces; }
  // Returns the slot of the representative, or the empty slot for it.
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
