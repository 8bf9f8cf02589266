// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes on their way into a file, packed as asked. What is written is not there under its name
// until close() returns (the caller writes into a folder that is renamed as a whole).
//
// Throws Error{no_space, io} with the path; after that the file is worthless.

#include <memory>
#include <string>
#include <string_view>

#include "facsim/files/byte_source.h"

namespace facsim {

class ByteSink {
 public:
  virtual ~ByteSink() = default;
  // Unpacked bytes, which this packs.
  virtual void write(std::string_view bytes) = 0;
  // Ends the current gzip member, zstd/lz4 frame or xz/bzip2 stream, if it has bytes; the next
  // write begins another.
  virtual void end_member() = 0;
  // Bytes that are whole members or frames already; ends the current one first.
  virtual void write_packed(std::string_view bytes) = 0;
  // Everything is on its way to the disk; no call is allowed afterwards. A packed file without
  // bytes gets one empty member, which readers want.
  virtual void close() = 0;
};

// Creates the file (and its folders); fails if it exists.
[[nodiscard]] std::unique_ptr<ByteSink> create_bytes(const std::string& path, Packing packing);

}  // namespace facsim
