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

// When all sizes are known, clusters of one page are dropped, which may leave enough space.
void KnownSizes::grow(Piece& piece) {
  const auto is_kept = [this](std::uint64_t slot) {
    return slot != 0 && !(is_whole_ && (slot & kPagesMax) == 1);
  };
  const std::size_t before = piece.slots.size();
  const auto kept = static_cast<std::size_t>(std::ranges::count_if(piece.slots, is_kept));
  const std::size_t slots = 2 * kept < before ? before : std::max(kSlotsMin, 2 * before);
  if (slots_ - before + slots > slots_max_) return give_up();
  Piece grown{.slots = std::vector<std::uint64_t>(slots), .used = kept};
  for (const std::uint64_t slot : piece.slots) {
    if (!is_kept(slot)) continue;
    const std::uint64_t representative = slot >> kPagesBits;
    grown.slots[slot_of(grown, representative, mix64(representative))] = slot;
  }
  slots_ += slots - before;
  piece = std::move(grown);
}

void KnownSizes::give_up() {
  for (Piece& piece : pieces_) piece = {};
  slots_ = 0;
  is_whole_ = false;
  is_given_up_ = true;
}

}  // namespace facsim
