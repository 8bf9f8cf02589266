// SPDX-License-Identifier: Apache-2.0
#pragma once
// Who might look like it? Entries that come and go one by one, with fingerprints of any width.
//
// A fingerprint is cut into k + 1 blocks of bits. Two that differ in at most k bits agree in at
// least one block (Manku, Jain, Das Sarma, WWW 2007, section 3), so each block has a hash table of
// its bits, and a query compares what lies in its k + 1 buckets. The tables of hamming_index.h are
// smaller and faster, but they are sorted, and built once.
//
// Promise: find() is exact for every width and distance; an entry is a fingerprint with an id, and
// is there once. The slow twin is linear_scan.h. An entry that is erased leaves a grave, to which
// it may come back; when more than half are graves, the index is made anew without them.
//
// Cost, with 64 bits: 26 bytes an entry, its id, and 14 bytes a block. add(), erase() and find()
// meet k + 2 lines of memory that no cache foresees; find() also each entry of its buckets, graves
// included. Changes: one thread at a time, none beside a const call; const calls side by side.

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

  // A max_distance below 0: nothing is near. Throws Error{invalid_argument} for bits that are not
  // from 0 to kBitsMax and distances above kDistanceMax.
  BlockIndex(int bits, int max_distance);

  [[nodiscard]] int bits() const noexcept { return bits_; }
  [[nodiscard]] int max_distance() const noexcept { return static_cast<int>(blocks_.size()) - 1; }
  // 64 bits each, the lowest first: a fingerprint has so many, at least one.
  [[nodiscard]] std::size_t words() const noexcept { return words_; }
  [[nodiscard]] std::uint64_t size() const noexcept { return count_ - graves_; }

  void reserve(std::uint64_t entries);
  // False where the same fingerprint with the same id is there. Bits above bits() must be 0. Throws
  // Error{invalid_argument} beyond 2^32 - 1 entries.
  bool add(std::span<const std::uint64_t> fingerprint, std::string_view id);
  // Fetches what add() of the same will need; for many, some before the first is added.
  void prefetch(std::span<const std::uint64_t> fingerprint, std::string_view id) const noexcept;
  // False where there is no such entry.
  bool erase(std::span<const std::uint64_t> fingerprint, std::string_view id);

  // All entries within max_distance(), each once. Their numbers count until the next change.
  [[nodiscard]] BlockAnswer find(std::span<const std::uint64_t> fingerprint) const;
  // Valid until the next change.
  [[nodiscard]] std::string_view id(std::uint64_t number) const noexcept;

  // Entries with the bits of this fingerprint in a block, 0..max_distance().
  [[nodiscard]] std::uint64_t bucket_size(std::size_t block,
                                          std::span<const std::uint64_t> fingerprint) const;
  // Different bits that the entries have in a block, summed up over the blocks. Sorts them all.
  [[nodiscard]] std::uint64_t buckets() const;
  // In the order in which they were added; the views are valid during the call.
  void for_each(
      const std::function<void(std::span<const std::uint64_t>, std::string_view)>& visit) const;

 private:
  using Words = const std::uint64_t*;
  // A hash table. The tag is the lower half of a hash; its upper half says where to look first.
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = 0xffffffffU;  // of an entry; this one: empty
  };
  using Slots = std::vector<Slot>;
  // Entries whose bits in the block have one hash are a chain, the youngest first: a slot has its
  // end, and each entry the number of the one before it.
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
  // Of the entry, which has the largest number in its chain.
  void push(std::size_t block, std::uint32_t number) noexcept;

  [[nodiscard]] bool agree(const Block& block, Words a, Words b) const noexcept;
  [[nodiscard]] bool agree_before(std::size_t block, Words a, Words b) const noexcept;
  [[nodiscard]] std::uint64_t hash_of(const Block& block, Words fingerprint) const noexcept;
  [[nodiscard]] std::uint64_t hash_of(Words fingerprint, std::string_view id) const noexcept;
  [[nodiscard]] int distance(Words a, Words b) const noexcept;
  // Adds to the answer what lies in a bucket, whose youngest entry is `number`.
  void walk(std::size_t block, std::uint32_t number, Words query, BlockAnswer& answer) const;
  // The slot of the entry or its grave, or the empty one where it belongs.
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
  std::uint64_t room_ = 0;  // entries that fit without an allocation, but for the bytes of ids
};

}  // namespace facsim
