// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/mirror_json.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>

#include "facsim/base/error.h"

namespace facsim {
namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

double rounded(double value) { return std::round(value * 1e4) / 1e4; }

Json interval_json(const CountedShare& share) {
  const ShareInterval interval = wilson_interval(share);
  return {rounded(interval.low), rounded(interval.high)};
}

Json examples_json(const std::vector<UrlPair>& examples) {
  Json json = Json::array();
  for (const auto& [first, second] : examples) json.push_back({first, second});
  return json;
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json mirror_json(const MirrorPair& pair) {
  Json json = {{"group", pair.group}, {"prefixes", pair.prefixes}, {"support", pair.support}};
  const auto both = [](const std::array<CountedShare, 2>& shares, auto value) {
    return Json::array({value(shares[0]), value(shares[1])});
  };
  const auto whole = [](const CountedShare& share) { return Json(share.whole); };
  const auto ratio = [](const CountedShare& share) { return Json(rounded(share.value())); };
  json["pages"] = both(pair.pages, whole);
  json["page_share"] = both(pair.pages, ratio);
  json["page_share_interval"] = both(pair.pages, interval_json);
  json["contents"] = both(pair.content, whole);
  json["content_share"] = both(pair.content, ratio);
  json["same_path"] = {{"pairs", pair.same_path.whole},
                       {"copies", pair.same_path.part},
                       {"precision", rounded(pair.same_path.value())},
                       {"precision_interval", interval_json(pair.same_path)}};
  json["examples"] = examples_json(pair.examples);
  return json;
}

Json rule_json(const LearnedRule& learned) {
  const UrlRule& rule = learned.rule;
  return {{"kind", name_of(rule.kind)},
          {"site", text_or_null(rule.site)},
          {"names", rule.names},
          {"from", text_or_null(rule.from)},
          {"to", rule.from.empty() ? Json(nullptr) : Json(rule.to)},
          {"support", learned.precision.part},
          {"pairs", learned.precision.whole},
          {"precision", rounded(learned.precision.value())},
          {"precision_interval", interval_json(learned.precision)},
          {"urls", learned.urls},
          {"seen_target_share", rounded(learned.seen_targets.value())},
          {"sites", learned.sites},
          {"sample", learned.sample},
          {"examples", examples_json(learned.examples)}};
}

template <class List, class Make>
Json first_of(const List& list, std::size_t count_max, Make make) {
  Json json = Json::array();
  for (std::size_t i = 0; i < std::min(list.size(), count_max); ++i) json.push_back(make(list[i]));
  return json;
}

Json skipped_json(const MirrorReport& report) {
  Json json = Json::object();
  for (std::size_t i = 1; i < kUrlSkips; ++i) {
    json[std::string(name_of(static_cast<UrlSkip>(i)))] = report.skipped[i];
  }
  return json;
}

// Iterates over the bytes of a file and counts its lines.
class LineCounter {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  LineCounter(const char* at, std::size_t* lines) : at_(at), lines_(lines) {}
  reference operator*() const { return *at_; }
  LineCounter& operator++() {
    *lines_ += *at_ == '\n' ? 1U : 0U;
    ++at_;
    return *this;
  }
  LineCounter operator++(int) {
    const LineCounter before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const LineCounter& a, const LineCounter& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  std::size_t* lines_;
};

// The file as JSON, with the line on which each of its rules begins.
class RulesJson {
 public:
  RulesJson(std::string_view text, const std::string& where) {
    try {
      file_ = Json::parse(LineCounter(text.data(), &line_),
                          LineCounter(text.data() + text.size(), &line_),
                          [this](int depth, Json::parse_event_t event, Json& parsed) {
                            return note(depth, event, parsed);
                          });
    } catch (const Json::exception&) {  // such as a number out of range
      throw Error(ErrorCode::damaged,
                  "is no JSON: it cannot be read on from line " + std::to_string(line_), where);
    }
  }

  [[nodiscard]] const Json& file() const { return file_; }
  // Returns a name such as "rule 3 (line 4)".
  [[nodiscard]] std::string name_of_rule(std::size_t index) const {
    std::string name = "rule " + std::to_string(index + 1);
    if (index < lines_.size()) name += " (line " + std::to_string(lines_[index]) + ")";
    return name;
  }

 private:
  // Returns false to skip values nested deeper than any rule.
  bool note(int depth, Json::parse_event_t event, const Json& parsed) {
    using enum Json::parse_event_t;
    if (event == key && depth == 1) {
      is_in_rules_ = parsed == Json("rules");
      if (is_in_rules_) lines_.clear();  // of two lists the last one counts
    }
    const bool begins = event == object_start || event == array_start || event == value;
    if (is_in_rules_ && depth == 2 && begins) lines_.push_back(line_);
    return depth <= 5;
  }

  Json file_;
  std::size_t line_ = 1;
  bool is_in_rules_ = false;
  std::vector<std::size_t> lines_;
};

struct RulePlace {
  std::string name;
  const std::string& where;
};

[[noreturn]] void throw_rule(std::string_view what, const RulePlace& place) {
  throw Error(ErrorCode::damaged, place.name + ": " + std::string(what) + "; see docs/mirrors.md",
              place.where);
}

std::string text_of(const Json& rule, const char* name) {
  const auto at = rule.find(name);
  if (at == rule.end() || at->is_null()) return {};
  return at->get<std::string>();
}

UrlRule rule_of(const Json& json, const RulePlace& place) {
  if (!json.is_object()) throw_rule("is no object", place);
  // Unknown members are rejected, because a misspelled "site" would apply a rule to all hosts.
  static const Json kKnown = rule_json(LearnedRule());
  for (const auto& member : json.items()) {
    if (kKnown.contains(member.key())) continue;
    throw Error(ErrorCode::unsupported,
                place.name + ": this program knows no member '" + member.key() + "'", place.where);
  }
  UrlRule rule;
  std::string kind;
  try {
    kind = json.at("kind").get<std::string>();
    rule.site = text_of(json, "site");
    rule.from = text_of(json, "from");
    rule.to = text_of(json, "to");
    if (const auto names = json.find("names"); names != json.end() && !names->is_null()) {
      rule.names = names->get<std::vector<std::string>>();
    }
  } catch (const Json::exception&) {
    throw_rule("a member is missing or of another type", place);
  }
  rule.kind = url_rule_kind_named(kind);
  if (static_cast<std::size_t>(rule.kind) >= kUrlRuleKinds) {
    throw Error(ErrorCode::unsupported, place.name + ": this program knows no kind '" + kind + "'",
                place.where);
  }
  std::sort(rule.names.begin(), rule.names.end());
  if (const std::string_view fault = fault_of(rule); !fault.empty()) {
    throw_rule(fault, place);
  }
  return rule;
}

}  // namespace

std::string mirrors_json(const MirrorReport& report, std::size_t count_max) {
  const bool is_cut = report.mirrors.size() > count_max || report.rules.size() > count_max ||
                      report.groups.size() > count_max;
  std::size_t group = 0;
  const auto group_json = [&group](const std::vector<std::string>& prefixes) {
    return Json{{"group", ++group}, {"prefixes", prefixes}};
  };
  return dumped({{"pages", report.pages},
                 {"skipped", skipped_json(report)},
                 {"urls", report.urls},
                 {"copies", report.copies},
                 {"sample", report.sample},
                 {"mirrors", first_of(report.mirrors, count_max, mirror_json)},
                 {"groups", first_of(report.groups, count_max, group_json)},
                 {"rules", first_of(report.rules, count_max, rule_json)},
                 {"urls_merged", report.urls_merged},
                 {"urls_merged_wrong", report.urls_merged_wrong},
                 {"truncated", report.truncated || is_cut}});
}

std::string rules_file(const MirrorReport& report) {
  std::string file = "{\"format\":\"" + std::string(kRulesFormat) +
                     "\",\"version\":" + std::to_string(kRulesVersion) +
                     ",\"urls\":" + std::to_string(report.urls) + ",\"rules\":[";
  for (std::size_t i = 0; i < report.rules.size(); ++i) {
    file.append(i == 0 ? "\n" : ",\n").append(dumped(rule_json(report.rules[i])));
  }
  return file + "\n]}\n";
}

std::vector<UrlRule> read_rules_file(std::string_view json, const std::string& where) {
  const RulesJson read(json, where);
  const Json& file = read.file();
  if (!file.is_object()) throw Error(ErrorCode::damaged, "is no JSON object", where);
  const auto format = file.find("format");
  if (format == file.end() || *format != Json(kRulesFormat)) {
    throw Error(ErrorCode::unsupported,
                "is no file of rules; '" + Named::mirrors_rules + "' writes one", where);
  }
  const auto version = file.find("version");
  if (version == file.end() || *version != Json(kRulesVersion)) {
    throw Error(ErrorCode::unsupported, "is of another version than 1; use a newer facsim", where);
  }
  const auto rules = file.find("rules");
  if (rules == file.end() || !rules->is_array()) {
    throw Error(ErrorCode::damaged, "has no list of rules", where);
  }
  if (rules->size() > kUrlRulesMax) {
    throw Error(ErrorCode::invalid_argument,
                "has more than " + std::to_string(kUrlRulesMax) + " rules", where);
  }
  std::vector<UrlRule> found;
  for (const Json& rule : *rules) {
    found.push_back(rule_of(rule, {.name = read.name_of_rule(found.size()), .where = where}));
  }
  return found;
}

}  // namespace facsim
