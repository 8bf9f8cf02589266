// SPDX-License-Identifier: Apache-2.0
#pragma once
// Packs members one after the other into a file. Private to this room.

#include <cstddef>
#include <memory>
#include <string_view>

#include "facsim/files/file_output_internal.h"

namespace facsim {

// Buffer of a packer before it writes.
inline constexpr std::size_t kPackedBufferBytes = std::size_t{64} << 10;

// Packs members one after the other and appends them to a file.
class Packer {
 public:
  virtual ~Packer() = default;
  // Adds to the current member; the first call after end() begins another.
  virtual void pack(std::string_view bytes, FileOutput& file) = 0;
  // Ends the current member; creates an empty one if it has no bytes.
  virtual void end(FileOutput& file) = 0;
};

[[nodiscard]] std::unique_ptr<Packer> make_gzip_packer();
[[nodiscard]] std::unique_ptr<Packer> make_zstd_packer();
[[nodiscard]] std::unique_ptr<Packer> make_lz4_packer();
[[nodiscard]] std::unique_ptr<Packer> make_xz_packer();
[[nodiscard]] std::unique_ptr<Packer> make_bzip2_packer();

}  // namespace facsim
