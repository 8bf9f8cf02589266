// SPDX-License-Identifier: Apache-2.0
#pragma once
// Keys to ordinals: which entries have this very key?
//
// A key is a number of 1..64 bits: a band of a sketch, a digest, an anchor. Any number of entries
// may share one, and an entry may have many. The keys are mixed by a bijection, so that keys with
// any pattern spread over the buckets of a directory (directory.h), four to eight pairs a bucket.
// Packed columns hold the mixed keys, without the bits that their bucket implies, and the ordinals.
//
// Cost: the bits of a key that its bucket implies are free, and the directory takes 1 to 2 bits a
// pair: 8 M pairs take 4.5 bytes each with keys of 32 bits, 8.5 with 64. A look-up reads one place
// each in the directory, the keys and, if the key is found, the ordinals. A bucket filled by a
// frequent key is searched by bisection, so that such a key costs the other keys of its bucket next
// to nothing; `limit` bounds what a look-up of the frequent key itself reads. Const: safe to share
// among threads.
//
// Sections NAME.head, NAME.lines, NAME.wide, NAME.rest, NAME.ordinals;
// docs/formats/hamming-index.md defines the bytes.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/spill_sort.h"
#include "facsim/index/directory.h"
#include "facsim/index/packed_column.h"
#include "facsim/index/renumbering.h"
#include "facsim/index/sections.h"

namespace facsim {

// A pair in the form that the builder sorts.
struct MixedPair {
  std::uint64_t key = 0;  // mixed, its bits shifted to the top
  std::uint64_t ordinal = 0;
  [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return key; }
  friend auto operator<=>(const MixedPair&, const MixedPair&) = default;
};

class KeyTable;

class KeyTableBuilder {
 public:
  // Keys have `bits` bits, 1..64. Pairs beyond the memory are sorted in scratch.
  KeyTableBuilder(unsigned bits, Scratch& scratch, std::size_t memory_bytes_max);
  // Pairs may come in any order; a pair added twice is stored once. Ordinals are below 2^56.
  void add(std::uint64_t key, std::uint64_t ordinal);
  // Adds all pairs of a table with the same number of bits, except those whose ordinal is left out;
  // the table must outlive this. finish() merges them without sorting, so they need no scratch.
  // Throws Error{damaged} if an ordinal is not below the renumbering's end(), and whatever `check`
  // throws, which is called now and then.
  void add_table(const KeyTable& table, Renumbering renumbering,
                 const std::function<void()>& check = {});
  [[nodiscard]] bool is_empty() const noexcept { return pairs_.size() + pairs_of_tables_ == 0; }
  // May be called once, at the end. Throws Error{damaged} if an added table is damaged. The bytes
  // depend on what was added and how often, not on its order or on the memory.
  void finish(SectionSink& sink, std::string_view name);

 private:
  unsigned bits_;
  Scratch& scratch_;
  std::size_t memory_bytes_max_;
  std::uint64_t ordinals_end_ = 0;
  SpillSorter<MixedPair> pairs_;
  struct Table {
    const KeyTable* table = nullptr;
    Renumbering renumbering;
  };
  std::vector<Table> tables_;
  std::uint64_t pairs_of_tables_ = 0;
};

class KeyTable {
 public:
  // Opens the sections; `source` must outlive this. Throws Error{damaged, unsupported}.
  KeyTable(const SectionSource& source, std::string_view name);

  [[nodiscard]] unsigned bits() const noexcept { return bits_; }
  // The number of pairs.
  [[nodiscard]] std::uint64_t size() const noexcept { return directory_.entries; }
  // Appends the ordinals of the key, ascending, at most `limit` of them (0: all), and returns true
  // if there are more. A key with more bits than the table's has none. Throws Error{damaged} if the
  // directory points outside; other damage gives wrong ordinals of up to 56 bits, so the caller
  // must check that the entry exists.
  bool find(std::uint64_t key, std::uint64_t limit, std::vector<std::uint64_t>& ordinals) const;
  // The same in three steps, so that many look-ups can wait for memory together: each step
  // prefetches what the next one reads. The second and third throw Error{damaged} as find() does.
  class Sought;
  [[nodiscard]] Sought seek(std::uint64_t key) const noexcept;
  void locate(Sought& sought) const;
  bool find(const Sought& sought, std::uint64_t limit, std::vector<std::uint64_t>& ordinals) const;
  // The ordinal of the pair at this position of the stored order, below size().
  [[nodiscard]] std::uint64_t ordinal_at(std::uint64_t entry) const noexcept {
    return packed_at(ordinals_, entry, ordinal_bits_);
  }
  // Calls visit(key, ordinal) for all pairs in the order of the stored table: the ordinals of one
  // key are consecutive and ascend. Throws Error{damaged}.
  void for_each(const std::function<void(std::uint64_t, std::uint64_t)>& visit) const;
  // Reads the whole table and throws Error{damaged} with the first problem found: the directory
  // must count up to the pairs, and the pairs must ascend.
  void check() const;
  // Reads the pairs in the order of the stored table, as the builder sorts them. Throws
  // Error{damaged} if they are out of order, or the directory does not count up to them.
  class Walk;

 private:
  friend class KeyTableBuilder;
  [[noreturn]] void damaged(const std::string& what) const;
  [[nodiscard]] std::uint64_t rest_at(std::uint64_t entry) const noexcept {
    return packed_at(rest_, entry, rest_bits_);
  }

  std::string where_;
  std::string name_;
  unsigned bits_ = 0;
  unsigned bucket_bits_ = 0;
  unsigned rest_bits_ = 0;
  unsigned ordinal_bits_ = 0;
  RawDirectory directory_;
  const std::byte* rest_ = nullptr;
  const std::byte* ordinals_ = nullptr;
};

// The state of a look-up in three steps.
class KeyTable::Sought {
 private:
  friend class KeyTable;
  std::uint64_t bucket_ = 0;
  std::uint64_t rest_ = 0;  // of the mixed key, below the bits that its bucket implies
  EntryRange range_;        // of the bucket; empty before locate()
  bool is_possible_ = false;
};

inline bool KeyTable::find(std::uint64_t key, std::uint64_t limit,
                           std::vector<std::uint64_t>& ordinals) const {
  Sought sought = seek(key);
  locate(sought);
  return find(sought, limit, ordinals);
}

class KeyTable::Walk {
 public:
  // `table` must outlive this.
  explicit Walk(const KeyTable& table) : table_(&table) {}
  [[nodiscard]] bool next(MixedPair& pair);

 private:
  const KeyTable* table_;
  std::uint64_t bucket_ = 0;  // the next bucket
  std::uint64_t entry_ = 0;
  std::uint64_t end_ = 0;  // of the bucket before bucket_
  MixedPair last_;
};

}  // namespace facsim
