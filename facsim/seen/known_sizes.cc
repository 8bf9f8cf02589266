// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/known_sizes.h"

#include <algorithm>
#include <utility>

namespace facsim {

void KnownSizes::put(std::uint64_t representative, std::uint64_t pages) {
  if (representative == 0 || representative >= kRowsEnd) return give_up();
  const std::uint64_t hash = mix64(representative);
  Piece& piece = pieces_[piece_of(hash)];
  if (4 * (piece.used + 1) > 3 * piece.slots.size()) grow(piece);
  if (is_given_up_) return;
  std::uint64_t& slot = piece.slots[slot_of(piece, representative, hash)];
  piece.used += slot == 0 ? 1 : 0;
  slot = representative << kPagesBits | std::min(pages, kPagesMax);
}

void KnownSizes::grow(Piece& piece) {
  const std::size_t before = piece.slots.size();
  const std::size_t slots = std::max(kSlotsMin, 2 * before);
  if (slots_ - before + slots > slots_max_) return give_up();
  const std::vector<std::uint64_t> old = std::exchange(piece.slots, {});
  piece.slots.resize(slots);
  slots_ += slots - before;
  for (const std::uint64_t slot : old) {
    if (slot == 0) continue;
    const std::uint64_t representative = slot >> kPagesBits;
    piece.slots[slot_of(piece, representative, mix64(representative))] = slot;
  }
}

void KnownSizes::give_up() {
  for (Piece& piece : pieces_) piece = {};
  slots_ = 0;
  is_whole_ = false;
  is_given_up_ = true;
}

}  // namespace facsim
