// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/record_labels.h"

#include <string_view>

#include "facsim/input/header_fields_internal.h"
#include "facsim/input/utf8_internal.h"

namespace facsim {

RecordLabels labels_of(const RawRecord& record) {
  RecordLabels labels;
  std::string_view lines = std::string_view(record.bytes).substr(0, record.header_bytes);
  (void)take_line(lines);
  for_each_field(lines, [&](std::string_view name, std::string_view value) {
    if (equal_nocase(name, "WARC-Record-ID")) {
      labels.id = label_of(unfolded(without_brackets(value)));
    } else if (equal_nocase(name, "WARC-Target-URI")) {
      labels.url = label_of(unfolded(without_brackets(value)));
    } else if (equal_nocase(name, "WARC-Refers-To")) {
      labels.original_id = label_of(unfolded(without_brackets(value)));
    } else if (equal_nocase(name, "WARC-Refers-To-Target-URI")) {
      labels.original_url = label_of(unfolded(without_brackets(value)));
    }
  });
  return labels;
}

}  // namespace facsim
