// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/hamming_index_builder.h"

#include <bit>
#include <cassert>
#include <functional>

#include "facsim/base/checking_executor.h"
#include "facsim/base/error.h"
#include "facsim/index/coded_tables.h"
#include "facsim/index/index_header_internal.h"
#include "facsim/index/partition.h"
#include "facsim/index/table.h"

namespace facsim {
namespace {

// In memory a fingerprint takes its key and ordinal, and the space to sort both.
constexpr std::uint64_t kSortBytes = 32;
// Keys between two calls of `check`: well below a millisecond.
constexpr std::uint64_t kKeysBetweenChecks = 16384;

struct SortedKey {
  std::uint64_t key = 0;
  [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return key; }
  friend auto operator<=>(const SortedKey&, const SortedKey&) = default;
};

// Writes one table, coded or ready, from its keys in ascending order.
class TableWriter {
 public:
  TableWriter(std::uint64_t mask, const std::optional<Codec>& codec, Scratch& scratch,
              std::uint64_t memory_bytes)
      : suffix_bits_(64 - std::popcount(mask)) {
    if (codec) {
      coded_ = std::make_unique<CodedTableBuilder>(*codec, scratch, memory_bytes);
    } else {
      plain_ = std::make_unique<TableBuilder>(mask, scratch, memory_bytes);
    }
  }
  void add(std::uint64_t key) {
    if (plain_) {
      plain_->add(key >> suffix_bits_, key & ((std::uint64_t{1} << suffix_bits_) - 1));
    } else {
      coded_->add(key);
    }
  }
  void finish(SectionSink& sink, const std::string& name) {
    plain_ ? plain_->finish(sink, name) : coded_->finish(sink, name);
  }

 private:
  int suffix_bits_;
  std::unique_ptr<TableBuilder> plain_;
  std::unique_ptr<CodedTableBuilder> coded_;
};

}  // namespace

HammingIndexBuilder::HammingIndexBuilder(IndexBuildOptions options, Scratch& scratch)
    : options_(std::move(options)), scratch_(scratch) {
  for (const TableMask& table : options_.design.tables) {
    const int bits = std::popcount(table.mask);
    if (bits == 0 || bits > kKeyBitsMax) {
      throw Error{ErrorCode::invalid_argument, "design " + options_.design.name + ": a mask of " +
                                                   std::to_string(bits) +
                                                   " bits, a table takes 1..40; narrow it"};
    }
  }
  if (!misses_nothing(options_.design)) {
    throw Error{ErrorCode::invalid_argument, "design " + options_.design.name +
                                                 " misses pairs within max_distance " +
                                                 std::to_string(options_.design.max_distance)};
  }
  if (fits(options_.expected)) {
    keys_.reserve(options_.expected);
    ordinals_.reserve(options_.expected);
  }
}

bool HammingIndexBuilder::fits(std::uint64_t count) const noexcept {
  return count <= options_.memory_bytes / kSortBytes;
}

void HammingIndexBuilder::add(std::uint64_t fingerprint) {
  assert((options_.design.width == 64 || fingerprint >> options_.design.width == 0) &&
         "fingerprints are as wide as the design");
  if (spilled_) {
    const BitOrder order = bit_order(options_.design.tables.front().mask);
    spilled_->add({permuted(order, fingerprint), size_++});
    return;
  }
  keys_.push_back(fingerprint);
  ordinals_.push_back(size_++);
  if (!fits(keys_.size())) spill();
}

void HammingIndexBuilder::spill() {
  spilled_ = std::make_unique<SpillSorter<Entry>>(scratch_, options_.memory_bytes / 2);
  const BitOrder order = bit_order(options_.design.tables.front().mask);
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    spilled_->add({permuted(order, keys_[i]), ordinals_[i]});
  }
  Keys().swap(keys_);
  Keys().swap(ordinals_);
}

void HammingIndexBuilder::look(std::uint64_t number) const {
  if (options_.check && number % kKeysBetweenChecks == 0) options_.check();
}

void HammingIndexBuilder::require_readable() const {
  if (!options_.codec) return;
  for (const TableMask& table : options_.design.tables) {
    const int bits = std::popcount(table.mask);
    if (std::uint64_t{1} << bits <= coded_buckets_max(size_)) continue;
    throw Error{ErrorCode::invalid_argument,
                "design " + options_.design.name + ": a mask of " + std::to_string(bits) +
                    " bits is too wide for a coded table of " + std::to_string(size_) +
                    " entries; fit the design to their number"};
  }
}

void HammingIndexBuilder::build(SectionSink& sink, Executor& threads) {
  require_readable();
  CheckingExecutor executor(threads, options_.check);
  SpillArray<std::uint64_t> distinct(scratch_, options_.memory_bytes / 4);
  build_first(sink, executor, distinct);
  for (std::size_t table = 1; table < options_.design.tables.size(); ++table) {
    build_other(table, sink, executor, distinct);
  }
}

void HammingIndexBuilder::build_first(SectionSink& sink, Executor& executor,
                                      SpillArray<std::uint64_t>& distinct) {
  const std::uint64_t mask = options_.design.tables.front().mask;
  const BitOrder order = bit_order(mask);
  const std::uint64_t listed = spilled_ ? spilled_->size() : keys_.size();
  if (spilled_) {
    spilled_->sort();
  } else {
    Keys room(keys_.size());
    Keys ordinal_room(keys_.size());
    for (std::uint64_t i = 0; i < keys_.size(); ++i) {
      look(i);
      keys_[i] = permuted(order, keys_[i]);
    }
    sort_keys(keys_, ordinals_, room, ordinal_room, executor);
  }
  std::size_t at = 0;
  const auto next = [&](Entry& entry) {
    if (spilled_) return spilled_->next(entry);
    if (at == keys_.size()) return false;
    entry = {keys_[at], ordinals_[at]};
    ++at;
    return true;
  };

  TableWriter table(mask, options_.codec, scratch_, options_.memory_bytes / 4);
  PackedColumnBuilder ordinals(bits_below(size_), scratch_, options_.memory_bytes / 8);
  DirectoryBuilder groups(scratch_, options_.memory_bytes / 16);
  Entry last;
  std::uint64_t in_group = 0;
  std::uint64_t looked_at = 0;
  for (Entry entry; next(entry); last = entry) {
    look(looked_at++);
    if (in_group == 0 || entry.key != last.key) {
      if (in_group > 0) groups.add(in_group);
      in_group = 0;
      table.add(entry.key);
      distinct.push_back(restored(order, entry.key));
    }
    ++in_group;
    ordinals.add(entry.ordinal);
  }
  if (in_group > 0) groups.add(in_group);
  spilled_.reset();
  Keys().swap(keys_);
  Keys().swap(ordinals_);

  write_header({options_.design, size_, listed, distinct.size()}, sink);
  table.finish(sink, table_section(0));
  ordinals.finish(sink, kOrdinalSection);
  // If every fingerprint has one ordinal, it is stored at the fingerprint's own place.
  if (distinct.size() < listed) groups.finish(sink, kGroupSection);
}

void HammingIndexBuilder::build_other(std::size_t table, SectionSink& sink, Executor& executor,
                                      const SpillArray<std::uint64_t>& distinct) {
  const std::uint64_t mask = options_.design.tables[table].mask;
  const BitOrder order = bit_order(mask);
  TableWriter writer(mask, options_.codec, scratch_, options_.memory_bytes / 4);
  if (fits(distinct.size())) {
    Keys keys(distinct.size());
    Keys room(distinct.size());
    for (std::uint64_t i = 0; i < distinct.size(); ++i) {
      look(i);
      keys[i] = permuted(order, distinct.at(i));
    }
    sort_keys(keys, room, executor);
    for (std::uint64_t i = 0; i < keys.size(); ++i) {
      look(i);
      writer.add(keys[i]);
    }
  } else {
    SpillSorter<SortedKey> sorter(scratch_, options_.memory_bytes / 2);
    for (std::uint64_t i = 0; i < distinct.size(); ++i) {
      look(i);
      sorter.add({permuted(order, distinct.at(i))});
    }
    sorter.sort();
    std::uint64_t looked_at = 0;
    for (SortedKey sorted; sorter.next(sorted);) {
      look(looked_at++);
      writer.add(sorted.key);
    }
  }
  writer.finish(sink, table_section(table));
}

}  // namespace facsim
