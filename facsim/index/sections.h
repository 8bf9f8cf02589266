// SPDX-License-Identifier: Apache-2.0
#pragma once
// Named runs of bytes in which an index is written and read: in a file (store/segment.h) or memory.

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

class SectionSink {
 public:
  virtual ~SectionSink() = default;
  // Sections are written one after the other; each name is used once.
  virtual void begin(std::string_view name) = 0;
  virtual void write(std::span<const std::byte> bytes) = 0;
  virtual void end() = 0;
};

class SectionSource {
 public:
  virtual ~SectionSource() = default;
  // Returns the bytes, aligned to 64 and valid as long as the source; nothing if not found.
  [[nodiscard]] virtual std::optional<std::span<const std::byte>> find(
      std::string_view name) const = 0;
  // The name used in messages.
  [[nodiscard]] virtual std::string name() const = 0;
};

class MemorySections final : public SectionSink, public SectionSource {
 public:
  void begin(std::string_view name) override { open_ = &sections_[std::string(name)]; }
  void write(std::span<const std::byte> bytes) override;
  void end() override;
  [[nodiscard]] std::optional<std::span<const std::byte>> find(
      std::string_view name) const override;
  [[nodiscard]] std::string name() const override { return "memory"; }
  // The size of all sections together.
  [[nodiscard]] std::uint64_t bytes() const noexcept;

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  struct Section {
    std::vector<Line> lines;
    std::size_t bytes = 0;
  };
  std::map<std::string, Section, std::less<>> sections_;
  Section* open_ = nullptr;
};

}  // namespace facsim
