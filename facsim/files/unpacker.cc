// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/unpacker.h"

#include <cassert>

namespace facsim {

namespace {

constexpr std::uint64_t kSkippableHeaderBytes = 8;

}  // namespace

bool Unpacker::set_dictionary(std::string_view /*bytes*/) { return false; }

std::size_t Unpacker::bytes_to_first_output() const noexcept { return std::size_t{16} << 10; }

Start look_at_skippable(std::string_view bytes) noexcept {
  if (!begins_skippable(bytes)) return {};
  return {StartKind::skippable, kSkippableHeaderBytes, load_le32(bytes.substr(4))};
}

std::unique_ptr<Unpacker> make_unpacker(Packing packing) {
  assert(packing != Packing::none && "plain bytes need no unpacker");
  switch (packing) {
    case Packing::gzip:
      return make_gzip_unpacker();
    case Packing::zstd:
      return make_zstd_unpacker(kZstdWindowLogMax);
    case Packing::xz:
      return make_xz_unpacker();
    case Packing::bzip2:
      return make_bzip2_unpacker();
    case Packing::lz4:
    case Packing::none:
      break;
  }
  return make_lz4_unpacker();
}

}  // namespace facsim
