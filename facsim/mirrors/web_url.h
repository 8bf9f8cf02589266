// SPDX-License-Identifier: Apache-2.0
#pragma once
// A URL of the web, split into parts and spelled uniformly.
//
// The parts are those of RFC 3986, appendix B; the spelling follows its section 6.2.2: scheme and
// host in lower case, no default port, no fragment, dots in paths resolved, escapes in capitals,
// and no escape of a character that does not need one. Bytes that are not allowed in URLs become
// escapes, as in browsers. In a segment of the path or a piece of the query with a stray '%',
// escapes are left unchanged. A host is not looked up and not translated: `xn--` and its Unicode
// form are two hosts.
//
// Promise: reading text() again gives the same parts. Cost: some 0.3 us. Any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace facsim {

// Why a text is not a URL that rules may rewrite.
enum class UrlSkip : std::uint8_t { none, empty, not_web, bad_host, user, too_long };
inline constexpr std::size_t kUrlSkips = 6;
[[nodiscard]] std::string_view name_of(UrlSkip skip) noexcept;

struct WebUrl {
  bool is_https = false;
  std::string site;   // the host, and ":8080" if the port is not the default
  std::string path;   // begins with '/'
  std::string query;  // without '?'; empty if missing or empty

  [[nodiscard]] std::string text() const;
  friend bool operator==(const WebUrl&, const WebUrl&) = default;
};

struct ReadUrl {
  UrlSkip skip = UrlSkip::none;
  WebUrl url = {};
};
// Labels are cut at 8 KiB: one nearly that long may be the beginning of another URL (too_long).
[[nodiscard]] ReadUrl read_web_url(std::string_view text);

// The pieces of a query between '&', unchanged: name, and the whole piece.
struct QueryPiece {
  std::string_view name;
  std::string_view text;
};
[[nodiscard]] std::vector<QueryPiece> query_pieces(std::string_view query);
// The same for ";name=value" in the segments of a path.
[[nodiscard]] std::vector<QueryPiece> path_pieces(std::string_view path);
[[nodiscard]] std::string joined_query(const std::vector<QueryPiece>& pieces);

}  // namespace facsim
