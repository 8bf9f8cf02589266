// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why a record gave no page that could be judged: a value, counted in the summary, never an Error.

#include <string_view>

namespace facsim {

// The numbers are stored in matches.facsim: new reasons are added at the end.
enum class Skip {
  none = 0,
  no_text = 1,        // a page without any text: an image, an empty record, only white space
  not_a_page = 2,     // a record of a type or media type that holds no text (PDF, image, script)
  too_large = 3,      // more than --page-max bytes after unpacking
  bad_json = 4,       // a line that is not a JSON object
  no_text_field = 5,  // an object or row without the text or html field, or with another type in it
  bad_features = 6,   // a JSON object whose list of features cannot be used
  bad_http = 7,       // a response whose HTTP header cannot be read
  bad_body = 8,       // a body whose chunks or content encoding cannot be undone
  damaged_record = 9,   // bytes in a WARC or ARC that are not a record
  clipped_record = 10,  // one that ends before its stated length, a compressed page that is cut, a
                        // bulk action without document
  unknown_encoding = 11,  // a body whose content encoding facsim cannot undo
  bad_row = 12,  // broken quotes, other columns than the first row's; a text that is not Unicode
  crawler_record = 13,  // a crawler's own note about a page or itself: a text, a screenshot, a log
  split_record = 14,    // a WARC record in segments that are not all in one file
  other_status = 15,    // an answer whose HTTP status is not among those of --status
};
inline constexpr int kSkipCount = 16;

// Its name in summary.json and messages, the same as above.
[[nodiscard]] std::string_view name_of(Skip skip) noexcept;

}  // namespace facsim
