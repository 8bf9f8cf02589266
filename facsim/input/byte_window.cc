// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/byte_window_internal.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace facsim {
namespace {
constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
// Space for more is allocated as the bytes arrive: a record may claim any length.
constexpr std::size_t kBelievedBytes = std::size_t{32} << 20;
}  // namespace

std::string_view ByteWindow::fill(std::size_t bytes_min) {
  while (end_ - begin_ < bytes_min && !ended_) {
    make_room(std::min(bytes_min, std::max(kBelievedBytes, 2 * (end_ - begin_))));
    const std::size_t got = source_->read({buffer_.get() + end_, capacity_ - end_});
    ended_ = got == 0;
    end_ += got;
  }
  return {buffer_.get() + begin_, end_ - begin_};
}

void ByteWindow::consume(std::size_t bytes) noexcept {
  assert(bytes <= end_ - begin_ && "consumes only what fill() showed");
  begin_ += bytes;
  position_ += bytes;
}

std::uint64_t ByteWindow::skip(std::uint64_t bytes) {
  std::uint64_t skipped = 0;
  while (skipped < bytes) {
    const std::size_t some =
        static_cast<std::size_t>(std::min<std::uint64_t>(fill(1).size(), bytes - skipped));
    if (some == 0) break;
    consume(some);
    skipped += some;
  }
  return skipped;
}

// Makes space for `bytes` from begin_ on, and for at least one byte more than the buffer holds.
void ByteWindow::make_room(std::size_t bytes) {
  if (begin_ + bytes <= capacity_ && end_ < capacity_) return;
  const std::size_t held = end_ - begin_;
  // Twice the requested size: so at least as many bytes were consumed as are moved.
  if (capacity_ < 2 * bytes || capacity_ == 0) {
    const std::size_t capacity = std::max(kBufferBytes, 2 * bytes);
    auto larger = std::make_unique_for_overwrite<char[]>(capacity);
    if (held > 0) std::memcpy(larger.get(), buffer_.get() + begin_, held);
    buffer_ = std::move(larger);
    capacity_ = capacity;
  } else {
    std::memmove(buffer_.get(), buffer_.get() + begin_, held);
  }
  begin_ = 0;
  end_ = held;
}

}  // namespace facsim
