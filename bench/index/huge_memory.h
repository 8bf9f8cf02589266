// SPDX-License-Identifier: Apache-2.0
#pragma once
// Memory in huge pages, if the system grants them, and index sections in it. They are laid out like
// a loaded segment (store/segment.h), without the disk.

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "facsim/index/sections.h"

namespace facsim::bench {

// Reserves address space; pages are allocated when they are written. Throws std::bad_alloc.
class HugeMemory {
 public:
  explicit HugeMemory(std::size_t bytes);
  ~HugeMemory();
  HugeMemory(const HugeMemory&) = delete;
  HugeMemory& operator=(const HugeMemory&) = delete;
  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return {begin_, bytes_}; }

 private:
  std::byte* begin_ = nullptr;
  std::size_t bytes_ = 0;
};

class HugeSections final : public SectionSink, public SectionSource {
 public:
  // All sections together take at most `bytes_max`; otherwise writing throws std::length_error.
  explicit HugeSections(std::size_t bytes_max) : memory_(bytes_max) {}
  void begin(std::string_view name) override;
  void write(std::span<const std::byte> bytes) override;
  void end() override {}
  [[nodiscard]] std::optional<std::span<const std::byte>> find(
      std::string_view name) const override;
  [[nodiscard]] std::string name() const override { return "huge memory"; }
  // The bytes of all sections.
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  struct Section {
    std::size_t begin = 0;
    std::size_t bytes = 0;
  };
  HugeMemory memory_;
  std::map<std::string, Section, std::less<>> sections_;
  Section* open_ = nullptr;
};

}  // namespace facsim::bench
