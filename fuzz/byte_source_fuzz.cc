// SPDX-License-Identifier: Apache-2.0
// Any bytes as a packed file and as a packed body.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "facsim/files/byte_source.h"
#include "fuzz/support.h"

namespace {

// How much a small input may unpack to before the test stops.
constexpr std::size_t kBytesMax = std::size_t{8} << 20;

void read_file(std::string_view bytes) {
  const facsim::MemoryFile file(bytes);
  const auto source = facsim::open_bytes(file.path());
  std::string buffer(60'000, '\0');
  std::size_t total = 0;
  while (const std::size_t got = source->read(buffer)) {
    if (got > buffer.size()) std::abort();
    const auto start = source->member_at(total);
    if (start && *start >= bytes.size()) std::abort();
    total += got;
    if (total > kBytesMax) return;
  }
  // Damage lies inside the file.
  if (source->damage() && source->damage()->packed_offset > bytes.size()) std::abort();
  if (source->packed_position() != bytes.size() && !source->damage()) std::abort();
}

void read_body(std::string_view bytes) {
  for (const std::string_view encoding : {"gzip", "deflate", "zstd", "deflate, gzip"}) {
    const auto unpacked = facsim::unpack(bytes, encoding, 100'000);
    if (unpacked && unpacked->bytes.size() > 100'000) std::abort();
    if (unpacked && unpacked->complete && unpacked->too_large) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read_file(bytes);
  read_body(bytes);
  return 0;
}
