// SPDX-License-Identifier: Apache-2.0
#include "fuzz/record_fuzz.h"

// As a plain file, then as one of members.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace facsim;
  for (const bool packed : {false, true}) {
    ArchiveFacts facts;
    facts.gzip = facts.has_members = packed;
    if (!packed) facts.stream_bytes = size;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    fuzz_records(
        data, size, FileKind::warc,
        [&](std::unique_ptr<ByteSource> source) {
          return warc_records(std::move(source), kFuzzPageBytesMax, facts);
        },
        packed ? members_at(bytes, "WARC/") : Members{});
  }
  return 0;
}
