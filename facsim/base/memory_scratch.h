// SPDX-License-Identifier: Apache-2.0
#pragma once
// A Scratch that keeps its files in memory, for tests and for callers without a disk. It is simple
// enough to be verified by reading.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "facsim/base/scratch.h"

namespace facsim {

class MemoryScratchFile final : public ScratchFile {
 public:
  void append(std::span<const std::byte> bytes) override {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  void read(std::uint64_t offset, std::span<std::byte> into) const override {
    assert(offset <= bytes_.size() && into.size() <= bytes_.size() - offset &&
           "only what was appended can be read");
    if (!into.empty()) std::memcpy(into.data(), bytes_.data() + offset, into.size());
  }
  [[nodiscard]] std::uint64_t size() const noexcept override { return bytes_.size(); }

 private:
  std::vector<std::byte> bytes_;
};

class MemoryScratch final : public Scratch {
 public:
  [[nodiscard]] std::unique_ptr<ScratchFile> create() override {
    return std::make_unique<MemoryScratchFile>();
  }
};

}  // namespace facsim
