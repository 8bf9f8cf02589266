// SPDX-License-Identifier: Apache-2.0
// Shows stored pages and their clusters, and removes pages.
#include <charconv>
#include <optional>

#include "facsim/report/json_line.h"
#include "facsim/report/seen_answer_json.h"
#include "facsim/report/utc_time.h"
#include "facsim/serve/asking.h"
#include "facsim/serve/body.h"
#include "facsim/serve/handlers.h"
#include "facsim/serve/page_json.h"
#include "facsim/serve/problem.h"

namespace facsim {
namespace {

constexpr std::uint64_t kClusterPagesMax = 1000;

HttpResponse erased(const SeenErased& erased) {
  JsonLine line;
  line.number("removed", erased.pages);
  line.texts("missing", erased.missing);
  return {.body = std::move(line).take() + "\n"};
}

// Parses "#17".
std::optional<std::uint64_t> number_of(std::string_view name) {
  std::uint64_t number = 0;
  if (!name.starts_with('#')) return std::nullopt;
  const auto end = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  if (end.ec != std::errc() || end.ptr != name.data() + name.size()) return std::nullopt;
  return number;
}

const std::string kWhich =
    "say which pages: ?url=URL, or those for which all of ?host=HOST, ?crawl=NAME and ?before=TIME "
    "hold that are given";

SeenFilter filter_of(const Target& target) {
  SeenFilter filter;
  if (const std::string* const host = target.find("host")) filter.host = *host;
  if (const std::string* const crawl = target.find("crawl")) filter.crawl = *crawl;
  if (const std::string* const before = target.find("before")) {
    filter.before_ms = utc_time_named(*before);
    if (!filter.before_ms) {
      throw Refused{400, "before=" + *before + " is no time; write 2026-11-22T08:00:00Z"};
    }
  }
  if (const std::string* const by = target.find("by")) {
    filter.by_last_seen = *by == "last_seen";
    if (!filter.by_last_seen && *by != "first_seen") {
      throw Refused{400, "by=" + *by + " is neither first_seen nor last_seen"};
    }
    if (!filter.before_ms) throw Refused{400, "'by' is for before=TIME; " + kWhich};
  }
  return filter;
}

[[noreturn]] void throw_no_page(std::string_view name) {
  throw Error{ErrorCode::not_found, "no page has the id or URL '" + std::string(name) + "'"};
}

}  // namespace

HttpResponse handle_show_page(const Call& call) {
  call.target.require_known({});
  const auto collection = call.service.collections.find(call.names.at(0));
  const std::vector<SeenPage> pages = collection->store.find(call.names.at(1));
  if (pages.empty()) throw_no_page(call.names.at(1));
  return {.body = "{\"documents\":" + seen_pages_json(pages) + "}\n"};
}

HttpResponse handle_remove_page(const Call& call) {
  call.target.require_known({});
  const auto collection = call.service.collections.find(call.names.at(0));
  require_room(*collection);
  const SeenErased gone = collection->store.erase({&call.names.at(1), 1});
  if (gone.pages == 0) throw_no_page(call.names.at(1));
  return erased(gone);
}

HttpResponse handle_remove_pages(const Call& call) {
  call.target.require_known({"url", "host", "crawl", "before", "by"});
  const auto collection = call.service.collections.find(call.names.at(0));
  for (const auto& [name, value] : call.target.query) {
    if (value.empty()) throw Refused{400, "'" + name + "' in the query is empty; " + kWhich};
  }
  if (call.target.query.empty()) throw Refused{400, kWhich};
  const std::string* const url = call.target.find("url");
  if (url != nullptr && call.target.query.size() > 1) throw Refused{400, kWhich};
  const SeenFilter filter = filter_of(call.target);
  require_room(*collection);
  if (url != nullptr) return erased(collection->store.erase({url, 1}));
  return erased({.pages = collection->store.erase(filter), .missing = {}});
}

HttpResponse handle_remove_list(const Call& call) {
  call.target.require_known({});
  const auto collection = call.service.collections.find(call.names.at(0));
  if (body_type_of(call.request.field("content-type")).name != "application/json") {
    throw Refused{415, "Content-Type must be application/json"};
  }
  const Body body(call.request, call.service.bodies, call.service.options.unpacked_bytes_max);
  const std::vector<std::string> names = RequestJson().names(without_mark(body.bytes()));
  if (names.size() > call.service.options.batch_lines_max) {
    throw Refused{413, "a list has at most " +
                           std::to_string(call.service.options.batch_lines_max) + " names"};
  }
  require_room(*collection);
  return erased(collection->store.erase(names));
}

HttpResponse handle_show_cluster(const Call& call) {
  call.target.require_known({});
  const auto collection = call.service.collections.find(call.names.at(0));
  const std::string& name = call.names.at(1);
  std::optional<std::uint64_t> number = number_of(name);
  if (!number) {
    const std::vector<SeenPage> named = collection->store.find(name);
    if (!named.empty()) number = named.front().cluster;
  }
  if (!number) throw_no_page(name);
  // One more than is shown, to find out if there are more.
  std::vector<SeenPage> pages = collection->store.cluster(*number, kClusterPagesMax + 1);
  if (pages.empty()) {
    throw Error{ErrorCode::not_found, "no cluster begins with '" + name + "'"};
  }
  const bool is_truncated = pages.size() > kClusterPagesMax;
  if (is_truncated) pages.pop_back();
  JsonLine line;
  line.text("id", name_of_page(pages.front()));
  line.json("documents", seen_pages_json(pages));
  line.boolean("truncated", is_truncated);
  return {.body = std::move(line).take() + "\n"};
}

}  // namespace facsim
