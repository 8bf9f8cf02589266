// SPDX-License-Identifier: Apache-2.0
// Any bytes as a segment file: unchanged, and with valid checksums at the places named by the
// header, so that the code after the checksums is reached, too.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "facsim/base/hash64.h"
#include "facsim/store/segment.h"
#include "facsim/store/tombstones.h"
#include "fuzz/support.h"

namespace {

using facsim::require;

constexpr std::size_t kHeaderBytes = 128;

template <class T>
T number_at(const std::string& bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

void put_number(std::string& bytes, std::size_t at, std::uint64_t value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

// docs/formats/segment.md describes the positions.
std::string sealed(std::string bytes) {
  if (bytes.size() < kHeaderBytes) return bytes;
  const std::string_view all = bytes;
  put_number(bytes, 16, bytes.size());
  const auto table = number_at<std::uint64_t>(bytes, 24);
  const std::uint64_t table_bytes = std::uint64_t{64} * number_at<std::uint32_t>(bytes, 12);
  if (table <= all.size() && table_bytes <= all.size() - table) {
    put_number(bytes, 32, facsim::hash64(all.substr(table, table_bytes)));
    put_number(bytes, 48, facsim::hash64(all.substr(table + table_bytes)));
  }
  put_number(bytes, kHeaderBytes - 8, facsim::hash64(all.substr(0, kHeaderBytes - 8)));
  return bytes;
}

void look_at(const std::string& path, const std::string& bytes) {
  const facsim::Segment segment = facsim::Segment::open(path);
  std::uint64_t end = kHeaderBytes;
  for (const facsim::SectionInfo& section : segment.sections()) {
    require(section.offset >= end && section.offset <= bytes.size());
    require(section.bytes <= bytes.size() - section.offset);
    end = section.offset + section.bytes;
    const auto view = segment.section(section.name);
    require(view.size() == section.bytes);
    require(std::equal(
        view.begin(), view.end(),
        std::as_bytes(std::span(bytes)).begin() + static_cast<std::ptrdiff_t>(section.offset)));
  }
  const auto damages = segment.verify();
  for (const facsim::SegmentDamage& damage : damages) {
    require(damage.offset <= bytes.size() && damage.bytes <= bytes.size() - damage.offset);
  }
  const bool can_be_loaded = facsim::is_taken({facsim::ErrorCode::damaged}, [&] {
    (void)facsim::Segment::open(path, facsim::Residence::loaded);
  });
  require(can_be_loaded == damages.empty());
  const auto ordinals = facsim::read_tombstones(segment, 1000);
  require(damages.empty() && ordinals.size() <= 1000);
}

void read(const std::string& bytes) {
  const facsim::MemoryFile file(bytes);
  const facsim::MemoryBound bound((std::size_t{8} << 20) + 16 * bytes.size());
  facsim::is_taken({facsim::ErrorCode::damaged, facsim::ErrorCode::unsupported},
                   [&] { look_at(file.path(), bytes); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  read(bytes);
  read(sealed(bytes));
  return 0;
}
