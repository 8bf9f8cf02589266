// SPDX-License-Identifier: Apache-2.0
// Lists the copies of a page that may be lost.
#include "facsim/report/seen_answer_json.h"
#include "facsim/serve/handlers.h"
#include "facsim/serve/problem.h"
#include "facsim/serve/query_number.h"

namespace facsim {
namespace {

constexpr CountBounds kCopiesLimits = {.most = 1000, .usual = 100};

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
  const std::uint64_t limit = count_in_query(call.target, "limit", kCopiesLimits);
  return {.body = seen_copies_json(collection->store.copies(name, limit)) + "\n"};
}

}  // namespace facsim
