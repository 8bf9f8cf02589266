// SPDX-License-Identifier: Apache-2.0
#pragma once
// A URL of the web in its parts, spelled in one way.
//
// The parts are those of RFC 3986, appendix B; the spelling follows its section 6.2.2: scheme and
// host in lower case, no usual port, no fragment, dots in paths resolved, escapes in capitals and
// none where a character needs none. Bytes that no URL may hold become escapes, as browsers make
// them. In a segment of the path or a piece of the query with a stray '%' escapes stay as they are.
// A host is not looked up and not translated: `xn--` and its Unicode form are two hosts.
//
// Promise: reading text() again gives the same parts. Cost: some 0.3 us. Any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace facsim {

// Why a text is no URL that rules may rewrite.
enum class UrlSkip : std::uint8_t { none, empty, not_web, bad_host, user, too_long };
inline constexpr std::size_t kUrlSkips = 6;
[[nodiscard]] std::string_view name_of(UrlSkip skip) noexcept;

struct WebUrl {
  bool is_https = false;
  std::string site;   // the host, and ":8080" where the port is not the usual one
  std::string path;   // begins with '/'
  std::string query;  // without '?'; empty: none, or an empty one

  [[nodiscard]] std::string text() const;
  friend bool operator==(const WebUrl&, const WebUrl&) = default;
};

struct ReadUrl {
  UrlSkip skip = UrlSkip::none;
  WebUrl url = {};
};
// Labels are cut at 8 KiB: what is nearly as long may be the beginning of another URL (too_long).
[[nodiscard]] ReadUrl read_web_url(std::string_view text);

// The pieces of a query between '&', as they stand: name, and all of the piece.
struct QueryPiece {
  std::string_view name;
  std::string_view text;
};
[[nodiscard]] std::vector<QueryPiece> query_pieces(std::string_view query);
// The same of ";name=value" in the segments of a path.
[[nodiscard]] std::vector<QueryPiece> path_pieces(std::string_view path);
[[nodiscard]] std::string joined_query(const std::vector<QueryPiece>& pieces);

}  // namespace facsim
