// SPDX-License-Identifier: Apache-2.0
#pragma once
// A window on a stream: view as many of the next bytes as needed, then advance.
//
// Cost: bytes are moved at most once more than they are read, however they are consumed. Memory: at
// most 1 MiB or twice the longest requested view; above 64 MiB at most four times the bytes in
// view.

#include <cstdint>
#include <memory>
#include <string_view>

#include "facsim/files/byte_source.h"

namespace facsim {

class ByteWindow {
 public:
  explicit ByteWindow(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  // Returns all buffered bytes: at least `bytes_min`, fewer only at the end of the stream. Valid
  // until the next call of fill().
  [[nodiscard]] std::string_view fill(std::size_t bytes_min);
  // Advances past the first `bytes` of the view.
  void consume(std::size_t bytes) noexcept;
  // Advances past `bytes` bytes, buffered or not; returns how many there were.
  std::uint64_t skip(std::uint64_t bytes);

  // The offset of the view in the stream.
  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }
  [[nodiscard]] ByteSource& source() noexcept { return *source_; }
  [[nodiscard]] const ByteSource& source() const noexcept { return *source_; }

 private:
  void make_room(std::size_t bytes);

  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t position_ = 0;
  bool ended_ = false;
};

}  // namespace facsim
