// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/url.h"

#include <algorithm>

#include "facsim/extract/ascii_internal.h"

namespace facsim {
namespace {

bool is_scheme_char(char c) {
  return (to_lower(c) >= 'a' && to_lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '-' || c == '.';
}

// The five parts of a reference; each view holds its delimiter (":" "//" "?" "#"), so that an
// absent part and an empty one differ.
struct Parts {
  std::string_view scheme, authority, path, query, fragment;
};

Parts split(std::string_view url) {
  Parts parts;
  const auto take = [&url](std::size_t count) {
    count = std::min(count, url.size());
    const std::string_view head = url.substr(0, count);
    url.remove_prefix(count);
    return head;
  };
  std::size_t end = 0;
  while (end < url.size() && is_scheme_char(url[end])) ++end;
  const bool starts_with_letter =
      !url.empty() && is_scheme_char(url[0]) && to_lower(url[0]) >= 'a' && to_lower(url[0]) <= 'z';
  if (starts_with_letter && end < url.size() && url[end] == ':') parts.scheme = take(end + 1);
  if (url.starts_with("//")) parts.authority = take(url.find_first_of("/?#", 2));
  parts.path = take(url.find_first_of("?#"));
  if (url.starts_with('?')) parts.query = take(url.find('#'));
  parts.fragment = url;
  return parts;
}

// RFC 3986, 5.2.4, in one pass: segments are appended, ".." removes the last one.
std::string remove_dots(std::string_view path) {
  const bool is_rooted = path.starts_with('/');
  std::string result;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const bool is_last = slash == std::string_view::npos;
    const std::string_view segment = path.substr(0, slash);
    path.remove_prefix(is_last ? path.size() : slash + 1);
    if (segment == ".") continue;
    if (segment == "..") {
      if (!result.empty()) result.pop_back();
      const std::size_t cut = result.rfind('/');
      result.resize(cut == std::string::npos ? 0 : cut + 1);
      if (result.empty() && is_rooted) result.push_back('/');
      continue;
    }
    result.append(segment);
    if (!is_last) result.push_back('/');
  }
  return result;
}

std::string merge(const Parts& base, std::string_view path) {
  std::string merged;
  if (!base.authority.empty() && base.path.empty()) merged.push_back('/');
  const std::size_t slash = base.path.rfind('/');
  if (slash != std::string_view::npos) merged.append(base.path.substr(0, slash + 1));
  merged.append(path);
  return merged;
}

std::string cleaned(std::string_view url) {
  std::string clean;
  for (const char c : trimmed(url)) {
    if (c != '\n' && c != '\r' && c != '\t') clean.push_back(c);
  }
  return clean;
}

}  // namespace

std::string resolve_url(std::string_view base_url, std::string_view reference) {
  const std::string base_text = cleaned(base_url);
  const std::string text = cleaned(reference);
  const Parts base = split(base_text);
  const Parts to = split(text);

  std::string result;
  result.append(to.scheme.empty() ? base.scheme : to.scheme);
  const bool is_other_host = !to.scheme.empty() || !to.authority.empty();
  result.append(is_other_host ? to.authority : base.authority);
  if (is_other_host || to.path.starts_with('/')) {
    result.append(remove_dots(to.path)).append(to.query);
  } else if (!to.path.empty()) {
    result.append(remove_dots(merge(base, to.path))).append(to.query);
  } else {
    result.append(base.path).append(to.query.empty() ? base.query : to.query);
  }
  result.append(to.fragment);
  return result;
}

}  // namespace facsim
