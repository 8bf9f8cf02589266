// SPDX-License-Identifier: Apache-2.0
#include "fuzz/record_fuzz.h"

// The first byte says whether the rest is CSV or TSV.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const bool is_tsv = data[0] % 2 == 1;
  facsim::fuzz_records(data + 1, size - 1, is_tsv ? facsim::FileKind::tsv : facsim::FileKind::csv,
                       [&](std::unique_ptr<facsim::ByteSource> source) {
                         return facsim::csv_records(std::move(source), facsim::kFuzzPageBytesMax,
                                                    is_tsv);
                       });
  return 0;
}
