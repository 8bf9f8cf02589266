// SPDX-License-Identifier: Apache-2.0
// Receives and returns the counts of links that crawlers left out.
#include "facsim/report/uncrawled_json.h"
#include "facsim/serve/asking.h"
#include "facsim/serve/body.h"
#include "facsim/serve/handlers.h"
#include "facsim/serve/page_json.h"
#include "facsim/serve/problem.h"
#include "facsim/serve/query_number.h"

namespace facsim {
namespace {

constexpr CountBounds kPlacesLimits = {.most = 1000, .usual = 100};

}  // namespace

HttpResponse handle_count_uncrawled(const Call& call) {
  call.target.require_known({});
  const auto collection = call.service.collections.find(call.names.at(0));
  if (body_type_of(call.request.field("content-type")).name != "application/json") {
    throw Refused{415, "Content-Type must be application/json"};
  }
  const std::string retry_key = retry_key_of(call.request);
  require_disk(call, *collection, retry_key);
  const Body body(call.request, call.service.bodies, call.service.options.unpacked_bytes_max);
  const std::vector<Uncrawled> counts = RequestJson().uncrawled(without_mark(body.bytes()));
  if (counts.size() > kUncrawledReportMax) {
    throw Refused{413, "a report has at most " + std::to_string(kUncrawledReportMax) +
                           " places; send the rest in others"};
  }
  collection->store.count_uncrawled(counts, retry_key);
  return {.status = 204, .content_type = ""};
}

HttpResponse handle_show_uncrawled(const Call& call) {
  call.target.require_known({"limit"});
  const std::uint64_t limit = count_in_query(call.target, "limit", kPlacesLimits);
  const auto collection = call.service.collections.find(call.names.at(0));
  return {.body = uncrawled_json(collection->store.uncrawled(limit)) + "\n"};
}

}  // namespace facsim
