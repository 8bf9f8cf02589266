// SPDX-License-Identifier: Apache-2.0
#pragma once
// An append-only array that lives in memory up to a budget and in a scratch file beyond it.
//
// Promise: at(i) is the i-th value pushed, whatever the budget. The first values stay in memory,
// the later ones go to one scratch file, through a small buffer that counts as memory too. Cost: a
// copy in memory; one positioned read of sizeof(T) beyond it. at() may be called from several
// threads after the last push. After an Error from the scratch file the array must not be used.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "facsim/base/scratch.h"

namespace facsim {

// The untyped half: appends bytes and reads ranges of them.
class SpillBytes {
 public:
  // Uses at most about `memory_bytes_max` of memory (but at least a buffer of 4 KiB once it has
  // spilled); `scratch` must outlive this.
  SpillBytes(Scratch& scratch, std::size_t memory_bytes_max);

  // Returns the offset of the appended bytes.
  std::uint64_t append(std::span<const std::byte> bytes);
  // Fills `into` from `offset`; all of it must have been appended before.
  void read(std::uint64_t offset, std::span<std::byte> into) const;
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] bool spilled() const noexcept { return file_ != nullptr; }

 private:
  static constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

  void append_in_memory(std::span<const std::byte> bytes);
  void append_to_file(std::span<const std::byte> bytes);
  void read_memory(std::uint64_t offset, std::span<std::byte> into) const;

  Scratch* scratch_;
  std::uint64_t head_bytes_max_;  // this many of the first bytes stay in memory
  std::size_t tail_bytes_max_;
  std::uint64_t size_ = 0;
  std::uint64_t head_bytes_ = 0;
  // Chunks, not one vector, because growing a vector would hold the bytes twice.
  std::vector<std::unique_ptr<std::byte[]>> head_;
  std::unique_ptr<ScratchFile> file_;  // the bytes from head_bytes_ on, up to the tail
  std::vector<std::byte> tail_;        // the last bytes, not yet written to file_
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
  [[nodiscard]] bool spilled() const noexcept { return bytes_.spilled(); }

 private:
  SpillBytes bytes_;
};

}  // namespace facsim
