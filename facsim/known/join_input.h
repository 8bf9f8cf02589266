// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fingerprints for a join, and the names by which its pairs are reported.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/scratch.h"
#include "facsim/base/spill_array.h"
#include "facsim/index/name_table.h"
#include "facsim/index/ordered_join.h"

namespace facsim {

// For a self-join: names by ordinal, in any order.
class JoinInput {
 public:
  // `join` must outlive this.
  JoinInput(OrderedJoin& join, Scratch& scratch, std::size_t memory_bytes)
      : join_(join), ids_(scratch, memory_bytes) {}

  void add(std::uint64_t fingerprint, std::string_view id);
  void add(std::uint64_t fingerprint, std::uint64_t id);
  // Adds all entries of an index. `check` is called now and then and may throw. Throws as
  // for_each_entry() does.
  void add_index(const std::string& folder, std::uint64_t memory_bytes, Scratch& scratch,
                 const std::function<void()>& check = {});
  // Call once, after the last entry.
  [[nodiscard]] NameTable finish(MemorySections& sections);

 private:
  void add_fingerprint(std::uint64_t fingerprint);
  void flush();

  OrderedJoin& join_;
  NameTableBuilder ids_;
  std::vector<std::uint64_t> waiting_;
};

// For a join of new ones with an index: the names of the new ones, read back in their order.
class NameSpool {
 public:
  NameSpool(Scratch& scratch, std::size_t memory_bytes) : bytes_(scratch, memory_bytes) {}

  // A name that is too long is cut (model/label.h).
  void add(std::string_view name);
  // Returns the name of `number`, which must not be below that of the previous call; valid until
  // the next call.
  const std::string& at(std::uint64_t number);

 private:
  SpillBytes bytes_;
  std::uint64_t at_ = 0;
  std::uint64_t next_ = 0;
  std::string name_;
};

}  // namespace facsim
