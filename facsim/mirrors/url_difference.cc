// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/url_difference.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace facsim {
namespace {

using Segments = std::vector<std::string_view>;
constexpr std::size_t kNamesMax = 3;  // parameters that are irrelevant only together

// "/a/b" gives "a" and "b", "/a/" gives "a" and "".
Segments segments_of(std::string_view path) {
  Segments segments;
  for (std::size_t begin = 1; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    segments.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return segments;
}

// The number of equal elements at the front and at the back.
struct Ends {
  std::size_t front = 0;
  std::size_t back = 0;
};
template <class List>
Ends equal_ends(const List& a, const List& b) {
  const std::size_t most = std::min(a.size(), b.size());
  Ends ends;
  while (ends.front < most && a[ends.front] == b[ends.front]) ++ends.front;
  while (ends.back < most - ends.front &&
         a[a.size() - 1 - ends.back] == b[b.size() - 1 - ends.back]) {
    ++ends.back;
  }
  return ends;
}

bool is_mark(char c) noexcept {
  return std::string_view("-_.~!,=+:@").find(c) != std::string_view::npos;
}

bool is_number(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char c) { return (c >= '0' && c <= '9') || is_mark(c); });
}

// The longer text is replaced by the shorter; of equal lengths, the later by the earlier.
UrlRule replacement(UrlRuleKind kind, const std::string& site, std::string_view a,
                    std::string_view b) {
  if (a.size() < b.size() || (a.size() == b.size() && a < b)) std::swap(a, b);
  return {.kind = kind, .site = site, .names = {}, .from = std::string(a), .to = std::string(b)};
}

// Adds rules for one segment in place of another.
void add_replacements(const std::string& site, std::string_view a, std::string_view b,
                      std::vector<UrlRule>& rules) {
  if (is_session_segment(a) && is_session_segment(b)) {
    rules.push_back({.kind = UrlRuleKind::drop_session_segment, .site = site});
    return;
  }
  const Ends ends = equal_ends(a, b);
  // Cut only at a mark before the difference, so that "story" and "storm" share nothing.
  const auto begins_well = [](std::string_view text) { return text.empty() || is_mark(text[0]); };
  std::size_t front = ends.front;
  while (front > 0 && !(begins_well(a.substr(front)) && begins_well(b.substr(front)))) --front;
  if (front > 0 && !is_number(a.substr(front)) && !is_number(b.substr(front))) {
    rules.push_back(
        replacement(UrlRuleKind::replace_ending, site, a.substr(front), b.substr(front)));
  }
  const auto ends_well = [](std::string_view text) { return text.empty() || is_mark(text.back()); };
  std::size_t back = std::min(ends.back, std::min(a.size(), b.size()));
  const auto head = [&back](std::string_view text) { return text.substr(0, text.size() - back); };
  while (back > 0 && !(ends_well(head(a)) && ends_well(head(b)))) --back;
  if (back > 0 && !is_number(head(a)) && !is_number(head(b))) {
    rules.push_back(replacement(UrlRuleKind::replace_beginning, site, head(a), head(b)));
  }
  if (!is_number(a) && !is_number(b)) {
    rules.push_back(replacement(UrlRuleKind::replace_segment, site, a, b));
  }
}

// Returns ";a=1;b=2" by name.
std::map<std::string, std::string> path_parameters(std::string_view path) {
  std::map<std::string, std::string> found;
  for (const QueryPiece& piece : path_pieces(path)) {
    found[std::string(piece.name)].append(piece.text).append(";");
  }
  return found;
}

// Returns the names under which the two differ; empty if there are too many.
template <class ByName>
std::vector<std::string> different_names(const ByName& a, const ByName& b) {
  std::vector<std::string> names;
  for (const auto& [name, value] : a) {
    const auto other = b.find(name);
    if (other == b.end() || other->second != value) names.emplace_back(name);
  }
  for (const auto& [name, value] : b) {
    if (!a.contains(name)) names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names.size() <= kNamesMax ? names : std::vector<std::string>();
}

std::map<std::string, std::string> query_parameters(std::string_view query) {
  std::map<std::string, std::string> found;
  for (const QueryPiece& piece : query_pieces(query)) {
    if (piece.text.empty()) continue;
    found[std::string(piece.name)].append(piece.text).append("&");
  }
  return found;
}

void add_query_rules(const WebUrl& a, const WebUrl& b, std::vector<UrlRule>& rules) {
  const auto of_a = query_parameters(a.query);
  const auto of_b = query_parameters(b.query);
  std::vector<std::string> names = different_names(of_a, of_b);
  if (!names.empty()) {
    // The parameter occurs once, in one URL only: perhaps other values of it are other pages.
    if (names.size() == 1 && of_a.contains(names[0]) != of_b.contains(names[0])) {
      std::string pieces = (of_a.contains(names[0]) ? of_a : of_b).at(names[0]);
      pieces.pop_back();
      if (pieces.find('&') == std::string::npos) {
        rules.push_back({.kind = UrlRuleKind::drop_values, .site = a.site, .names = {pieces}});
      }
    }
    rules.push_back(
        {.kind = UrlRuleKind::drop_parameters, .site = a.site, .names = std::move(names)});
  } else if (of_a == of_b) {
    const auto becomes_one = [&](UrlRuleKind kind) {
      WebUrl first = a;
      WebUrl second = b;
      const UrlRule rule{.kind = kind, .site = a.site};
      (void)apply_rule(rule, first);
      (void)apply_rule(rule, second);
      if (first.query == second.query) rules.push_back(rule);
      return first.query == second.query;
    };
    (void)(becomes_one(UrlRuleKind::drop_empty_pieces) ||
           becomes_one(UrlRuleKind::sort_parameters));
  }
}

void add_segment_rules(const std::string& site, const Segments& a, const Segments& b,
                       std::vector<UrlRule>& rules) {
  const Ends ends = equal_ends(a, b);
  const std::size_t more_a = a.size() - ends.front - ends.back;
  const std::size_t more_b = b.size() - ends.front - ends.back;
  if (more_a == 1 && more_b == 1) {
    const std::string_view first = a[ends.front];
    const std::string_view second = b[ends.front];
    const bool is_last = ends.back == 0;
    if (is_last && (first.empty() || second.empty())) {
      rules.push_back({.kind = UrlRuleKind::index_page,
                       .site = site,
                       .names = {},
                       .from = std::string(first.empty() ? second : first)});
    } else if (!first.empty() && !second.empty()) {
      add_replacements(site, first, second, rules);
    }
  } else if (more_a + more_b == 1) {
    const std::string_view extra = more_a == 1 ? a[ends.front] : b[ends.front];
    if (extra.empty() && ends.back == 0) {
      rules.push_back({.kind = UrlRuleKind::drop_trailing_slash, .site = site});
    } else if (is_session_segment(extra)) {
      rules.push_back({.kind = UrlRuleKind::drop_session_segment, .site = site});
    } else if (!extra.empty() && !is_number(extra)) {
      rules.push_back({.kind = UrlRuleKind::drop_segment,
                       .site = site,
                       .names = {},
                       .from = std::string(extra)});
    }
  }
}

void add_path_rules(const WebUrl& a, const WebUrl& b, std::vector<UrlRule>& rules) {
  std::vector<std::string> names =
      different_names(path_parameters(a.path), path_parameters(b.path));
  for (const UrlRule& rule :
       {UrlRule{.kind = UrlRuleKind::drop_path_parameters, .site = a.site, .names = names},
        UrlRule{.kind = UrlRuleKind::lower_case, .site = a.site}}) {
    if (rule.kind == UrlRuleKind::drop_path_parameters && names.empty()) continue;
    WebUrl first = a;
    WebUrl second = b;
    (void)apply_rule(rule, first);
    (void)apply_rule(rule, second);
    if (first.path == second.path) {
      rules.push_back(rule);
      return;
    }
  }
  add_segment_rules(a.site, segments_of(a.path), segments_of(b.path), rules);
}

}  // namespace

std::vector<UrlRule> rules_between(const WebUrl& a, const WebUrl& b) {
  std::vector<UrlRule> rules;
  if (a.site != b.site) return rules;
  if (a.path == b.path && a.query == b.query) {
    if (a.is_https != b.is_https) rules.push_back({.kind = UrlRuleKind::use_https, .site = a.site});
  } else if (a.is_https != b.is_https) {
    return rules;
  } else if (a.path == b.path) {
    add_query_rules(a, b, rules);
  } else if (a.query == b.query) {
    add_path_rules(a, b, rules);
  }
  return rules;
}

std::pair<std::string, std::string> prefixes_between(const WebUrl& a, const WebUrl& b) {
  if (a.query != b.query) return {};
  const std::size_t most = std::min(a.path.size(), b.path.size());
  std::size_t same = 0;   // bytes at the ends of both paths
  std::size_t whole = 0;  // the same, in whole segments
  while (same < most && a.path[a.path.size() - 1 - same] == b.path[b.path.size() - 1 - same]) {
    ++same;
    if (a.path[a.path.size() - same] == '/') whole = same - 1;
  }
  std::string first = a.site + a.path.substr(0, a.path.size() - whole);
  std::string second = b.site + b.path.substr(0, b.path.size() - whole);
  if (first.starts_with(second) || second.starts_with(first)) return {};
  // With an empty rest only two front pages correspond.
  const bool are_fronts = a.path == "/" && b.path == "/";
  if (whole == 0 && !are_fronts) return {};
  if (second < first) std::swap(first, second);
  return {std::move(first), std::move(second)};
}

}  // namespace facsim
