// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/hamming_index_builder.h"

#include <bit>
#include <cassert>

#include "facsim/base/error.h"
#include "facsim/index/index_header_internal.h"
#include "facsim/index/kernels/probe_kernels.h"
#include "facsim/index/table.h"

namespace facsim {
namespace {

// A fingerprint as a table sorts it: its key in the highest bits, its suffix below.
class SortKeys {
 public:
  explicit SortKeys(std::uint64_t mask) : mask_(mask), suffix_bits_(64 - std::popcount(mask)) {}

  [[nodiscard]] std::uint64_t of(std::uint64_t fingerprint) const {
    std::uint64_t key = 0;
    std::uint64_t suffix = 0;
    kernels_.split(&fingerprint, 1, mask_, &key, &suffix);
    return key << suffix_bits_ | suffix;
  }
  [[nodiscard]] std::uint64_t key(std::uint64_t sorted) const { return sorted >> suffix_bits_; }
  [[nodiscard]] std::uint64_t suffix(std::uint64_t sorted) const {
    return sorted & ((std::uint64_t{1} << suffix_bits_) - 1);
  }
  [[nodiscard]] std::uint64_t fingerprint(std::uint64_t sorted) const {
    return kernels_.join(key(sorted), suffix(sorted), mask_);
  }

 private:
  std::uint64_t mask_;
  int suffix_bits_;
  const RawProbeKernels& kernels_ = probe_kernels(best_kernel());
};

struct SortedKey {
  std::uint64_t key = 0;
  [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return key; }
  friend auto operator<=>(const SortedKey&, const SortedKey&) = default;
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
  entries_ = std::make_unique<SpillSorter<Entry>>(scratch_, options_.memory_bytes / 2);
}

void HammingIndexBuilder::add(std::uint64_t fingerprint) {
  assert((options_.design.width == 64 || fingerprint >> options_.design.width == 0) &&
         "fingerprints are as wide as the design");
  const SortKeys keys(options_.design.tables.front().mask);
  entries_->add({keys.of(fingerprint), size_++});
}

void HammingIndexBuilder::build(SectionSink& sink) {
  const std::vector<TableMask>& masks = options_.design.tables;
  const SortKeys first_keys(masks.front().mask);
  SpillArray<std::uint64_t> distinct(scratch_, options_.memory_bytes / 4);
  {
    TableBuilder table(masks.front().mask, scratch_, options_.memory_bytes / 4);
    PackedColumnBuilder ordinals(bits_below(size_), scratch_, options_.memory_bytes / 8);
    DirectoryBuilder groups(scratch_, options_.memory_bytes / 16);
    const std::uint64_t listed = entries_->size();
    entries_->sort();
    Entry last;
    std::uint64_t in_group = 0;
    for (Entry entry; entries_->next(entry); last = entry) {
      if (in_group == 0 || entry.key != last.key) {
        if (in_group > 0) groups.add(in_group);
        in_group = 0;
        table.add(first_keys.key(entry.key), first_keys.suffix(entry.key));
        distinct.push_back(first_keys.fingerprint(entry.key));
      }
      ++in_group;
      ordinals.add(entry.ordinal);
    }
    if (in_group > 0) groups.add(in_group);
    entries_.reset();
    write_header({options_.design, size_, listed, distinct.size()}, sink);
    table.finish(sink, table_section(0));
    ordinals.finish(sink, kOrdinalSection);
    // Where every fingerprint has one ordinal, it stands at the fingerprint's own place.
    if (distinct.size() < listed) groups.finish(sink, kGroupSection);
  }
  for (std::size_t t = 1; t < masks.size(); ++t) {
    const SortKeys keys(masks[t].mask);
    SpillSorter<SortedKey> sorter(scratch_, options_.memory_bytes / 2);
    for (std::uint64_t i = 0; i < distinct.size(); ++i) sorter.add({keys.of(distinct.at(i))});
    sorter.sort();
    TableBuilder table(masks[t].mask, scratch_, options_.memory_bytes / 4);
    for (SortedKey sorted; sorter.next(sorted);) {
      table.add(keys.key(sorted.key), keys.suffix(sorted.key));
    }
    table.finish(sink, table_section(t));
  }
}

}  // namespace facsim
