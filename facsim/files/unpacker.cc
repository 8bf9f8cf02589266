// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/unpacker.h"

#include <cassert>

namespace facsim {

namespace {

constexpr std::uint32_t kSkippableFirst = 0x184d2a50;
constexpr std::uint32_t kSkippableMask = 0xfffffff0;
constexpr std::uint64_t kSkippableHeaderBytes = 8;

}  // namespace

bool Unpacker::set_dictionary(std::string_view /*bytes*/) { return false; }

std::size_t Unpacker::bytes_to_first_output() const noexcept { return std::size_t{16} << 10; }

std::uint32_t load_le32(std::string_view bytes) noexcept {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4 && i < bytes.size(); ++i) {
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  return value;
}

Start look_at_skippable(std::string_view bytes) noexcept {
  if (bytes.size() < 4 || (load_le32(bytes) & kSkippableMask) != kSkippableFirst) return {};
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
