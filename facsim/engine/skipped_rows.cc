// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/skipped_rows.h"

#include "facsim/files/byte_sink.h"
#include "facsim/report/rows.h"

namespace facsim {

void write_skipped_rows(const SpillArray<SkipRow>& rows, const std::vector<InputFile>& files,
                        const std::string& folder) {
  const auto sink = create_bytes(folder + "/" + kSkippedName, Packing::none);
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    const SkipRow row = rows.at(i);
    sink->write(skipped_row(files[row.file].name, row.offset, row.bytes, row.reason) + "\n");
  }
  sink->close();
}

}  // namespace facsim
