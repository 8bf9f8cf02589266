// SPDX-License-Identifier: Apache-2.0
#pragma once
// An append-only array that lives in memory up to a budget and in a scratch file beyond it.
//
// Promise: at(i) is the i-th value pushed, whatever the budget. Cost: a copy in memory; one
// positioned read of sizeof(T) beyond it. at() may be called from several threads once no one
// pushes any more.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "facsim/base/scratch.h"

namespace facsim {

// The untyped half: bytes appended, ranges read back.
class SpillBytes {
 public:
  // Keeps at most about `memory_bytes_max` in memory; `scratch` must outlive this.
  SpillBytes(Scratch& scratch, std::size_t memory_bytes_max)
      : scratch_(&scratch), memory_bytes_max_(memory_bytes_max) {}

  // Returns the offset at which the bytes now stand.
  std::uint64_t append(std::span<const std::byte> bytes);
  void read(std::uint64_t offset, std::span<std::byte> into) const;
  [[nodiscard]] std::uint64_t size() const noexcept;
  [[nodiscard]] bool spilled() const noexcept { return file_ != nullptr; }

 private:
  Scratch* scratch_;
  std::size_t memory_bytes_max_;
  std::vector<std::byte> memory_;  // all of it, or the tail not yet written to file_
  std::unique_ptr<ScratchFile> file_;
};

template <class T>
class SpillArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  SpillArray(Scratch& scratch, std::size_t memory_bytes_max) : bytes_(scratch, memory_bytes_max) {}

  void push_back(const T& value) { bytes_.append(std::as_bytes(std::span(&value, 1))); }
  [[nodiscard]] T at(std::uint64_t index) const {
    T value;
    bytes_.read(index * sizeof(T), std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return bytes_.size() / sizeof(T); }

 private:
  SpillBytes bytes_;
};

}  // namespace facsim
