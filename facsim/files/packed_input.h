// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bytes of a file as they lie there, a window at a time. For this room, output/ and store/.
//
// Promise: one buffer of kInputBufferBytes, read(2) only, so pipes and devices work as well as
// files. A pipe that gives nothing is waited for, and while_waiting() is asked several times a
// second whether to go on (waiting.h). Throws Error{not_found, io} with the path. One thread at a
// time.

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
  // Gives the descriptor away; the caller closes it.
  [[nodiscard]] int release() noexcept;

 private:
  int descriptor_;
};

// Opens what a user gave us to read: a file, a pipe, a device. Waits for nobody. The files that
// facsim writes itself are opened by own_file.h.
[[nodiscard]] FileHandle open_user_input(const std::string& path);
// The same; -1 and errno where the system refuses.
[[nodiscard]] FileHandle try_user_input(const std::string& path) noexcept;

class PackedInput {
 public:
  explicit PackedInput(const std::string& path);
  PackedInput(FileHandle file, std::string path);

  // The bytes from position() on that are in memory: at least `least` of them (at most
  // kInputBufferBytes), fewer only where the file ends. Valid until the next call.
  [[nodiscard]] std::string_view at_hand(std::size_t least = 1);
  // Goes forward over bytes that are at hand.
  void consume(std::size_t bytes);
  // Goes forward over bytes that need not be at hand; false if the file ends before.
  [[nodiscard]] bool skip(std::uint64_t bytes);
  // Goes back to `offset`, which must not lie ahead. A pipe goes back as far as its buffer reaches.
  void back_to(std::uint64_t offset);

  [[nodiscard]] std::uint64_t position() const noexcept { return base_ + begin_; }

 private:
  // Adds what one read(2) gives; false at the end of the file.
  bool refill();
  // What read(2) gives, however long a pipe takes for it.
  [[nodiscard]] std::size_t read_some(std::span<char> into);

  std::string path_;
  FileHandle file_;
  bool seekable_ = false;
  bool ended_ = false;
  bool begun_ = false;  // something was read
  std::vector<char> buffer_;
  std::size_t begin_ = 0;   // of the unread bytes in buffer_
  std::size_t end_ = 0;     // of the bytes in buffer_
  std::uint64_t base_ = 0;  // where in the file buffer_ begins
};

}  // namespace facsim
