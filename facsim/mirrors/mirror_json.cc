// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/mirror_json.h"

#include <algorithm>
#include <cmath>
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

[[noreturn]] void throw_rule(std::size_t number, std::string_view what, const std::string& where) {
  throw Error(ErrorCode::damaged,
              "rule " + std::to_string(number) + ": " + std::string(what) + "; see docs/mirrors.md",
              where);
}

std::string text_of(const Json& rule, const char* name) {
  const auto at = rule.find(name);
  if (at == rule.end() || at->is_null()) return {};
  return at->get<std::string>();
}

UrlRule rule_of(const Json& json, std::size_t number, const std::string& where) {
  if (!json.is_object()) throw_rule(number, "is no object", where);
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
    throw_rule(number, "a member is missing or of another type", where);
  }
  rule.kind = url_rule_kind_named(kind);
  if (static_cast<std::size_t>(rule.kind) >= kUrlRuleKinds) {
    throw Error(ErrorCode::unsupported,
                "rule " + std::to_string(number) + ": this program knows no kind '" + kind + "'",
                where);
  }
  std::sort(rule.names.begin(), rule.names.end());
  if (const std::string_view fault = fault_of(rule); !fault.empty()) {
    throw_rule(number, fault, where);
  }
  return rule;
}

// An array that never gets larger than its limit says, and no deeper than a rule is.
bool is_wanted(int depth, Json::parse_event_t, Json&) { return depth <= 5; }

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
  const Json file = Json::parse(json, is_wanted, false);
  if (!file.is_object()) throw Error(ErrorCode::damaged, "is no JSON object", where);
  const auto format = file.find("format");
  if (format == file.end() || *format != Json(kRulesFormat)) {
    throw Error(ErrorCode::unsupported,
                "is no file of rules; 'facsim mirrors STORE --apply FILE' writes one", where);
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
  for (const Json& rule : *rules) found.push_back(rule_of(rule, found.size() + 1, where));
  return found;
}

}  // namespace facsim
