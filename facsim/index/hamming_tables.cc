// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/hamming_tables.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "facsim/base/error.h"
#include "facsim/index/index_header_internal.h"
#include "facsim/index/kernels/probe_kernels.h"
#include "facsim/index/packed_column.h"
#include "facsim/index/table.h"

namespace facsim {
namespace {

// The patterns that a table flips are listed in memory.
constexpr std::size_t kFlipsMax = std::size_t{1} << 24;

// All patterns of at most `radius` of `bits` bits by ascending number of ones; ends[n]: how many
// have at most n.
std::vector<std::uint64_t> flip_patterns(int bits, int radius, std::vector<std::size_t>& ends) {
  std::vector<std::uint64_t> patterns = {0};
  ends = {1};
  std::size_t begin = 0;
  for (int ones = 1; ones <= std::min(radius, bits); ++ones) {
    // Each pattern of one bit less, with a further bit above its highest.
    const std::size_t end = patterns.size();
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t pattern = patterns[i];
      for (int bit = static_cast<int>(std::bit_width(pattern)); bit < bits; ++bit) {
        patterns.push_back(pattern | std::uint64_t{1} << bit);
      }
      if (patterns.size() > kFlipsMax) {
        throw Error{ErrorCode::unsupported, "a table of " + std::to_string(bits) +
                                                " bits with radius " + std::to_string(radius) +
                                                " would be looked through whole"};
      }
    }
    begin = end;
    ends.push_back(patterns.size());
  }
  return patterns;
}

}  // namespace

HammingIndex::HammingIndex(const SectionSource& source, Kernel kernel)
    : name_(source.name()), kernels_(&probe_kernels(kernel)) {
  IndexHeader header = read_header(source);
  design_ = std::move(header.design);
  size_ = header.size;
  listed_ = header.listed;
  distinct_ = header.distinct;
  open_tables(source);
  ordinal_bits_ = bits_below(size_);
  const auto ordinals = section_of(source, kOrdinalSection, packed_bytes(listed_, ordinal_bits_));
  ordinals_ = ordinals.data();
  has_groups_ = distinct_ < listed_;
  if (has_groups_) groups_ = open_directory(source, kGroupSection, distinct_, listed_);
  if (!misses_nothing(design_)) {
    throw Error{ErrorCode::damaged,
                "the index has a design that misses something; build it anew from its input",
                name_};
  }
  // Fewer tables than all miss nothing within a smaller distance.
  for (int distance = 0; distance <= design_.max_distance; ++distance) {
    Design part{design_.name, distance, {}, design_.width};
    while (part.tables.size() < design_.tables.size()) {
      part.tables.push_back(design_.tables[part.tables.size()]);
      if (misses_nothing(part)) break;
    }
    needed_.push_back(part.tables.size());
  }
}

void HammingIndex::open_tables(const SectionSource& source) {
  for (std::size_t i = 0; i < design_.tables.size(); ++i) {
    const TableMask& mask = design_.tables[i];
    tables_.push_back(open_table(source, table_section(i), mask.mask, distinct_));
    flip_ends_.emplace_back();
    flips_.push_back(flip_patterns(std::popcount(mask.mask), mask.radius, flip_ends_.back()));
  }
}

EntryRange HammingIndex::ordinals_of(std::uint64_t place) const {
  return has_groups_ ? range_of(groups_, place) : EntryRange{place, 1};
}

}  // namespace facsim
