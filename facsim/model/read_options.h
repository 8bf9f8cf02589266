// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which parts of a record are its page.

#include <cstddef>
#include <string>
#include <vector>

namespace facsim {

struct ReadOptions {
  // After unpacking; larger pages are skipped as too_large. Any value: more than 1 TiB counts as
  // 1 TiB. A record is held in memory up to this, so large values are for inputs that one trusts.
  std::size_t page_bytes_max = std::size_t{16} << 20;
  // Readers take the digests of larger pages, up to limits::kLargePageFactor times the limit. Set
  // by runs that compare these by their bytes alone; nothing else has a use for it.
  bool digests_large = false;
  // Names of JSON fields, also within objects (`content.text`), and of columns.
  std::string text_field = "text";
  std::string html_field = "html";
  std::string id_field = "id";
  std::string url_field = "url";
  std::string time_field = {};                // empty: none
  std::vector<std::string> keep_fields = {};  // at most kKeepFieldsMax
  // Those of the fields above and below that the user named: reading ends with
  // Error{invalid_argument} where inputs have pages and no record has one; of time_field,
  // status_field and keep_fields, where no record has a time, a status or a number there.
  std::vector<std::string> named_fields = {};
  // The HTTP status of a record; empty: none. Archives say it themselves.
  std::string status_field = {};
  // Which answers are judged, as "200,300-399"; pages of other answers are skipped as other_status.
  // Pages without a status are judged. Empty: all.
  std::string judged_statuses = {};
  std::string count_field = {};  // its values are counted apart; empty: none
  // What a recipe reads beside the text.
  std::vector<std::string> extra_fields = {};  // strings, for Page::fields
  std::string given_field = {};  // a list or map of features, for Page::given; empty: none
  bool any_weight = false;       // also weights of zero and below
  bool follow = false;           // where a folder is looked into: FindOptions::follow
};

// The same, to read a page again that was judged before, whatever is judged now.
[[nodiscard]] inline ReadOptions of_any_status(ReadOptions options) {
  options.judged_statuses.clear();
  return options;
}

}  // namespace facsim
