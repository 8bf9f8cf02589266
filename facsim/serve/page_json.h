// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parses the JSON of requests: pages, facts, names, reports, the settings of a collection. An
// invalid line of a batch is an error of that line alone.
//
// Unknown members of a page are ignored, so that a crawler's own records can be sent as they are;
// elsewhere they are refused. Throws Error{invalid_argument} that describes the fault.
//
// One thread at a time; the parser reuses its memory for the next request until release().

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

// Removes the UTF-8 byte-order mark that a body may begin with, as a file may.
[[nodiscard]] std::string_view without_mark(std::string_view body) noexcept;

class RequestJson {
 public:
  RequestJson();
  ~RequestJson();
  RequestJson(const RequestJson&) = delete;
  RequestJson& operator=(const RequestJson&) = delete;

  // Parses {"id", "url", "text", "html", "status"}; of `fields` the page gets those that are
  // strings.
  [[nodiscard]] Page page(std::string_view json, const std::vector<std::string>& fields);
  // {"facts"}: base64.
  [[nodiscard]] std::string facts(std::string_view json);
  // ["a", "b"].
  [[nodiscard]] std::vector<std::string> names(std::string_view json);
  // {"places": [{"place": "example.org", "links": 3}, ...]}.
  [[nodiscard]] std::vector<Uncrawled> uncrawled(std::string_view json);
  [[nodiscard]] CollectionWish collection(std::string_view json);

  // Frees the memory that a large request has taken.
  void release();

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

struct BodyLine {
  std::string_view text;
  std::size_t number = 0;  // among all lines, from 1
};
// Returns the lines of a batch that are not blank. Throws Refused{413} for more than `lines_max`.
[[nodiscard]] std::vector<BodyLine> lines_of(std::string_view body, std::size_t lines_max);

}  // namespace facsim
