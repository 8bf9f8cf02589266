// SPDX-License-Identifier: Apache-2.0
// Lists crawls, and commits or cancels them.
#include "facsim/report/json_line.h"
#include "facsim/report/utc_time.h"
#include "facsim/serve/handlers.h"

namespace facsim {
namespace {

std::string crawl_json(const SeenCrawl& crawl) {
  JsonLine line;
  line.text("name", crawl.name);
  line.text("state", crawl.is_open ? "open" : "committed");
  if (crawl.is_open) {
    line.number("pages", crawl.pages);
  } else {
    line.null("pages");
  }
  line.text("begun", utc_time_text(crawl.begun_ms));
  return std::move(line).take();
}

}  // namespace

HttpResponse handle_list_crawls(const Call& call) {
  call.target.require_known({});
  const auto collection = call.service.collections.find(call.names.at(0));
  std::string json = "[";
  for (const SeenCrawl& crawl : collection->store.crawls()) {
    json.append(json.size() > 1 ? "," : "").append(crawl_json(crawl));
  }
  return {.body = "{\"crawls\":" + json + "]}\n"};
}

HttpResponse handle_commit_crawl(const Call& call) {
  call.target.require_known({});
  call.service.collections.find(call.names.at(0))->store.commit_crawl(call.names.at(1));
  return {.status = 204, .content_type = ""};
}

HttpResponse handle_cancel_crawl(const Call& call) {
  call.target.require_known({});
  call.service.collections.find(call.names.at(0))->store.cancel_crawl(call.names.at(1));
  return {.status = 204, .content_type = ""};
}

}  // namespace facsim
