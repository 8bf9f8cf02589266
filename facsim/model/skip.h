// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why a record gave no page that could be judged. A value, counted in the summary; never an Error.

#include <string_view>

namespace facsim {

enum class Skip {
  none,
  no_text,           // a page without any text: an image, an empty record, white space only
  not_a_page,        // a record of a type or media type that holds no text (PDF, image, script)
  too_large,         // more than --page-max bytes after unpacking
  bad_json,          // a line that is not a JSON object
  no_text_field,     // an object or row without the text or html field, or with another type in it
  bad_features,      // a JSON object whose list of features cannot be used
  bad_http,          // a response whose HTTP header cannot be read
  bad_body,          // a body whose chunks or content encoding cannot be undone
  damaged_record,    // bytes in a WARC or ARC that are no record
  clipped_record,    // a record that ends before its stated length, a bulk action without document
  unknown_encoding,  // a body whose content encoding is none that facsim can undo
  bad_row,  // a row of a table with broken quotes, or with other columns than the first has
};
inline constexpr int kSkipCount = 13;

// The word for it in summary.json and messages, as written above.
[[nodiscard]] std::string_view name_of(Skip skip) noexcept;

}  // namespace facsim
