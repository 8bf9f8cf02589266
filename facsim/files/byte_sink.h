// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes bytes to a file, packed as requested. The file is complete only after close() returns; the
// caller writes into a folder that is renamed as a whole.
//
// Throws Error{no_space, io} with the path; the file is then worthless.

#include <memory>
#include <string>
#include <string_view>

#include "facsim/files/byte_source.h"

namespace facsim {

class ByteSink {
 public:
  virtual ~ByteSink() = default;
  // Packs and writes unpacked bytes.
  virtual void write(std::string_view bytes) = 0;
  // Ends the current gzip member, zstd/lz4 frame or xz/bzip2 stream, if it has bytes; the next
  // write begins another.
  virtual void end_member() = 0;
  // Writes bytes that are whole members or frames already; ends the current one first.
  virtual void write_packed(std::string_view bytes) = 0;
  // Hands everything to the system; no call is allowed afterwards. A packed file without bytes gets
  // one empty member, because readers expect one.
  virtual void close() = 0;
};

// Creates the file and its parent folders; fails if the file exists.
[[nodiscard]] std::unique_ptr<ByteSink> create_bytes(const std::string& path, Packing packing);

}  // namespace facsim
