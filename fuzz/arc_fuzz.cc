// SPDX-License-Identifier: Apache-2.0
#include "fuzz/record_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  facsim::fuzz_records(
      data, size, facsim::FileKind::arc, [&](std::unique_ptr<facsim::ByteSource> source) {
        facsim::ArchiveFacts facts;
        facts.stream_bytes = size;
        return facsim::arc_records(std::move(source), facsim::kFuzzPageBytesMax, facts);
      });
  return 0;
}
