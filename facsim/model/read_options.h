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
  // Names of JSON fields, also within objects (`content.text`), and of columns.
  std::string text_field = "text";
  std::string html_field = "html";
  std::string id_field = "id";
  std::string url_field = "url";
  std::string time_field = {};   // empty: none
  std::string keep_field = {};   // empty: none
  std::string count_field = {};  // its values are counted apart; empty: none
  // What a recipe reads beside the text.
  std::vector<std::string> extra_fields = {};  // strings, for Page::fields
  std::string given_field = {};  // a list or map of features, for Page::given; empty: none
  bool any_weight = false;       // also weights of zero and below
  bool follow = false;           // where a folder is looked into: FindOptions::follow
};

}  // namespace facsim
