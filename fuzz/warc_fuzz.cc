// SPDX-License-Identifier: Apache-2.0
#include "fuzz/record_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  facsim::fuzz_archive(data, size, facsim::FileKind::warc, "WARC/", facsim::warc_records);
  return 0;
}
