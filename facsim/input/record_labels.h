// SPDX-License-Identifier: Apache-2.0
#pragma once
// The labels of a record without a page.

#include <string>

#include "facsim/input/record_reader.h"

namespace facsim {

// The labels of a WARC record, as a page has them; empty if the record was too large for memory.
struct RecordLabels {
  std::string id;
  std::string url;
  // For a revisit: the labels of its original.
  std::string original_id = {};
  std::string original_url = {};
};
[[nodiscard]] RecordLabels labels_of(const RawRecord& record);

}  // namespace facsim
