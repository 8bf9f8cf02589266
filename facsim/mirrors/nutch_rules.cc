// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/nutch_rules.h"

#include <string_view>
#include <utility>

namespace facsim {
namespace {

// A pattern and its substitute.
using Substitution = std::pair<std::string, std::string>;

// Every ASCII character except letters, digits and '_' may be escaped.
std::string as_pattern(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9') || c == '_' || static_cast<unsigned char>(c) > 126;
    out.append(is_word ? "" : "\\") += c;
  }
  return out;
}

std::string as_substitute(std::string_view text) {
  std::string out;
  for (const char c : text) out.append(c == '$' || c == '\\' ? "\\" : "") += c;
  return out;
}

std::string as_xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else {
      out += c;
    }
  }
  return out;
}

constexpr const char* kSegmentEnd = "(?=[/?#]|$)";
constexpr const char* kPathEnd = "(?=[?#]|$)";
constexpr const char* kQueryEnd = "(?=#|$)";

// Removes a piece of the query, given as a pattern. The match before the first one is as short as
// possible.
std::vector<Substitution> without_piece(const std::string& site, const std::string& piece) {
  return {{"^(" + site + "/[^?#]*\\?(?:[^#]*?&)?\?)(?:" + piece + "&)+", "$1"},
          {"^(" + site + "/[^?#]*\\?[^#]*?)&" + piece + kQueryEnd, "$1"},
          {"^(" + site + "/[^?#]*)\\?" + piece + kQueryEnd, "$1"}};
}

std::vector<Substitution> substitutions(const UrlRule& rule) {
  const std::string host = rule.site.empty() ? "[^/?#]+" : as_pattern(rule.site);
  const std::string site = "https?://" + host;
  const std::string segments = "^(" + site + "(?:/[^/?#]*)*?)/";  // some, as few as possible
  const std::string from = as_pattern(rule.from);
  const std::string to = as_substitute(rule.to);
  std::vector<Substitution> found;
  switch (rule.kind) {
    case UrlRuleKind::use_https:
      return {{"^http://(" + host + ")" + kSegmentEnd, "https://$1"}};
    case UrlRuleKind::move_prefix:
      return {{"^(https?://)" + from, "$1" + to}};
    case UrlRuleKind::drop_path_parameters:
      for (const std::string& name : rule.names) {
        found.emplace_back(
            "^(" + site + "/[^?#]*?);" + as_pattern(name) + "(?:=[^;/?#]*)?" + "(?=[;/?#]|$)",
            "$1");
      }
      return found;
    case UrlRuleKind::drop_session_segment:
      return {
          {segments + "(?:\\(S\\([^/?#]*\\)\\)|(?=[^/?#]*[0-9])[0-9A-Fa-f-]{16,})" + kSegmentEnd,
           "$1"}};
    case UrlRuleKind::drop_segment:
      return {{segments + from + kSegmentEnd, "$1"}};
    case UrlRuleKind::replace_segment:
      return {{segments + from + kSegmentEnd, "$1/" + to}};
    case UrlRuleKind::replace_ending:
      return {{"^(" + site + "/[^?#]*?)" + from + kSegmentEnd, "$1" + to}};
    case UrlRuleKind::replace_beginning:
      return {{segments + from, "$1/" + to}};
    case UrlRuleKind::index_page:
      return {{"^(" + site + "/(?:[^?#]*/)?)" + from + kPathEnd, "$1"}};
    case UrlRuleKind::drop_trailing_slash:
      return {{"^(" + site + "/[^?#]*?[^/?#])/+" + kPathEnd, "$1"}};
    case UrlRuleKind::drop_empty_pieces:
      return {{"^(" + site + "/[^?#]*\\?)&+", "$1"},
              {"^(" + site + "/[^?#]*\\?[^#]*?)&+(?=&|#|$)", "$1"}};
    case UrlRuleKind::drop_parameters:
      for (const std::string& name : rule.names) {
        const std::string piece = as_pattern(name) + "(?:=[^&#]*)?";
        for (Substitution& one : without_piece(site, piece)) found.push_back(std::move(one));
      }
      return found;
    case UrlRuleKind::drop_values:
      for (const std::string& value : rule.names) {
        const std::string piece = as_pattern(value);
        for (Substitution& one : without_piece(site, piece)) found.push_back(std::move(one));
      }
      return found;
    case UrlRuleKind::lower_case:
    case UrlRuleKind::sort_parameters:
      break;
  }
  return found;
}

}  // namespace

std::string nutch_rules(const std::vector<UrlRule>& rules) {
  std::string body;
  std::size_t left_out = 0;
  for (const UrlRule& rule : rules) {
    const std::vector<Substitution> all = substitutions(rule);
    if (all.empty()) ++left_out;
    for (const auto& [pattern, substitute] : all) {
      body.append("<regex>\n  <pattern>").append(as_xml(pattern));
      body.append("</pattern>\n  <substitution>").append(as_xml(substitute));
      body.append("</substitution>\n</regex>\n");
    }
  }
  std::string file = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- Made by facsim mirrors. ";
  file += std::to_string(left_out);
  file += " rules of order or case are left out: no pattern can say them. -->\n";
  return file + "<regex-normalize>\n" + body + "</regex-normalize>\n";
}

}  // namespace facsim
