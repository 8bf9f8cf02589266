// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/url_rule.h"

#include <algorithm>
#include <array>

#include "facsim/base/limits.h"

namespace facsim {
namespace {

constexpr std::array<std::string_view, kUrlRuleKinds> kNames = {
    "use_https",    "move_prefix",         "drop_path_parameters", "drop_session_segment",
    "drop_segment", "replace_segment",     "replace_ending",       "replace_beginning",
    "index_page",   "drop_trailing_slash", "lower_case",           "drop_parameters",
    "drop_values",  "drop_empty_pieces",   "sort_parameters"};

constexpr std::size_t kSessionDigitsMin = 16;

bool has_name(const UrlRule& rule, std::string_view name) noexcept {
  return std::find(rule.names.begin(), rule.names.end(), name) != rule.names.end();
}

bool take(std::string& into, std::string&& text) {
  if (into == text) return false;
  into = std::move(text);
  return true;
}

bool move_prefix(const UrlRule& rule, WebUrl& url) {
  if (!is_below(url, rule.from)) return false;
  const std::size_t slash = rule.to.find('/');
  url.path.replace(0, rule.from.size() - url.site.size(), rule.to, slash);
  url.site = rule.to.substr(0, slash);
  return rule.from != rule.to;
}

// Calls `change` for every segment; it appends the new segment, or nothing to drop it.
template <class Change>
bool change_segments(WebUrl& url, Change change) {
  std::string out;
  for (std::size_t at = 0; at < url.path.size();) {
    const std::size_t end = std::min(url.path.find('/', at + 1), url.path.size());
    change(std::string_view(url.path).substr(at + 1, end - at - 1), end == url.path.size(), out);
    at = end;
  }
  if (out.empty()) out = "/";
  return take(url.path, std::move(out));
}

void append_segment(std::string_view segment, std::string& out) { out.append("/").append(segment); }

bool drop_path_parameters(const UrlRule& rule, WebUrl& url) {
  if (url.path.find(';') == std::string::npos) return false;
  return change_segments(url, [&](std::string_view segment, bool, std::string& out) {
    const std::size_t first = std::min(segment.find(';'), segment.size());
    append_segment(segment.substr(0, first), out);
    for (std::size_t at = first; at < segment.size();) {
      const std::size_t end = std::min(segment.find(';', at + 1), segment.size());
      const std::string_view piece = segment.substr(at, end - at);
      if (!has_name(rule, piece.substr(1, piece.find('=') - 1))) out.append(piece);
      at = end;
    }
  });
}

bool replace_in_segments(const UrlRule& rule, WebUrl& url) {
  if (url.path.find(rule.from) == std::string::npos) return false;
  return change_segments(url, [&](std::string_view segment, bool, std::string& out) {
    const std::string_view from = rule.from;
    out += '/';
    if (rule.kind == UrlRuleKind::replace_segment) {
      out.append(segment == from ? std::string_view(rule.to) : segment);
    } else if (rule.kind == UrlRuleKind::replace_ending && segment.ends_with(from)) {
      out.append(segment.substr(0, segment.size() - from.size())).append(rule.to);
    } else if (rule.kind == UrlRuleKind::replace_beginning && segment.starts_with(from)) {
      out.append(rule.to).append(segment.substr(from.size()));
    } else {
      out.append(segment);
    }
  });
}

bool drop_segments(const UrlRule& rule, WebUrl& url) {
  const bool by_name = rule.kind == UrlRuleKind::drop_segment;
  if (by_name && url.path.find(rule.from) == std::string::npos) return false;
  if (!by_name && url.path.size() <= kSessionDigitsMin && url.path.find('(') == std::string::npos) {
    return false;
  }
  return change_segments(url, [&](std::string_view segment, bool, std::string& out) {
    if (by_name ? segment != rule.from : !is_session_segment(segment)) append_segment(segment, out);
  });
}

bool drop_index_page(const UrlRule& rule, WebUrl& url) {
  const std::size_t slash = url.path.rfind('/');
  if (std::string_view(url.path).substr(slash + 1) != rule.from) return false;
  url.path.resize(slash + 1);
  return true;
}

bool drop_trailing_slash(WebUrl& url) {
  const std::size_t size = url.path.size();
  while (url.path.size() > 1 && url.path.ends_with('/')) url.path.pop_back();
  return url.path.size() != size;
}

// Escapes have capitals and are not changed.
bool lower_case(WebUrl& url) {
  bool is_changed = false;
  for (std::size_t i = 0; i < url.path.size(); ++i) {
    char& c = url.path[i];
    if (c == '%') {
      i += 2;
    } else if (c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c - 'A' + 'a');
      is_changed = true;
    }
  }
  return is_changed;
}

template <class IsDropped>
bool drop_pieces(WebUrl& url, IsDropped is_dropped) {
  if (url.query.empty()) return false;
  std::vector<QueryPiece> pieces = query_pieces(url.query);
  const auto end = std::remove_if(pieces.begin(), pieces.end(), is_dropped);
  if (end == pieces.end()) return false;
  pieces.erase(end, pieces.end());
  return take(url.query, joined_query(pieces));
}

// There may be thousands of such rules, and few have a piece of the URL.
bool drop_values(const UrlRule& rule, WebUrl& url) {
  const auto is_there = [&](const std::string& piece) {
    return url.query.find(piece) != std::string::npos;
  };
  if (std::none_of(rule.names.begin(), rule.names.end(), is_there)) return false;
  return drop_pieces(url, [&](const QueryPiece& piece) { return has_name(rule, piece.text); });
}

bool sort_parameters(WebUrl& url) {
  if (url.query.find('&') == std::string::npos) return false;
  std::vector<QueryPiece> pieces = query_pieces(url.query);
  const auto is_before = [](const QueryPiece& a, const QueryPiece& b) { return a.name < b.name; };
  if (std::is_sorted(pieces.begin(), pieces.end(), is_before)) return false;
  std::stable_sort(pieces.begin(), pieces.end(), is_before);
  return take(url.query, joined_query(pieces));
}

bool is_prefix(std::string_view text) noexcept {
  return text.find('/') != 0 && text.find('/') != std::string_view::npos && text.ends_with('/');
}

}  // namespace

std::string_view name_of(UrlRuleKind kind) noexcept {
  return kNames[static_cast<std::size_t>(kind)];
}

UrlRuleKind url_rule_kind_named(std::string_view name) noexcept {
  return static_cast<UrlRuleKind>(std::find(kNames.begin(), kNames.end(), name) - kNames.begin());
}

bool apply_rule(const UrlRule& rule, WebUrl& url) {
  switch (rule.kind) {
    case UrlRuleKind::use_https:
      return !std::exchange(url.is_https, true);
    case UrlRuleKind::move_prefix:
      return move_prefix(rule, url);
    case UrlRuleKind::drop_path_parameters:
      return drop_path_parameters(rule, url);
    case UrlRuleKind::drop_session_segment:
    case UrlRuleKind::drop_segment:
      return drop_segments(rule, url);
    case UrlRuleKind::replace_segment:
    case UrlRuleKind::replace_ending:
    case UrlRuleKind::replace_beginning:
      return replace_in_segments(rule, url);
    case UrlRuleKind::index_page:
      return drop_index_page(rule, url);
    case UrlRuleKind::drop_trailing_slash:
      return drop_trailing_slash(url);
    case UrlRuleKind::lower_case:
      return lower_case(url);
    case UrlRuleKind::drop_parameters:
      return drop_pieces(url, [&](const QueryPiece& piece) { return has_name(rule, piece.name); });
    case UrlRuleKind::drop_values:
      return drop_values(rule, url);
    case UrlRuleKind::drop_empty_pieces:
      return drop_pieces(url, [](const QueryPiece& piece) { return piece.text.empty(); });
    case UrlRuleKind::sort_parameters:
      return sort_parameters(url);
  }
  return false;
}

std::string_view fault_of(const UrlRule& rule) noexcept {
  const auto is_long = [](const std::string& text) { return text.size() > limits::kLabelBytesMax; };
  if (is_long(rule.site) || is_long(rule.from) || is_long(rule.to)) return "a text is too long";
  switch (rule.kind) {
    case UrlRuleKind::move_prefix:
      if (!is_prefix(rule.from) || !is_prefix(rule.to)) return "from and to are HOST/PATH/";
      break;
    case UrlRuleKind::drop_path_parameters:
    case UrlRuleKind::drop_parameters:
      if (rule.names.empty()) return "names is empty";
      break;
    case UrlRuleKind::drop_values:
      if (rule.names.empty()) return "names is empty";
      for (const std::string& piece : rule.names) {
        if (piece.empty() || piece.find_first_of("&#") != std::string::npos) {
          return "names are pieces of a query, such as print=1";
        }
      }
      break;
    case UrlRuleKind::drop_segment:
    case UrlRuleKind::replace_segment:
    case UrlRuleKind::replace_ending:
    case UrlRuleKind::replace_beginning:
    case UrlRuleKind::index_page:
      if (rule.from.empty()) return "from is empty";
      if ((rule.from + rule.to).find_first_of("/?#") != std::string::npos) {
        return "from and to are parts of one segment";
      }
      if (rule.to == "." || rule.to == "..") return "to is a dot, which no segment is";
      break;
    default:
      break;
  }
  return {};
}

bool is_session_segment(std::string_view segment) noexcept {
  if (segment.starts_with("(S(") && segment.ends_with("))")) return true;
  if (segment.size() < kSessionDigitsMin) return false;
  bool has_digit = false;
  for (const char c : segment) {
    const bool is_digit = c >= '0' && c <= '9';
    has_digit = has_digit || is_digit;
    if (!is_digit && !(c >= 'a' && c <= 'f') && !(c >= 'A' && c <= 'F') && c != '-') return false;
  }
  return has_digit;
}

bool is_below(const WebUrl& url, std::string_view prefix) noexcept {
  return prefix.size() > url.site.size() && prefix.starts_with(url.site) &&
         prefix[url.site.size()] == '/' && url.path.starts_with(prefix.substr(url.site.size()));
}

}  // namespace facsim
