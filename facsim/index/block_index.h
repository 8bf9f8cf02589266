// SPDX-License-Identifier: Apache-2.0
#pragma once
// Who might look like it? An index that grows and shrinks entry by entry, for any fingerprint
// width.
//
// A fingerprint is cut into k + 1 blocks of bits. Two that differ in at most k bits agree in at
// least one block (Manku, Jain, Das Sarma, WWW 2007, section 3), so each block has a hash table of
// its bits, and a query compares the entries of its k + 1 buckets. The tables of hamming_tables.h
// are smaller and faster, but they are sorted, and built once.
//
// Promise: find() is exact for every width and distance; an entry is a fingerprint with an id, and
// is stored once. The slow twin is linear_scan.h. An erased entry leaves a grave, which is reused
// if the same entry is added again; when more than half are graves, the index is rebuilt without
// them.
//
// Cost, with 64 bits: 26 bytes an entry, its id, and 14 bytes a block. add(), erase() and find()
// read k + 2 lines of memory that are likely cache misses; find() also reads each entry of its
// buckets, graves included. Changes come from one thread at a time, during no const call; const
// calls may run side by side.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/index/linear_scan.h"

namespace facsim {

struct BlockAnswer {
  std::vector<NearEntry> found = {};  // in the order in which they were added
  std::uint64_t largest_bucket = 0;   // entries in the fullest of the query's buckets
};

class BlockIndex {
 public:
  static constexpr int kBitsMax = 65'536;
  static constexpr int kDistanceMax = 65'535;

  // With a max_distance below 0, find() finds nothing. Throws Error{invalid_argument} unless bits
  // is in 0..kBitsMax and max_distance at most kDistanceMax.
  BlockIndex(int bits, int max_distance);

  [[nodiscard]] int bits() const noexcept { return bits_; }
  [[nodiscard]] int max_distance() const noexcept { return static_cast<int>(blocks_.size()) - 1; }
  // Words of a fingerprint, 64 bits each, the lowest first; at least one.
  [[nodiscard]] std::size_t words() const noexcept { return words_; }
  [[nodiscard]] std::uint64_t size() const noexcept { return count_ - graves_; }

  void reserve(std::uint64_t entries);
  // Returns false if an entry with this fingerprint and id exists. Bits above bits() must be 0.
  // Throws Error{invalid_argument} beyond 2^32 - 1 entries.
  bool add(std::span<const std::uint64_t> fingerprint, std::string_view id);
  // Prefetches the memory that add() of the same entry needs. To add many, call it some entries
  // ahead.
  void prefetch(std::span<const std::uint64_t> fingerprint, std::string_view id) const noexcept;
  // Returns false if the index does not have this entry.
  bool erase(std::span<const std::uint64_t> fingerprint, std::string_view id);

  // Returns all entries within max_distance(), each once. Their numbers are valid until the next
  // change.
  [[nodiscard]] BlockAnswer find(std::span<const std::uint64_t> fingerprint) const;
  // The id of an entry that find() returned; valid until the next change.
  [[nodiscard]] std::string_view id(std::uint64_t number) const noexcept;

  // The number of entries that have the same bits as this fingerprint in a block,
  // 0..max_distance().
  [[nodiscard]] std::uint64_t bucket_size(std::size_t block,
                                          std::span<const std::uint64_t> fingerprint) const;
  // The number of different bit patterns that the entries have in a block, summed over the blocks.
  // Sorts all entries.
  [[nodiscard]] std::uint64_t buckets() const;
  // Visits the entries in the order in which they were added; the views are valid during the call.
  void for_each(
      const std::function<void(std::span<const std::uint64_t>, std::string_view)>& visit) const;

 private:
  using Words = const std::uint64_t*;
  // A slot of a hash table. The tag is the lower half of a hash; the upper half selects the slot
  // where probing begins.
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = 0xffffffffU;  // of an entry; this value: empty
  };
  using Slots = std::vector<Slot>;
  // Entries whose bits in the block have one hash form a chain, the newest first: the slot has the
  // number of the newest, and each entry the number of the one added before it.
  struct Block {
    std::vector<std::uint64_t> masks = {};  // a word each
    Slots slots = {};
  };

  // An entry: the words of its fingerprint, where its id ends, and the links of its chains.
  [[nodiscard]] Words entry(std::uint64_t number) const noexcept {
    return entries_.data() + number * stride_;
  }
  [[nodiscard]] bool is_grave(std::uint64_t number) const noexcept;
  void set_grave(std::uint64_t number, bool is_grave) noexcept;
  [[nodiscard]] std::uint32_t link(std::uint64_t number, std::size_t block) const noexcept;
  // Puts the entry at the head of its chain; its number must be the largest in the chain.
  void push(std::size_t block, std::uint32_t number) noexcept;

  [[nodiscard]] bool agree(const Block& block, Words a, Words b) const noexcept;
  [[nodiscard]] bool agree_before(std::size_t block, Words a, Words b) const noexcept;
  [[nodiscard]] std::uint64_t hash_of(const Block& block, Words fingerprint) const noexcept;
  [[nodiscard]] std::uint64_t hash_of(Words fingerprint, std::string_view id) const noexcept;
  [[nodiscard]] int distance(Words a, Words b) const noexcept;
  // Adds the entries of a bucket to the answer, beginning with `number`, the newest of them.
  void walk(std::size_t block, std::uint32_t number, Words query, BlockAnswer& answer) const;
  // The slot of the entry or its grave, or else the empty slot where it belongs.
  [[nodiscard]] const Slot& slot_of(Words fingerprint, std::string_view id,
                                    std::uint64_t hash) const noexcept;
  void clear_graves();

  int bits_;
  std::size_t words_;
  std::size_t stride_ = 0;  // words of an entry
  std::vector<Block> blocks_;
  Slots by_identity_;  // by fingerprint and id; no chains
  std::vector<std::uint64_t> entries_;
  std::string id_bytes_;
  std::uint64_t count_ = 0;  // with graves
  std::uint64_t graves_ = 0;
  std::uint64_t room_ = 0;  // entries that fit without an allocation, except for bytes of ids
};

}  // namespace facsim
