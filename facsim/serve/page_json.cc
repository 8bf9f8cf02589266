// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/page_json.h"

#include <simdjson.h>
#include <cmath>

#include <algorithm>
#include <array>
#include <charconv>

#include "facsim/base/base64.h"
#include "facsim/base/error.h"
#include "facsim/input/json_repair.h"
#include "facsim/model/status_ranges.h"
#include "facsim/serve/problem.h"

namespace facsim {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kDepthMax = 64;
// The parser does not hold more memory than this for the next request.
constexpr std::size_t kKeptBytesMax = std::size_t{1} << 20;

[[noreturn]] void refuse(const std::string& why) { throw Error{ErrorCode::invalid_argument, why}; }

std::string string_of(std::string_view name, const dom::element& value) {
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS) refuse("\"" + std::string(name) + "\" is no string");
  return std::string(text);
}

bool bool_of(std::string_view name, const dom::element& value) {
  bool truth = false;
  if (value.get(truth) != simdjson::SUCCESS) {
    refuse("\"" + std::string(name) + "\" is neither true nor false");
  }
  return truth;
}

std::uint64_t count_of(std::string_view name, const dom::element& value, std::uint64_t most) {
  double number = 0;  // 9.0 is a whole number, too
  if (value.get(number) != simdjson::SUCCESS ||
      !(number >= 0 && number <= static_cast<double>(most)) || number != std::trunc(number)) {
    refuse("\"" + std::string(name) + "\" is no whole number from 0 to " + std::to_string(most));
  }
  return static_cast<std::uint64_t>(number);
}

int int_of(std::string_view name, const dom::element& value, int most) {
  return static_cast<int>(count_of(name, value, static_cast<std::uint64_t>(most)));
}

[[noreturn]] void refuse_member(std::string_view name, std::string_view known) {
  refuse("\"" + std::string(name) + "\" is not known here; known are " + std::string(known));
}

SeenAction action_of(std::string_view name, const dom::element& value) {
  const std::optional<SeenAction> action = seen_action_named(string_of(name, value));
  if (action) return *action;
  refuse("\"" + std::string(name) + "\" is none of \"store\", \"skip_links\", \"skip\"");
}

SeenPolicy policy_of(const dom::element& value) {
  constexpr int kFollowedMax = 1'000'000'000;
  dom::object object;
  if (value.get(object) != simdjson::SUCCESS) refuse("\"policy\" is no object");
  SeenPolicy policy;
  for (const auto [name, member] : object) {
    if (name == "exact") {
      policy.exact = action_of(name, member);
    } else if (name == "content") {
      policy.content = action_of(name, member);
    } else if (name == "follow_first") {
      policy.follow_first = static_cast<std::uint32_t>(int_of(name, member, kFollowedMax));
    } else {
      refuse_member(name, "\"exact\", \"content\", \"follow_first\"");
    }
  }
  return policy;
}

Uncrawled place_of(const dom::element& value) {
  dom::object object;
  if (value.get(object) != simdjson::SUCCESS) refuse("a place is an object");
  Uncrawled counts;
  bool has_place = false;
  for (const auto [name, member] : object) {
    if (name == "place") {
      has_place = true;
      if (!member.is_null()) counts.place = string_of(name, member);
    } else if (name == "links") {
      counts.links = count_of(name, member, kUncrawledCountMax);
    } else if (name == "links_by_rules") {
      counts.links_by_rules = count_of(name, member, kUncrawledCountMax);
    } else if (name == "mirror_links") {
      counts.mirror_links = count_of(name, member, kUncrawledCountMax);
    } else if (name == "mirror_links_back") {
      counts.mirror_links_back = count_of(name, member, kUncrawledCountMax);
    } else {
      refuse_member(name,
                    "\"place\", \"links\", \"links_by_rules\", \"mirror_links\", "
                    "\"mirror_links_back\"");
    }
  }
  if (!has_place) refuse("\"place\" is missing; null stands for all others");
  return counts;
}

// Parsed as in a file of records. Crawlers may use the name for other things, so a value that is
// not an HTTP status is ignored.
std::optional<std::uint16_t> status_in(const dom::element& value) {
  double number = 0;
  std::string_view text;
  if (value.is_number() && value.get(number) == simdjson::SUCCESS) return status_of(number);
  if (value.get(text) != simdjson::SUCCESS) return {};
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  text = text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size()) return {};
  return status_of(number);
}

// Requires a page without a text to state that: by an empty string or null in one of the two.
void require_empty(const std::optional<dom::element>& text,
                   const std::optional<dom::element>& html) {
  if (!text && !html) refuse("the page has no text; send \"text\" or \"html\"");
  if (text && !text->is_null()) (void)string_of("text", *text);
  if (!text && !html->is_null()) (void)string_of("html", *html);
}

}  // namespace

std::string_view without_mark(std::string_view body) noexcept {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (body.starts_with(kMark)) body.remove_prefix(kMark.size());
  return body;
}

struct RequestJson::Parser {
  dom::parser parser;
  std::size_t largest = 0;

  dom::element root(std::string_view json) {
    dom::element root;
    simdjson::error_code failure = parse(json, root);
    // A number beyond 64 bits is valid JSON; it becomes a string.
    if (failure == simdjson::NUMBER_ERROR) failure = parse(repair_json(json), root);
    if (failure == simdjson::SUCCESS) return root;
    if (failure == simdjson::MEMALLOC) throw std::bad_alloc();
    refuse(std::string("no JSON: ") + simdjson::error_message(failure));
  }

  simdjson::error_code parse(std::string_view json, dom::element& root) {
    // An empty view may have a null pointer, and the parser copies before it checks.
    if (json.empty()) return simdjson::EMPTY;
    largest = std::max(largest, json.size());
    // allocate() reallocates everything, even if the capacity suffices.
    const bool has_room = parser.capacity() >= json.size() && parser.max_depth() == kDepthMax;
    if (!has_room && parser.allocate(std::max<std::size_t>(json.size(), 1024), kDepthMax) != 0) {
      throw std::bad_alloc();
    }
    return parser.parse(json.data(), json.size()).get(root);
  }

  dom::object object(std::string_view json, std::string_view what) {
    dom::object object;
    if (root(json).get(object) != simdjson::SUCCESS) refuse(std::string(what));
    return object;
  }
};

RequestJson::RequestJson() : parser_(std::make_unique<Parser>()) {}
RequestJson::~RequestJson() = default;

void RequestJson::release() {
  if (parser_->largest > kKeptBytesMax) parser_ = std::make_unique<Parser>();
}

// Parsed like a record of JSON lines (docs/inputs.md): html takes precedence if it is present and
// not empty, and of members with one name the last counts.
Page RequestJson::page(std::string_view json, const std::vector<std::string>& fields) {
  Page page;
  page.is_unicode = true;
  std::optional<dom::element> text;
  std::optional<dom::element> html;
  for (const auto [name, value] :
       parser_->object(json, "a page is an object with \"text\" or \"html\"")) {
    if (name == "id") page.id = value.is_null() ? "" : string_of(name, value);
    if (name == "url") page.url = value.is_null() ? "" : string_of(name, value);
    if (name == "text") text = value;
    if (name == "html") html = value;
    if (name == "status") page.status = status_in(value);
    if (std::ranges::find(fields, name) != fields.end() && value.is_string()) {
      page.fields.push_back({std::string(name), string_of(name, value)});
    }
  }
  const auto has_content = [](const std::optional<dom::element>& member) {
    std::string_view content;
    return member && member->get(content) == simdjson::SUCCESS && !content.empty();
  };
  if (has_content(html)) {
    page.format = PageFormat::html;
    page.bytes = string_of("html", *html);
  } else if (has_content(text)) {
    page.bytes = string_of("text", *text);
  } else if (page.fields.empty()) {
    require_empty(text, html);
    if (!text || text->is_null()) page.format = html ? PageFormat::html : PageFormat::text;
  }
  return page;
}

std::string RequestJson::facts(std::string_view json) {
  // The form in which clients write it. If the text between the quotes is not base64, the parser
  // reports the fault.
  constexpr std::string_view kBegin = R"({"facts":")";
  constexpr std::string_view kEnd = R"("})";
  std::optional<std::string> facts;
  if (json.starts_with(kBegin) && json.ends_with(kEnd) &&
      json.size() >= kBegin.size() + kEnd.size()) {
    json.remove_suffix(kEnd.size());
    facts = from_base64(json.substr(kBegin.size()));
    if (facts) return *std::move(facts);
    json = {json.data(), json.size() + kEnd.size()};
  }
  for (const auto [name, value] :
       parser_->object(json, "facts are an object {\"facts\": BASE64}")) {
    if (name != "facts") refuse_member(name, "\"facts\"");
    facts = from_base64(string_of(name, value));
    if (!facts) refuse("\"facts\" is no base64");
  }
  if (!facts) refuse("\"facts\" is missing");
  return *std::move(facts);
}

std::vector<std::string> RequestJson::names(std::string_view json) {
  dom::array array;
  if (parser_->root(json).get(array) != simdjson::SUCCESS) {
    refuse("names are an array of strings: [\"a\", \"b\"]");
  }
  std::vector<std::string> names;
  for (const dom::element value : array) {
    std::string_view name;
    if (value.get(name) != simdjson::SUCCESS) {
      refuse("element " + std::to_string(names.size() + 1) +
             " of the list is no string; ids, URLs and \"#17\" are strings");
    }
    names.emplace_back(name);
  }
  return names;
}

std::vector<Uncrawled> RequestJson::uncrawled(std::string_view json) {
  std::vector<Uncrawled> counts;
  bool has_places = false;
  for (const auto [name, value] : parser_->object(json, "a report is an object")) {
    if (name != "places") refuse_member(name, "\"places\"");
    dom::array array;
    if (value.get(array) != simdjson::SUCCESS) refuse("\"places\" is no array");
    has_places = true;
    for (const dom::element each : array) counts.push_back(place_of(each));
  }
  if (!has_places) refuse("\"places\" is missing");
  return counts;
}

CollectionWish RequestJson::collection(std::string_view json) {
  constexpr int kDistanceMax = 12;
  CollectionWish wish;
  for (const auto [name, value] : parser_->object(json, "a collection is an object")) {
    if (name == "profile") {
      wish.profile = string_of(name, value);
    } else if (name == "recipe") {
      wish.recipe = string_of(name, value);
    } else if (name == "max_distance") {
      wish.max_distance = int_of(name, value, kDistanceMax);
    } else if (name == "names") {
      wish.names = bool_of(name, value);
    } else if (name == "keep_history") {
      wish.keep_history = bool_of(name, value);
    } else if (name == "policy") {
      wish.policy = policy_of(value);
    } else {
      refuse_member(name,
                    "\"profile\", \"recipe\", \"max_distance\", \"names\", \"keep_history\", "
                    "\"policy\"");
    }
  }
  return wish;
}

std::vector<BodyLine> lines_of(std::string_view body, std::size_t lines_max) {
  std::vector<BodyLine> lines;
  body = without_mark(body);
  for (std::size_t number = 1; !body.empty(); ++number) {
    const std::size_t end = std::min(body.find('\n'), body.size());
    const std::string_view line = body.substr(0, end);
    body.remove_prefix(std::min(end + 1, body.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    if (lines.size() == lines_max) {
      throw Refused{413, "a batch has at most " + std::to_string(lines_max) +
                             " lines; send the rest in others"};
    }
    lines.push_back({line, number});
  }
  return lines;
}

}  // namespace facsim
