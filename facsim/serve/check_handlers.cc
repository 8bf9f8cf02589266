// SPDX-License-Identifier: Apache-2.0
// Answers whether one page, or each of a batch of pages or facts, was seen before.
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "facsim/input/binary_body.h"
#include "facsim/report/seen_answer_json.h"
#include "facsim/serve/asking.h"
#include "facsim/serve/body.h"
#include "facsim/serve/handlers.h"
#include "facsim/serve/page_json.h"
#include "facsim/serve/problem.h"

namespace facsim {
namespace {

constexpr std::string_view kJson = "application/json";
// An explanation may be much longer than its page.
constexpr std::size_t kExplainedLinesMax = 100;

// One a thread, because a parser reuses its memory.
RequestJson& json_of_thread() {
  thread_local RequestJson json;
  return json;
}

class ReleaseJson {
 public:
  ReleaseJson() = default;
  ~ReleaseJson() { json_of_thread().release(); }
  ReleaseJson(const ReleaseJson&) = delete;
  ReleaseJson& operator=(const ReleaseJson&) = delete;
};

bool is_lines(std::string_view type) {
  return type == "application/x-ndjson" || type == "application/jsonl" || type == kJson;
}

Page page_of(const Call& call, const Collection& collection, std::string_view body) {
  const BodyType type = body_type_of(call.request.field("content-type"));
  const std::string* const id = call.target.find("id");
  const std::string* const url = call.target.find("url");
  if (type.name == kJson) {
    if (id != nullptr || url != nullptr) {
      throw Refused{400, "a page as JSON has its \"id\" and \"url\" itself"};
    }
    return json_of_thread().page(without_mark(body), collection.fields);
  }
  const bool is_xhtml = type.name == "application/xhtml+xml";
  const bool is_text = type.name == "text/plain";
  if (type.name != "text/html" && !is_xhtml && !is_text) {
    throw Refused{415,
                  "Content-Type must be application/json, text/html, application/xhtml+xml or "
                  "text/plain"};
  }
  if (is_binary_body(in_lower_case(type.charset), body, !is_text)) {
    throw Refused{415, "the body is no page: it is binary, as an image, an archive or a PDF is"};
  }
  Page page;
  page.format = is_text ? PageFormat::text : PageFormat::html;
  page.markup = is_xhtml ? Markup::xhtml : Markup::html;
  page.http_charset = type.charset;
  page.bytes = std::string(body);
  if (id != nullptr) page.id = *id;
  if (url != nullptr) page.url = *url;
  return page;
}

void add_answer(std::string& text, const SeenAnswer& answer, const Collection& collection,
                const Asking& asking, std::optional<int> status = {}) {
  add_seen_answer_json(text, answer,
                       {.recipe = collection.settings.recipe,
                        .recipe_id = collection.settings.recipe_id,
                        .status = status,
                        .is_explained = asking.how.explain});
  text += '\n';
}

// A line of a batch is either a query for one thing or a problem.
struct Line {
  std::optional<std::size_t> thing;
  std::string problem;
};

// `read` parses a line and appends its query to the things.
template <class Things, class Read>
std::vector<Line> read_lines(std::string_view body, std::size_t lines_max, Words words,
                             Things& things, const Read& read) {
  const std::vector<BodyLine> given = lines_of(body, lines_max);
  std::vector<Line> lines(given.size());
  things.reserve(given.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    try {
      read(given[i].text);
      lines[i].thing = things.size() - 1;
    } catch (const Error& error) {
      lines[i].problem = line_problem_json(given[i].number, error.sentence().in(words));
    }
  }
  return lines;
}

std::size_t lines_max(const Call& call, const Asking& asking) {
  const std::size_t most = call.service.options.batch_lines_max;
  return asking.how.explain ? std::min(most, kExplainedLinesMax) : most;
}

// `begin` creates the empty list of things to query in a collection, `read` appends the thing in a
// line, and `ask` queries the store for all of them.
template <class Begin, class Read, class Ask>
HttpResponse answer_lines(const Call& call, const Begin& begin, const Read& read, const Ask& ask) {
  call.target.require_known({"add", "crawl", "explain"});
  const Asking asking = asking_of(call);
  const std::shared_ptr<Collection> collection = call.service.collections.find(call.names.at(0));
  if (!is_lines(body_type_of(call.request.field("content-type")).name)) {
    throw Refused{415, "Content-Type must be application/x-ndjson"};
  }
  if (asking.adds) require_room_to_add(call, *collection, asking.how.retry_key);
  const Body body(call.request, call.service.bodies, call.service.options.unpacked_bytes_max);
  const ReleaseJson release;
  auto things = begin(*collection);
  const std::vector<Line> lines =
      read_lines(body.bytes(), lines_max(call, asking), call.service.options.words, things,
                 [&](std::string_view text) { read(*collection, text, things); });
  std::vector<SeenAnswer> answers;
  if (things.size() > 0) answers = ask(*collection, std::move(things), asking);
  HttpResponse response{.content_type = "application/x-ndjson"};
  constexpr std::size_t kAnswerBytes = 450;
  response.body.reserve(lines.size() * kAnswerBytes);
  for (const Line& line : lines) {
    if (line.thing) {
      const SeenAnswer& answer = answers[*line.thing];
      call.service.metrics.count_answer(answer);
      add_answer(response.body, answer, *collection, asking, 200);
    } else {
      response.body.append(line.problem).append("\n");
    }
  }
  return response;
}

}  // namespace

HttpResponse handle_check(const Call& call) {
  call.target.require_known({"add", "crawl", "explain", "id", "url"});
  const Asking asking = asking_of(call);
  const std::shared_ptr<Collection> collection = call.service.collections.find(call.names.at(0));
  if (asking.adds) require_room_to_add(call, *collection, asking.how.retry_key);
  const Body body(call.request, call.service.bodies, call.service.options.unpacked_bytes_max);
  const ReleaseJson release;
  const Page page = page_of(call, *collection, body.bytes());
  const SeenAnswer answer = asking.adds ? collection->store.check_and_add(page, asking.how)
                                        : collection->store.check(page, asking.how);
  call.service.metrics.count_answer(answer);
  HttpResponse response;
  add_answer(response.body, answer, *collection, asking);
  return response;
}

HttpResponse handle_check_batch(const Call& call) {
  return answer_lines(
      call, [](const Collection&) { return std::vector<Page>(); },
      [](const Collection& collection, std::string_view line, std::vector<Page>& pages) {
        pages.push_back(json_of_thread().page(line, collection.fields));
      },
      [](Collection& collection, const std::vector<Page>& pages, const Asking& asking) {
        return asking.adds ? collection.store.check_and_add(pages, asking.how)
                           : collection.store.check(pages, asking.how);
      });
}

HttpResponse handle_check_facts(const Call& call) {
  return answer_lines(
      call, [](const Collection& collection) { return SeenStore::Facts(collection.store); },
      [](const Collection&, std::string_view line, SeenStore::Facts& facts) {
        facts.add(json_of_thread().facts(line));
      },
      [](Collection& collection, SeenStore::Facts facts, const Asking& asking) {
        return asking.adds ? collection.store.check_and_add_facts(std::move(facts), asking.how)
                           : collection.store.check_facts(std::move(facts), asking.how);
      });
}

}  // namespace facsim
