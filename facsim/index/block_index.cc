// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/block_index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"

namespace facsim {
namespace {

constexpr std::uint32_t kNone = 0xffffffffU;
constexpr std::uint64_t kGraveBit = std::uint64_t{1} << 63;
constexpr std::uint64_t kRoomMin = 64;
// Fewer graves than these are not worth a rebuild.
constexpr std::uint64_t kGravesMin = 64;

std::size_t words_of(int bits) {
  if (bits < 0 || bits > BlockIndex::kBitsMax) {
    throw Error(ErrorCode::invalid_argument, "fingerprints of " + std::to_string(bits) +
                                                 " bits; an index has 0 to " +
                                                 std::to_string(BlockIndex::kBitsMax));
  }
  return std::max<std::size_t>(1, (static_cast<std::size_t>(bits) + 63) / 64);
}

// Masks of the bits from `begin` to `end` - 1.
std::vector<std::uint64_t> masks_of(std::size_t words, std::size_t begin, std::size_t end) {
  std::vector<std::uint64_t> masks(words);
  for (std::size_t bit = begin; bit < end; ++bit) {
    masks[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  return masks;
}

// The slot where the search for a hash begins.
std::size_t place_of(std::uint64_t hash, std::size_t slots) noexcept {
  return ((hash >> 32) * slots) >> 32;
}

// The first slot from place_of() on that is empty, or has the tag and satisfies `pleases`. At least
// one slot is empty.
template <class Slots>
auto& slot_for(Slots& slots, std::uint64_t hash, const auto& pleases) noexcept {
  const auto tag = static_cast<std::uint32_t>(hash);
  std::size_t at = place_of(hash, slots.size());
  while (slots[at].number != kNone && (slots[at].tag != tag || !pleases(slots[at].number))) {
    if (++at == slots.size()) at = 0;
  }
  return slots[at];
}

constexpr auto kAny = [](std::uint32_t /*number*/) { return true; };

}  // namespace

BlockIndex::BlockIndex(int bits, int max_distance) : bits_(bits), words_(words_of(bits)) {
  if (max_distance > kDistanceMax) {
    throw Error(ErrorCode::invalid_argument, "a distance of " + std::to_string(max_distance) +
                                                 " bits; the most is " +
                                                 std::to_string(kDistanceMax));
  }
  const auto count = static_cast<std::size_t>(std::max(max_distance, -1) + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const auto all = static_cast<std::size_t>(bits);
    const std::size_t width = all / count;
    // The last block gets the remaining bits. With more blocks than bits, the others are empty.
    const std::size_t end = i + 1 == count ? all : width * (i + 1);
    blocks_.push_back({.masks = masks_of(words_, width * i, end)});
  }
  stride_ = words_ + 1 + (count + 1) / 2;
}

bool BlockIndex::is_grave(std::uint64_t number) const noexcept {
  return (entry(number)[words_] & kGraveBit) != 0;
}

void BlockIndex::set_grave(std::uint64_t number, bool is_grave) noexcept {
  std::uint64_t& id_end = entries_[number * stride_ + words_];
  id_end = is_grave ? id_end | kGraveBit : id_end & ~kGraveBit;
}

std::uint32_t BlockIndex::link(std::uint64_t number, std::size_t block) const noexcept {
  return static_cast<std::uint32_t>(entry(number)[words_ + 1 + block / 2] >> (block % 2 * 32));
}

void BlockIndex::push(std::size_t block, std::uint32_t number) noexcept {
  const std::uint64_t hash = hash_of(blocks_[block], entry(number));
  Slot& slot = slot_for(blocks_[block].slots, hash, kAny);
  std::uint64_t& links = entries_[number * stride_ + words_ + 1 + block / 2];
  const auto shift = static_cast<unsigned>(block % 2 * 32);
  links &= ~(std::uint64_t{kNone} << shift);
  links |= std::uint64_t{slot.number} << shift;
  slot = {.tag = static_cast<std::uint32_t>(hash), .number = number};
}

bool BlockIndex::agree(const Block& block, Words a, Words b) const noexcept {
  std::uint64_t different = 0;
  for (std::size_t i = 0; i < words_; ++i) different |= (a[i] ^ b[i]) & block.masks[i];
  return different == 0;
}

bool BlockIndex::agree_before(std::size_t block, Words a, Words b) const noexcept {
  return std::any_of(blocks_.begin(), blocks_.begin() + static_cast<std::ptrdiff_t>(block),
                     [&](const Block& other) { return agree(other, a, b); });
}

std::uint64_t BlockIndex::hash_of(const Block& block, Words fingerprint) const noexcept {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < words_; ++i) {
    hash = mix64((fingerprint[i] & block.masks[i]) + hash);
  }
  return hash;
}

std::uint64_t BlockIndex::hash_of(Words fingerprint, std::string_view id) const noexcept {
  std::uint64_t seed = 0;
  for (std::size_t i = 0; i < words_; ++i) seed = combine(seed, fingerprint[i]);
  return hash64(id, seed);
}

int BlockIndex::distance(Words a, Words b) const noexcept {
  int bits = 0;
  for (std::size_t i = 0; i < words_; ++i) bits += std::popcount(a[i] ^ b[i]);
  return bits;
}

std::string_view BlockIndex::id(std::uint64_t number) const noexcept {
  const std::uint64_t begin = number == 0 ? 0 : entry(number - 1)[words_] & ~kGraveBit;
  return std::string_view(id_bytes_).substr(begin, (entry(number)[words_] & ~kGraveBit) - begin);
}

const BlockIndex::Slot& BlockIndex::slot_of(Words fingerprint, std::string_view wanted,
                                            std::uint64_t hash) const noexcept {
  return slot_for(by_identity_, hash, [&](std::uint32_t number) {
    return distance(fingerprint, entry(number)) == 0 && id(number) == wanted;
  });
}

void BlockIndex::reserve(std::uint64_t entries) {
  if (entries <= room_) return;
  if (entries > kNone) {
    throw Error(ErrorCode::invalid_argument, "this index holds 4,294,967,295 entries at most");
  }
  entries_.reserve(entries * stride_);
  // Each table has all entries at any time, even if an allocation fails. A fifth stays empty.
  const std::uint64_t slots = entries + entries / 4 + 1;
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    blocks_[block].slots = Slots(slots);
    for (std::uint32_t number = 0; number < count_; ++number) push(block, number);
  }
  Slots by_identity(slots);
  for (std::uint32_t number = 0; number < count_; ++number) {
    const std::uint64_t hash = hash_of(entry(number), id(number));
    slot_for(by_identity, hash, [](std::uint32_t /*number*/) { return false; }) = {
        .tag = static_cast<std::uint32_t>(hash), .number = number};
  }
  by_identity_ = std::move(by_identity);
  room_ = entries;
}

bool BlockIndex::add(std::span<const std::uint64_t> fingerprint, std::string_view id) {
  assert(fingerprint.size() == words_ && "a fingerprint of as many words as the index has");
  const std::uint64_t hash = hash_of(fingerprint.data(), id);
  if (room_ > 0) {
    const std::uint32_t known = slot_of(fingerprint.data(), id, hash).number;
    if (known != kNone) {
      if (!is_grave(known)) return false;
      set_grave(known, false);
      --graves_;
      return true;
    }
  }
  if (count_ == room_) {
    const std::uint64_t twice = std::min<std::uint64_t>(2 * room_, kNone);
    reserve(room_ < kNone ? std::max(kRoomMin, twice) : room_ + 1);
  }
  id_bytes_.append(id);
  // Nothing below allocates.
  const auto number = static_cast<std::uint32_t>(count_++);
  entries_.insert(entries_.end(), fingerprint.begin(), fingerprint.end());
  entries_.push_back(id_bytes_.size());
  entries_.resize(count_ * stride_);
  for (std::size_t block = 0; block < blocks_.size(); ++block) push(block, number);
  slot_for(by_identity_, hash, [](std::uint32_t /*number*/) { return false; }) = {
      .tag = static_cast<std::uint32_t>(hash), .number = number};
  return true;
}

void BlockIndex::prefetch(std::span<const std::uint64_t> fingerprint,
                          std::string_view id) const noexcept {
  if (room_ == 0) return;
  const auto fetch = [](const Slots& slots, std::uint64_t hash) {
    __builtin_prefetch(&slots[place_of(hash, slots.size())]);
  };
  for (const Block& block : blocks_) fetch(block.slots, hash_of(block, fingerprint.data()));
  fetch(by_identity_, hash_of(fingerprint.data(), id));
}

bool BlockIndex::erase(std::span<const std::uint64_t> fingerprint, std::string_view id) {
  assert(fingerprint.size() == words_ && "a fingerprint of as many words as the index has");
  if (room_ == 0) return false;
  const std::uint64_t hash = hash_of(fingerprint.data(), id);
  const std::uint32_t number = slot_of(fingerprint.data(), id, hash).number;
  if (number == kNone || is_grave(number)) return false;
  set_grave(number, true);
  ++graves_;
  if (graves_ >= kGravesMin && graves_ > size()) clear_graves();
  return true;
}

void BlockIndex::clear_graves() {
  BlockIndex living(bits_, max_distance());
  living.reserve(size());
  for_each([&](std::span<const std::uint64_t> fingerprint, std::string_view id) {
    living.add(fingerprint, id);
  });
  *this = std::move(living);
}

void BlockIndex::walk(std::size_t block, std::uint32_t number, Words query,
                      BlockAnswer& answer) const {
  std::uint64_t in_bucket = 0;
  for (; number != kNone; number = link(number, block)) {
    const Words at = entry(number);
    if (!agree(blocks_[block], at, query) || is_grave(number)) continue;
    ++in_bucket;
    const int bits = distance(at, query);
    if (bits > max_distance() || agree_before(block, at, query)) continue;
    answer.found.push_back({number, bits});
  }
  answer.largest_bucket = std::max(answer.largest_bucket, in_bucket);
}

BlockAnswer BlockIndex::find(std::span<const std::uint64_t> fingerprint) const {
  assert(fingerprint.size() == words_ && "a fingerprint of as many words as the index has");
  BlockAnswer answer;
  if (room_ == 0) return answer;
  const Words query = fingerprint.data();
  // Eight blocks at a time: each step prefetches the memory of the next one, for all of them.
  std::array<std::uint64_t, 8> hashes{};
  std::array<std::uint32_t, 8> numbers{};
  for (std::size_t first = 0; first < blocks_.size(); first += hashes.size()) {
    const std::span blocks =
        std::span(blocks_).subspan(first).first(std::min(hashes.size(), blocks_.size() - first));
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      hashes[i] = hash_of(blocks[i], query);
      __builtin_prefetch(&blocks[i].slots[place_of(hashes[i], blocks[i].slots.size())]);
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      numbers[i] = slot_for(blocks[i].slots, hashes[i], kAny).number;
      if (numbers[i] != kNone) __builtin_prefetch(entry(numbers[i]));
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      walk(first + i, numbers[i], query, answer);
    }
  }
  if (answer.found.size() > 1) std::ranges::sort(answer.found);
  return answer;
}

std::uint64_t BlockIndex::bucket_size(std::size_t block,
                                      std::span<const std::uint64_t> fingerprint) const {
  if (room_ == 0) return 0;
  const Words query = fingerprint.data();
  std::uint64_t size = 0;
  const std::uint64_t hash = hash_of(blocks_[block], query);
  std::uint32_t number = slot_for(blocks_[block].slots, hash, kAny).number;
  for (; number != kNone; number = link(number, block)) {
    size += agree(blocks_[block], entry(number), query) && !is_grave(number);
  }
  return size;
}

std::uint64_t BlockIndex::buckets() const {
  std::vector<std::uint32_t> living;
  for (std::uint32_t number = 0; number < count_; ++number) {
    if (!is_grave(number)) living.push_back(number);
  }
  std::uint64_t count = 0;
  for (const Block& block : blocks_) {
    std::ranges::sort(living, [&](std::uint32_t a, std::uint32_t b) {
      for (std::size_t i = 0; i < words_; ++i) {
        const std::uint64_t of_a = entry(a)[i] & block.masks[i];
        const std::uint64_t of_b = entry(b)[i] & block.masks[i];
        if (of_a != of_b) return of_a < of_b;
      }
      return false;
    });
    for (std::size_t i = 0; i < living.size(); ++i) {
      count += i == 0 || !agree(block, entry(living[i - 1]), entry(living[i]));
    }
  }
  return count;
}

void BlockIndex::for_each(
    const std::function<void(std::span<const std::uint64_t>, std::string_view)>& visit) const {
  for (std::uint64_t number = 0; number < count_; ++number) {
    if (!is_grave(number)) visit({entry(number), words_}, id(number));
  }
}

}  // namespace facsim
