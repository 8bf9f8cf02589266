// SPDX-License-Identifier: Apache-2.0
// The copies of a page that may be lost.
#include <charconv>

#include "facsim/report/seen_answer_json.h"
#include "facsim/serve/handlers.h"
#include "facsim/serve/problem.h"

namespace facsim {
namespace {

constexpr std::uint64_t kLimitMax = 1000;
constexpr std::uint64_t kLimit = 100;

std::uint64_t limit_of(const Target& target) {
  const std::string* const word = target.find("limit");
  if (word == nullptr) return kLimit;
  std::uint64_t limit = 0;
  const char* const end = word->data() + word->size();
  const auto read = std::from_chars(word->data(), end, limit);
  if (read.ec != std::errc() || read.ptr != end || limit == 0 || limit > kLimitMax) {
    throw Refused{400,
                  "limit=" + *word + " is no whole number from 1 to " + std::to_string(kLimitMax)};
  }
  return limit;
}

}  // namespace

HttpResponse handle_show_copies(const Call& call) {
  call.target.require_known({"id", "url", "limit"});
  const std::string* const id = call.target.find("id");
  const std::string* const url = call.target.find("url");
  if ((id == nullptr) == (url == nullptr)) {
    throw Refused{400, "say of which page: ?id=ID or ?url=URL"};
  }
  const std::string& name = id == nullptr ? *url : *id;
  if (name.empty()) throw Refused{400, "the id or URL in the query is empty"};
  const auto collection = call.service.collections.find(call.names.at(0));
  return {.body = seen_copies_json(collection->store.copies(name, limit_of(call.target))) + "\n"};
}

}  // namespace facsim
