// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/packing.h"

namespace facsim {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kBzip2Magic = "BZh"sv;
constexpr std::uint32_t kSkippableFirst = 0x184d2a50;
constexpr std::uint32_t kSkippableMask = 0xfffffff0;

}  // namespace

std::string_view name_of(Packing packing) noexcept {
  switch (packing) {
    case Packing::none:
      return "none";
    case Packing::gzip:
      return "gzip";
    case Packing::zstd:
      return "zstd";
    case Packing::lz4:
      return "lz4";
    case Packing::xz:
      return "xz";
    case Packing::bzip2:
      return "bzip2";
  }
  return "?";
}

Packing packing_of(std::string_view first_bytes) noexcept {
  if (first_bytes.starts_with("\x1f\x8b"sv)) {
    const bool deflate = first_bytes.size() < 3 || first_bytes[2] == '\x08';
    return deflate ? Packing::gzip : Packing::none;
  }
  if (first_bytes.starts_with("\x28\xb5\x2f\xfd"sv)) return Packing::zstd;
  if (first_bytes.starts_with("\x04\x22\x4d\x18"sv)) return Packing::lz4;
  if (first_bytes.starts_with("\xfd\x37\x7a\x58\x5a\x00"sv)) return Packing::xz;
  if (begins_bzip2(first_bytes)) return Packing::bzip2;
  if (begins_skippable(first_bytes)) return Packing::zstd;
  return Packing::none;
}

bool begins_bzip2(std::string_view bytes) noexcept {
  constexpr std::size_t kHeaderBytes = 4;
  if (!bytes.starts_with(kBzip2Magic) || bytes.size() < kHeaderBytes) return false;
  if (bytes[3] < '1' || bytes[3] > '9') return false;
  const std::string_view behind = bytes.substr(kHeaderBytes);
  return behind.starts_with("\x31\x41\x59\x26\x53\x59"sv) ||  // a block: the digits of pi
         behind.starts_with("\x17\x72\x45\x38\x50\x90"sv);    // the end of an empty stream
}

bool begins_skippable(std::string_view bytes) noexcept {
  return bytes.size() >= 4 && (load_le32(bytes) & kSkippableMask) == kSkippableFirst;
}

std::uint32_t load_le32(std::string_view bytes) noexcept {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4 && i < bytes.size(); ++i) {
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  return value;
}

}  // namespace facsim
