// SPDX-License-Identifier: Apache-2.0
#pragma once
// Packing one member after the other into a file. Private to this room.

#include <cstddef>
#include <memory>
#include <string_view>

#include "facsim/files/file_output_internal.h"

namespace facsim {

// What a packer gathers before it writes.
inline constexpr std::size_t kPackedBufferBytes = std::size_t{64} << 10;

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

}  // namespace facsim
