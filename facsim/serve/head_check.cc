// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/head_check.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace facsim {
namespace {

std::size_t times_given(const HttpRequest& request, std::string_view name) noexcept {
  return static_cast<std::size_t>(
      std::ranges::count_if(request.fields, [&](const auto& field) { return field.name == name; }));
}

bool is_decimal(std::string_view text) noexcept {
  constexpr std::size_t kDigitsMax = 18;  // fits into 64 bits
  return !text.empty() && text.size() <= kDigitsMax &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_word(std::string_view value, std::string_view lower_case) noexcept {
  return std::ranges::equal(value, lower_case, [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

// Accepts HOST, HOST:PORT, [ADDRESS] or [ADDRESS]:PORT in characters that every reader interprets
// in the same way: no user name, no escape, no fragment.
bool is_authority(std::string_view authority) noexcept {
  std::string_view rest = authority;
  if (rest.starts_with('[')) {
    const std::size_t end = rest.find(']');
    if (end == std::string_view::npos || end < 3) return false;
    const bool is_sound = std::ranges::all_of(rest.substr(1, end - 1), [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') ||
             c == ':' || c == '.';
    });
    if (!is_sound) return false;
    rest.remove_prefix(end + 1);
  } else {
    const std::string_view name = rest.substr(0, rest.find(':'));
    const bool is_sound = std::ranges::all_of(name, [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             c == '-' || c == '.' || c == '_';
    });
    if (name.empty() || !is_sound) return false;
    rest.remove_prefix(name.size());
  }
  return rest.empty() ||
         (rest.starts_with(':') && (rest.size() == 1 || is_decimal(rest.substr(1))));
}

bool is_address(std::string_view text, int family) noexcept {
  std::array<char, INET6_ADDRSTRLEN> name{};
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  if (text.size() >= name.size() || text.find('\0') != std::string_view::npos) return false;
  std::ranges::copy(text, name.begin());
  return ::inet_pton(family, name.data(), bytes.data()) == 1;
}

}  // namespace

std::string_view fault_of_lines(std::string_view head, std::size_t& from) noexcept {
  for (; from < head.size(); ++from) {
    const char c = head[from];
    if (c == '\0') return "a NUL byte stands in the head";
    if (c == '\n' && (from == 0 || head[from - 1] != '\r')) {
      return "a line of the head ends in LF without CR";
    }
    if (from + 1 == head.size()) {
      if (c == '\r' || c == '\n') break;  // the next byte decides
      continue;
    }
    const char next = head[from + 1];
    if (c == '\r' && next != '\n') return "CR without LF stands in the head";
    if (c == '\n' && (next == ' ' || next == '\t')) {
      return "a field of the head is folded over lines; write it on one";
    }
  }
  return {};
}

std::string_view fault_of_fields(const HttpRequest& request, bool is_http_1_1) noexcept {
  const std::size_t lengths = times_given(request, "content-length");
  const std::size_t encodings = times_given(request, "transfer-encoding");
  if (lengths > 0 && encodings > 0) {
    return "Content-Length and Transfer-Encoding together; send one of them";
  }
  if (lengths > 1) return "Content-Length more than once; send it once";
  if (lengths == 1 && !is_decimal(request.field("content-length"))) {
    return "Content-Length is no number of bytes";
  }
  if (encodings > 1) return "Transfer-Encoding more than once; send it once";
  if (encodings == 1 && !is_word(request.field("transfer-encoding"), "chunked")) {
    return "Transfer-Encoding other than chunked";
  }
  if (encodings == 1 && !is_http_1_1) return "Transfer-Encoding in HTTP/1.0";
  const std::size_t hosts = times_given(request, "host");
  if (hosts > 1) return "Host more than once; send it once";
  if (is_http_1_1 && hosts == 0) return "no Host, which HTTP/1.1 needs";
  for (const std::string_view once : {"authorization", "content-encoding", "content-type",
                                      "idempotency-key", "expect", "origin"}) {
    if (times_given(request, once) > 1) return "a field stands twice that may stand once";
  }
  return {};
}

std::string_view take_absolute_target(HttpRequest& request) {
  const std::string_view target = request.target;
  const std::size_t colon = target.find(':');
  // "*" and a bare authority belong to other methods: the router refuses them.
  if (target.starts_with('/') || target.substr(std::min(colon, target.size()), 3) != "://")
    return {};
  if (!is_word(target.substr(0, colon), "http")) {
    return "the target is absolute, and not of http; this service speaks no other scheme";
  }
  const std::size_t begin = colon + 3;
  const std::size_t end = std::min(target.find_first_of("/?", begin), target.size());
  const std::string authority(target.substr(begin, end - begin));
  if (!is_authority(authority)) {
    return "the host in the target is none; write http://HOST:PORT/PATH or /PATH";
  }
  std::string path(target.substr(end));
  if (!path.starts_with('/')) path.insert(path.begin(), '/');
  request.target = std::move(path);
  for (HttpField& field : request.fields) {
    if (field.name == "host") field.value = authority;
  }
  return {};
}

bool is_address_or_localhost(std::string_view host) noexcept {
  if (host.empty()) return true;
  if (host.front() == '[') {
    const std::size_t end = host.find(']');
    if (end == std::string_view::npos) return false;
    const std::string_view port = host.substr(end + 1);
    return is_address(host.substr(1, end - 1), AF_INET6) &&
           (port.empty() || (port.front() == ':' && is_decimal(port.substr(1))));
  }
  const std::size_t colon = host.find(':');
  if (colon != std::string_view::npos && !is_decimal(host.substr(colon + 1))) return false;
  const std::string_view name = host.substr(0, colon);
  return is_word(name, "localhost") || is_word(name, "localhost.") || is_address(name, AF_INET);
}

}  // namespace facsim
