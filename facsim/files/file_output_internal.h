// SPDX-License-Identifier: Apache-2.0
#pragma once
// Buffered output into a file descriptor. Private to this room.
//
// Promise: every byte has been handed to the system when flush() returns; else Error{no_space, io}
// with the path. Short and interrupted writes are continued. One thread at a time.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/files/packed_input.h"

namespace facsim {

class FileOutput {
 public:
  // Creates the file and its parent folders. Throws Error{already_exists} if the file exists.
  [[nodiscard]] static FileOutput create(const std::string& path);
  FileOutput(FileHandle file, std::string path);

  void write(std::string_view bytes);
  void flush();
  // Flushes and closes; some file systems report only now that they are full. Does not wait for the
  // disk: ResultFolder::commit() does so once for all files.
  void close();
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  FileHandle file_;
  std::string path_;
  std::vector<char> buffer_;
};

}  // namespace facsim
