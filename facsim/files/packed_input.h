// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bytes of a file as stored, one window at a time. For this room, output/ and store/.
//
// Promise: one buffer of kInputBufferBytes, and read(2) only, so pipes and devices work like files.
// While a pipe has no data, while_waiting() is called several times a second and can stop the wait
// (waiting.h). Throws Error{not_found, io} with the path. One thread at a time.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

inline constexpr std::size_t kInputBufferBytes = std::size_t{512} << 10;

// A file descriptor that is closed with its object.
class FileHandle {
 public:
  explicit FileHandle(int descriptor = -1) noexcept : descriptor_(descriptor) {}
  ~FileHandle();
  FileHandle(FileHandle&& other) noexcept;
  FileHandle& operator=(FileHandle&& other) noexcept;
  [[nodiscard]] int get() const noexcept { return descriptor_; }
  // Releases the descriptor; the caller closes it.
  [[nodiscard]] int release() noexcept;

 private:
  int descriptor_;
};

// Opens an input of the user for reading: a file, a pipe, a device. Does not block. own_file.h
// opens the files that facsim writes itself.
[[nodiscard]] FileHandle open_user_input(const std::string& path);
// The same; returns -1 and sets errno on a system error.
[[nodiscard]] FileHandle try_user_input(const std::string& path) noexcept;

class PackedInput {
 public:
  explicit PackedInput(const std::string& path);
  PackedInput(FileHandle file, std::string path);

  // Returns the bytes in memory from position() on: at least `least` of them (at most
  // kInputBufferBytes), fewer only at the end of the file. Valid until the next call.
  [[nodiscard]] std::string_view at_hand(std::size_t least = 1);
  // Advances over bytes that are in memory.
  void consume(std::size_t bytes);
  // Advances over bytes that need not be in memory; returns false if the file ends before.
  [[nodiscard]] bool skip(std::uint64_t bytes);
  // Goes back to `offset`, which must not be ahead. A pipe goes back only within its buffer.
  void back_to(std::uint64_t offset);

  [[nodiscard]] std::uint64_t position() const noexcept { return base_ + begin_; }

 private:
  // Adds the bytes of one read(2); returns false at the end of the file.
  bool refill();
  // Returns the bytes of one read(2), waiting for a pipe as long as necessary.
  [[nodiscard]] std::size_t read_some(std::span<char> into);

  std::string path_;
  FileHandle file_;
  bool seekable_ = false;
  bool ended_ = false;
  bool begun_ = false;  // something was read
  std::vector<char> buffer_;
  std::size_t begin_ = 0;   // of the unread bytes in buffer_
  std::size_t end_ = 0;     // end of the bytes in buffer_
  std::uint64_t base_ = 0;  // offset of buffer_ in the file
};

}  // namespace facsim
