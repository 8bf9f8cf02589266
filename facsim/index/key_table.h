// SPDX-License-Identifier: Apache-2.0
#pragma once
// Keys to ordinals: which entries have this very key?
//
// A key is a number of 1..64 bits: a band of a sketch, a digest, an anchor. Any number of entries
// may share one, and an entry may have many. The keys are mixed by a bijection, so that keys of
// whatever pattern spread over the buckets of a directory (directory.h), four to eight pairs a
// bucket. Beside it are stored the mixed keys without the bits that their bucket tells, and the
// ordinals, each in a packed column.
//
// Cost: the bits of a key that its bucket tells are free, and the directory takes 1 to 2 bits a
// pair: 8 M pairs take 4.5 bytes each with keys of 32 bits, 8.5 with 64. A look-up reads one place
// in each of directory, keys and, where the key is found, ordinals. A bucket that a frequent key
// has filled is searched by halving, so that key costs its neighbours next to nothing, and `limit`
// keeps those who meet it from walking through it. Const: safe to share among threads.
//
// Sections NAME.head, NAME.lines, NAME.wide, NAME.rest, NAME.ordinals;
// docs/formats/hamming-index.md has the bytes.

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

// As the builder sorts it.
struct MixedPair {
  std::uint64_t key = 0;  // mixed, its bits moved up to the highest
  std::uint64_t ordinal = 0;
  [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return key; }
  friend auto operator<=>(const MixedPair&, const MixedPair&) = default;
};

class KeyTable;

class KeyTableBuilder {
 public:
  // Keys of `bits` bits, 1..64. Pairs beyond the memory are sorted in scratch.
  KeyTableBuilder(unsigned bits, Scratch& scratch, std::size_t memory_bytes_max);
  // Any order; a pair given twice is stored once. Ordinals are below 2^56.
  void add(std::uint64_t key, std::uint64_t ordinal);
  // All pairs of a table of as many bits, but those that are left out; the table must outlive this.
  // They are not sorted again but merged by finish(), and need no scratch. Throws Error{damaged}
  // where an ordinal is not below the end, and what `check` throws, which is called now and then.
  void add_table(const KeyTable& table, Renumbering renumbering,
                 const std::function<void()>& check = {});
  [[nodiscard]] bool is_empty() const noexcept { return pairs_.size() + pairs_of_tables_ == 0; }
  // Once, at the end. Throws Error{damaged} where a table that was added is. The bytes depend on
  // what was added and how often, not on its order or on the memory.
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
  // Appends the ordinals of the key, ascending, at most `limit` of them (0: all), and returns
  // whether there are more. A key of more bits than the table's has none. Throws Error{damaged}
  // where the directory points outside; wrong bytes elsewhere give wrong ordinals, of any size up
  // to 56 bits, so the caller looks whether it has such an entry.
  bool find(std::uint64_t key, std::uint64_t limit, std::vector<std::uint64_t>& ordinals) const;
  // The same in three steps, so that many look-ups can wait for memory together: each step asks for
  // what the next one reads. The second and third throw Error{damaged} as find() does.
  class Sought;
  [[nodiscard]] Sought seek(std::uint64_t key) const noexcept;
  void locate(Sought& sought) const;
  bool find(const Sought& sought, std::uint64_t limit, std::vector<std::uint64_t>& ordinals) const;
  // Of the pair at this place of the stored order, below size().
  [[nodiscard]] std::uint64_t ordinal_at(std::uint64_t entry) const noexcept {
    return packed_at(ordinals_, entry, ordinal_bits_);
  }
  // All pairs, visit(key, ordinal), in the order of the stored table: the ordinals of one key
  // follow one another and ascend. Throws Error{damaged}.
  void for_each(const std::function<void(std::uint64_t, std::uint64_t)>& visit) const;
  // Walks through all and throws Error{damaged} with the first thing that is wrong: the directory
  // counts up to the pairs, and the pairs ascend.
  void check() const;
  // The pairs in the order of the stored table, as the builder sorts them. Throws Error{damaged}
  // where they are out of order, or the directory does not count up to them.
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

// A key on its way through one table.
class KeyTable::Sought {
 private:
  friend class KeyTable;
  std::uint64_t bucket_ = 0;
  std::uint64_t rest_ = 0;  // of the mixed key, behind what its bucket tells
  EntryRange range_;        // of the bucket; none before locate()
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
  std::uint64_t bucket_ = 0;  // that comes next
  std::uint64_t entry_ = 0;
  std::uint64_t end_ = 0;  // of the bucket before
  MixedPair last_;
};

}  // namespace facsim
