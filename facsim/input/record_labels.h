// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a record without a page is called.

#include <string>

#include "facsim/input/record_reader.h"

namespace facsim {

// The labels of a WARC record, as a page has them; empty where it was too large to be held.
struct RecordLabels {
  std::string id;
  std::string url;
  // Of a revisit: what it calls its original.
  std::string original_id = {};
  std::string original_url = {};
};
[[nodiscard]] RecordLabels labels_of(const RawRecord& record);

}  // namespace facsim
