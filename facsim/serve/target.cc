// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/target.h"

#include <algorithm>

#include "facsim/base/error.h"

namespace facsim {
namespace {

int digit_of(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decoded_member(std::string_view text) {
  std::string blanks(text);
  std::ranges::replace(blanks, '+', ' ');
  return percent_decoded(blanks);
}

}  // namespace

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      decoded += text[at];
      continue;
    }
    const int high = at + 2 < text.size() ? digit_of(text[at + 1]) : -1;
    const int low = at + 2 < text.size() ? digit_of(text[at + 2]) : -1;
    if (high < 0 || low < 0) {
      throw Error{ErrorCode::invalid_argument,
                  "'%' in the target needs two hexadecimal digits behind it; write '%' itself as "
                  "%25"};
    }
    if (high + low == 0) {
      throw Error{ErrorCode::invalid_argument,
                  "the target cannot hold a zero byte, %00; a page whose id has one can be removed "
                  "by its URL, or in the list of POST .../documents:delete"};
    }
    decoded += static_cast<char>(high * 16 + low);
    at += 2;
  }
  return decoded;
}

const std::string* Target::find(std::string_view name) const noexcept {
  for (const auto& [known, value] : query) {
    if (known == name) return &value;
  }
  return nullptr;
}

bool Target::is_set(std::string_view name) const {
  const std::string* const value = find(name);
  if (value == nullptr || *value == "false" || *value == "0") return false;
  if (value->empty() || *value == "true" || *value == "1") return true;
  throw Error{ErrorCode::invalid_argument,
              std::string(name) + "=" + *value + " is neither true nor false"};
}

void Target::require_known(std::initializer_list<std::string_view> names) const {
  for (auto member = query.begin(); member != query.end(); ++member) {
    if (std::ranges::find(names, member->first) == names.end()) {
      std::string known;
      for (const std::string_view name : names)
        known.append(known.empty() ? "" : ", ").append(name);
      throw Error{ErrorCode::invalid_argument,
                  "'" + member->first + "' in the query is not known here; " +
                      (known.empty() ? "it takes none" : "it takes " + known)};
    }
    const auto same = [&](const auto& other) { return other.first == member->first; };
    if (std::any_of(query.begin(), member, same)) {
      throw Error{ErrorCode::invalid_argument,
                  "'" + member->first + "' is in the query twice; give it once"};
    }
  }
}

Target parse_target(std::string_view target) {
  if (!target.starts_with('/')) {
    throw Error{ErrorCode::invalid_argument, "the target is no path; it begins with '/'"};
  }
  Target parsed;
  const std::size_t mark = target.find('?');
  std::string_view path = target.substr(1, mark == std::string_view::npos ? mark : mark - 1);
  while (true) {
    const std::size_t end = path.find('/');
    parsed.segments.emplace_back(path.substr(0, end));
    if (end == std::string_view::npos) break;
    path.remove_prefix(end + 1);
  }
  std::string_view query = mark == std::string_view::npos ? "" : target.substr(mark + 1);
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view member = query.substr(0, end);
    const std::size_t equals = std::min(member.find('='), member.size());
    if (!member.empty()) {
      parsed.query.emplace_back(decoded_member(member.substr(0, equals)),
                                decoded_member(member.substr(std::min(equals + 1, member.size()))));
    }
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  return parsed;
}

}  // namespace facsim
