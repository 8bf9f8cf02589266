// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tables at rest in fewer bytes: their sorted keys by a codec, made ready again when opened.
//
// Section NAME.keys holds the fingerprints of a table with their bits in its order, the key
// highest, in the bytes of codec/codec.h: some 43 bits each at ten million by Elias-Fano, where a
// table that is ready takes 45. Opening decodes all of them, and needs the memory of the tables
// that are ready.

#include <memory>

#include "facsim/base/spill_array.h"
#include "facsim/index/codec/codec.h"
#include "facsim/index/sections.h"

namespace facsim {

// What a coded table of so many entries may have of buckets. A table that is ready shows by the
// size of its directory that its mask is what it was; one that is coded shows nothing, and a mask
// that was damaged would ask for a terabyte. The planner takes half of this at most.
[[nodiscard]] std::uint64_t coded_buckets_max(std::uint64_t entries) noexcept;

class CodedTableBuilder {
 public:
  // Keys beyond the memory go to scratch: a codec may want to see all of them twice.
  CodedTableBuilder(Codec codec, Scratch& scratch, std::size_t memory_bytes_max)
      : codec_(codec), keys_(scratch, memory_bytes_max) {}
  // In ascending order.
  void add(std::uint64_t key) { keys_.push_back(key); }
  void finish(SectionSink& sink, const std::string& name);

 private:
  Codec codec_;
  SpillArray<std::uint64_t> keys_;
};

// An index whose tables are all ready: `source` itself, or, where its tables are coded, `source`
// with the decoded tables beside it. `source` must outlive what is returned.
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
