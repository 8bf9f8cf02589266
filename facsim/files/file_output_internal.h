// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes into a file descriptor, buffered. Private to this room.
//
// Promise: every byte is with the system when flush() returns, or Error{no_space, io} with the path
// was thrown. Short writes and interrupted ones are carried on. One thread at a time.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/files/packed_input.h"

namespace facsim {

class FileOutput {
 public:
  // Makes the file and its folders; Error{already_exists} if it is there.
  [[nodiscard]] static FileOutput create(const std::string& path);
  FileOutput(FileHandle file, std::string path);

  void write(std::string_view bytes);
  void flush();
  // Flushes and closes; some file systems say only now that they are full. Does not wait for the
  // disk: ResultFolder::commit() does, once for all files.
  void close();
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  FileHandle file_;
  std::string path_;
  std::vector<char> buffer_;
};

}  // namespace facsim
