// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which pages share a key? A sorted table of (key, page), read run by run.
//
// A key is any 64-bit value that similar pages have in common: fingerprint bits under a mask, a
// band of a sketch, with the channel's number mixed in. Memory is bounded; beyond it the table
// spills.

#include <cstdint>
#include <functional>

#include "facsim/base/scratch.h"
#include "facsim/base/spill_sort.h"

namespace facsim {

struct KeyEntry {
  std::uint64_t key = 0;
  std::uint32_t page = 0;
  std::uint32_t unused = 0;
  [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return key; }
  friend auto operator<=>(const KeyEntry&, const KeyEntry&) = default;
};

class KeyGroups {
 public:
  KeyGroups(Scratch& scratch, std::size_t memory_bytes_max) : table_(scratch, memory_bytes_max) {}
  void add(std::uint64_t key, std::uint32_t page) { table_.add({key, page, 0}); }
  // Calls visit(group, page) for the pages of every key that at least two distinct pages have.
  // Groups are numbered 0, 1, ... in ascending order of their keys; pages ascend within a group and
  // occur once. Returns the number of groups. May be called once.
  std::uint64_t for_each(const std::function<void(std::uint64_t, std::uint32_t)>& visit);

 private:
  SpillSorter<KeyEntry> table_;
};

}  // namespace facsim
