// SPDX-License-Identifier: Apache-2.0
#pragma once
// What all sinks share: a file, and the rule when a member begins and ends. Private to this room.

#include <memory>
#include <string_view>

#include "facsim/files/byte_sink.h"
#include "facsim/files/file_output_internal.h"

namespace facsim {

// Packs one member after the other and appends what comes out to a file.
class Packer {
 public:
  virtual ~Packer() = default;
  // Of the current member; the first call after end() begins another.
  virtual void pack(std::string_view bytes, FileOutput& file) = 0;
  // Ends the current member; without bytes before it, makes an empty one.
  virtual void end(FileOutput& file) = 0;
};

[[nodiscard]] std::unique_ptr<Packer> make_gzip_packer();
[[nodiscard]] std::unique_ptr<Packer> make_zstd_packer();
[[nodiscard]] std::unique_ptr<Packer> make_lz4_packer();
[[nodiscard]] std::unique_ptr<Packer> make_xz_packer();
[[nodiscard]] std::unique_ptr<Packer> make_bzip2_packer();

// A sink that writes into `file`, which may be any descriptor.
[[nodiscard]] std::unique_ptr<ByteSink> make_sink(FileOutput file, Packing packing);

}  // namespace facsim
