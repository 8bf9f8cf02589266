// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/spill_array.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace facsim {
namespace {
// Large enough that a write costs more than its system call.
constexpr std::size_t kTailBytes = std::size_t{256} << 10;
constexpr std::size_t kTailBytesMin = std::size_t{4} << 10;
}  // namespace

SpillBytes::SpillBytes(Scratch& scratch, std::size_t memory_bytes_max)
    : scratch_(&scratch),
      head_bytes_max_(0),
      tail_bytes_max_(std::clamp(memory_bytes_max / 4, kTailBytesMin, kTailBytes)) {
  head_bytes_max_ = memory_bytes_max - std::min(memory_bytes_max, tail_bytes_max_);
}

std::uint64_t SpillBytes::append(std::span<const std::byte> bytes) {
  const std::uint64_t offset = size_;
  if (file_ == nullptr && size_ + bytes.size() <= head_bytes_max_) {
    append_in_memory(bytes);
  } else {
    append_to_file(bytes);
  }
  size_ += bytes.size();
  return offset;
}

void SpillBytes::append_in_memory(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::size_t used = head_bytes_ % kChunkBytes;
    if (head_bytes_ / kChunkBytes == head_.size()) {
      head_.push_back(std::make_unique_for_overwrite<std::byte[]>(kChunkBytes));
    }
    const std::size_t count = std::min(bytes.size(), kChunkBytes - used);
    std::memcpy(head_.back().get() + used, bytes.data(), count);
    head_bytes_ += count;
    bytes = bytes.subspan(count);
  }
}

void SpillBytes::append_to_file(std::span<const std::byte> bytes) {
  if (file_ == nullptr) {
    file_ = scratch_->create();
    tail_.reserve(tail_bytes_max_);
  }
  if (tail_.size() + bytes.size() > tail_bytes_max_) {
    if (!tail_.empty()) file_->append(tail_);
    tail_.clear();
  }
  if (bytes.size() > tail_bytes_max_) {
    file_->append(bytes);
  } else {
    tail_.insert(tail_.end(), bytes.begin(), bytes.end());
  }
}

void SpillBytes::read(std::uint64_t offset, std::span<std::byte> into) const {
  assert(offset <= size_ && into.size() <= size_ - offset && "only what was appended can be read");
  if (into.empty()) return;
  if (offset < head_bytes_) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), head_bytes_ - offset));
    read_memory(offset, into.first(count));
    offset += count;
    into = into.subspan(count);
  }
  if (into.empty()) return;
  const std::uint64_t tail_begin = size_ - tail_.size();
  if (offset < tail_begin) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), tail_begin - offset));
    file_->read(offset - head_bytes_, into.first(count));
    offset += count;
    into = into.subspan(count);
  }
  if (into.empty()) return;
  std::memcpy(into.data(), tail_.data() + (offset - tail_begin), into.size());
}

void SpillBytes::read_memory(std::uint64_t offset, std::span<std::byte> into) const {
  while (!into.empty()) {
    const std::size_t used = offset % kChunkBytes;
    const std::size_t count = std::min(into.size(), kChunkBytes - used);
    std::memcpy(into.data(), head_[offset / kChunkBytes].get() + used, count);
    offset += count;
    into = into.subspan(count);
  }
}

}  // namespace facsim
