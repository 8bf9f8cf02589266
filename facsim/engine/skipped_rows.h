// SPDX-License-Identifier: Apache-2.0
#pragma once
// skipped.jsonl: where the records are that were left out through somebody's fault.

#include <cstdint>
#include <string>
#include <vector>

#include "facsim/base/spill_array.h"
#include "facsim/input/input_files.h"
#include "facsim/model/skip.h"

namespace facsim {

struct SkipRow {
  std::uint64_t offset = 0;  // of the identity
  std::uint64_t bytes = 0;   // unpacked, with what parts it from the next; 0: not known
  std::uint32_t file = 0;
  Skip reason = Skip::none;
};

inline constexpr const char* kSkippedName = "skipped.jsonl";

// Writes one row for each into `folder`, in their order, which is that of the input.
void write_skipped_rows(const SpillArray<SkipRow>& rows, const std::vector<InputFile>& files,
                        const std::string& folder);

}  // namespace facsim
