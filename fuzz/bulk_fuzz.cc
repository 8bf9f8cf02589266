// SPDX-License-Identifier: Apache-2.0
#include "fuzz/record_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  facsim::fuzz_records(data, size, facsim::FileKind::bulk,
                       [](std::unique_ptr<facsim::ByteSource> source) {
                         return facsim::bulk_records(std::move(source), facsim::kFuzzPageBytesMax);
                       });
  return 0;
}
