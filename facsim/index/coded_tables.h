// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tables stored in fewer bytes: their sorted keys are encoded, and decoded when an index is opened.
//
// Section NAME.keys holds the fingerprints of a table in its order, their bits permuted so that the
// key comes first, in the bytes of codec/codec.h: with Elias-Fano some 43 bits each at ten million,
// while a ready table takes 45. Opening decodes all of them, and needs the memory of the ready
// tables.

#include <memory>

#include "facsim/base/spill_array.h"
#include "facsim/index/codec/codec.h"
#include "facsim/index/sections.h"

namespace facsim {

// The most buckets that a coded table of `entries` entries may have. A ready table reveals a
// damaged mask by the size of its directory; a coded one does not, and a damaged mask could request
// a terabyte. The planner takes half of this at most.
[[nodiscard]] std::uint64_t coded_buckets_max(std::uint64_t entries) noexcept;

class CodedTableBuilder {
 public:
  // Keys beyond the memory go to scratch, because a codec may have to read all of them twice.
  CodedTableBuilder(Codec codec, Scratch& scratch, std::size_t memory_bytes_max)
      : codec_(codec), keys_(scratch, memory_bytes_max) {}
  // Keys must be added in ascending order.
  void add(std::uint64_t key) { keys_.push_back(key); }
  void finish(SectionSink& sink, const std::string& name);

 private:
  Codec codec_;
  SpillArray<std::uint64_t> keys_;
};

// An index whose tables are all ready: `source` itself or, if its tables are coded, `source` and
// the decoded tables. `source` must outlive this.
class ReadyTables final : public SectionSource {
 public:
  // Throws Error{damaged, unsupported}.
  explicit ReadyTables(const SectionSource& source);
  [[nodiscard]] std::optional<std::span<const std::byte>> find(
      std::string_view name) const override;
  [[nodiscard]] std::string name() const override { return source_.name(); }

 private:
  const SectionSource& source_;
  MemorySections decoded_;
};

}  // namespace facsim
