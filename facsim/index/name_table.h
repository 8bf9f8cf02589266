// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ordinals to names: one string for each entry of a segment.
//
// Names that are consecutive numbers cost nothing. Other names are stored without gaps, each after
// its length, and a list holds the offset of every sixteenth. Sections NAME.range, NAME.blocks and
// NAME.bytes; docs/formats/hamming-index.md defines the bytes.
//
// Cost: a look-up skips at most fifteen names. Const: safe to share among threads.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "facsim/base/spill_array.h"
#include "facsim/index/sections.h"

namespace facsim {

class NameTableBuilder {
 public:
  // Names beyond the memory go to scratch.
  NameTableBuilder(Scratch& scratch, std::size_t memory_bytes_max);

  // Adds the name of the next ordinal, truncated if it is too long (model/label.h).
  void add(std::string_view name);
  // The same for a name that is a decimal number.
  void add(std::uint64_t number);
  void finish(SectionSink& sink, std::string_view name);

 private:
  void store(std::string_view name);
  // Stores the names that were a range so far, and all later ones.
  void leave_range();

  bool is_range_ = true;
  std::uint64_t first_ = 0;  // of the range
  std::uint64_t count_ = 0;
  SpillBytes blocks_;
  SpillBytes bytes_;
};

class NameTable {
 public:
  // Opens the sections of `count` names; `source` must outlive this. Throws Error{damaged}.
  NameTable(const SectionSource& source, std::string_view name, std::uint64_t count);

  [[nodiscard]] std::uint64_t size() const noexcept { return count_; }
  // Throws Error{damaged} if the offset or length of the name is wrong.
  [[nodiscard]] std::string at(std::uint64_t ordinal) const;
  // Visits all names in the order of their ordinals; each is valid during its call. Throws
  // Error{damaged}.
  void for_each(const std::function<void(std::uint64_t, std::string_view)>& visit) const;

 private:
  // The name that begins at offset `at`; moves `at` past it.
  [[nodiscard]] std::string_view next(std::uint64_t& at) const;

  std::string where_;
  std::uint64_t count_ = 0;
  bool is_range_ = false;
  std::uint64_t first_ = 0;
  const std::uint64_t* blocks_ = nullptr;
  std::span<const std::byte> bytes_;
};

}  // namespace facsim
