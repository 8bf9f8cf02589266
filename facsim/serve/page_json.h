// SPDX-License-Identifier: Apache-2.0
#pragma once
// JSON of a request becomes what a store is asked: pages, facts, names, reports, the settings
// of a collection. A line of a batch that is none is an error of its own.
//
// Members that nobody knows are ignored in a page, so that a crawler's own records can be sent as
// they are; elsewhere they are refused. Throws Error{invalid_argument} that says what is wrong.
//
// One thread at a time; the parser keeps its memory for the next request until release().

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/model/page.h"
#include "facsim/model/uncrawled.h"
#include "facsim/serve/collection_wish.h"

namespace facsim {

// Without the byte-order mark of UTF-8 that a body may begin with, as a file may.
[[nodiscard]] std::string_view without_mark(std::string_view body) noexcept;

class RequestJson {
 public:
  RequestJson();
  ~RequestJson();
  RequestJson(const RequestJson&) = delete;
  RequestJson& operator=(const RequestJson&) = delete;

  // {"id", "url", "text", "html", "status"}; of `fields` the page keeps those that are strings.
  [[nodiscard]] Page page(std::string_view json, const std::vector<std::string>& fields);
  // {"facts"}: base64.
  [[nodiscard]] std::string facts(std::string_view json);
  // ["a", "b"].
  [[nodiscard]] std::vector<std::string> names(std::string_view json);
  // {"places": [{"place": "example.org", "links": 3}, ...]}.
  [[nodiscard]] std::vector<Uncrawled> uncrawled(std::string_view json);
  [[nodiscard]] CollectionWish collection(std::string_view json);

  // Gives back what a large request has taken.
  void release();

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

struct BodyLine {
  std::string_view text;
  std::size_t number = 0;  // among all lines, from 1
};
// The lines of a batch that are not blank. Throws Refused{413} for more than `lines_max`.
[[nodiscard]] std::vector<BodyLine> lines_of(std::string_view body, std::size_t lines_max);

}  // namespace facsim
