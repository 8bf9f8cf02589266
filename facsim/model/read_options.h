// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which parts of a record make up its page.

#include <cstddef>
#include <string>
#include <vector>

namespace facsim {

struct ReadOptions {
  // The limit after unpacking; larger pages are skipped as too_large. Values above 1 TiB count as 1
  // TiB. A record of up to this size is held in memory, so use large values only for trusted
  // inputs.
  std::size_t page_bytes_max = std::size_t{16} << 20;
  // True if readers compute the digests of larger pages, up to limits::kLargePageFactor times the
  // limit. Set by runs that compare these by their bytes alone; it has no other use.
  bool digests_large = false;
  // Names of JSON fields, also within objects (`content.text`), and of columns.
  std::string text_field = "text";
  std::string html_field = "html";
  std::string id_field = "id";
  std::string url_field = "url";
  std::string time_field = {};                // empty: none
  std::vector<std::string> keep_fields = {};  // at most kKeepFieldsMax
  // The fields above and below that the user named. Reading ends with Error{invalid_argument} if
  // the inputs have pages but no record has such a field; for time_field, status_field and
  // keep_fields, if no record has a time, a status or a number there.
  std::vector<std::string> named_fields = {};
  // The field with the HTTP status of a record; empty: none. Archives record the status themselves.
  std::string status_field = {};
  // Statuses of answers that are judged, as "200,300-399"; pages of other answers are skipped as
  // other_status. Pages without a status are judged. Empty: all.
  std::string judged_statuses = {};
  std::string count_field = {};  // its values are counted separately; empty: none
  // Fields that a recipe reads besides the text.
  std::vector<std::string> extra_fields = {};  // strings, for Page::fields
  std::string given_field = {};  // a list or map of features, for Page::given; empty: none
  bool any_weight = false;       // also weights of zero and below
  bool follow = false;           // as FindOptions::follow, when folders are searched
};

// Returns the options for reading a page again that was judged before, whatever statuses are judged
// now.
[[nodiscard]] inline ReadOptions of_any_status(ReadOptions options) {
  options.judged_statuses.clear();
  return options;
}

}  // namespace facsim
