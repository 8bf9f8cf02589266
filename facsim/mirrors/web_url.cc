// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/web_url.h"

#include <algorithm>
#include <array>

#include "facsim/base/limits.h"
#include "facsim/base/utf.h"

namespace facsim {
namespace {

constexpr std::size_t kCutBytes = 4;  // a label may be cut within a character

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_letter(char c) noexcept { return lower(c) >= 'a' && lower(c) <= 'z'; }

int hex_value(char c) noexcept {
  if (is_digit(c)) return c - '0';
  const char small = lower(c);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

bool is_unreserved(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// True for characters that need no escape in a path or query; '%' is handled separately.
bool may_stand(char c) noexcept {
  constexpr std::string_view kMarks = "!$&'()*+,;=:@/?[]|";
  return is_unreserved(c) || kMarks.find(c) != std::string_view::npos;
}

bool has_stray_percent(std::string_view part) noexcept {
  for (std::size_t at = part.find('%'); at != std::string_view::npos; at = part.find('%', at + 1)) {
    if (at + 2 >= part.size()) return true;
    if (hex_value(part[at + 1]) < 0 || hex_value(part[at + 2]) < 0) return true;
  }
  return false;
}

void append_escape(unsigned char byte, std::string& out) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  out += '%';
  out += kDigits[byte >> 4U];
  out += kDigits[byte & 15U];
}

void append_spelled(std::string_view part, std::string& out) {
  const bool is_strange = has_stray_percent(part);
  for (std::size_t at = 0; at < part.size(); ++at) {
    const char c = part[at];
    if (c == '%' && !is_strange) {
      const int byte = hex_value(part[at + 1]) * 16 + hex_value(part[at + 2]);
      const char meant = static_cast<char>(byte);
      if (is_unreserved(meant)) {
        out += meant;
      } else {
        append_escape(static_cast<unsigned char>(byte), out);
      }
      at += 2;
    } else if (c == '%' || may_stand(c)) {
      out += c;
    } else {
      append_escape(static_cast<unsigned char>(c), out);
    }
  }
}

// Spells each piece by itself: a piece that is dropped later, by dots or by a rule, must not affect
// the spelling of the others, so that the result is read back unchanged.
std::string spelled(std::string_view text, char separator) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0;;) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    append_spelled(text.substr(at, end - at), out);
    if (end == text.size()) return out;
    out += separator;
    at = end + 1;
  }
}

// RFC 3986, section 5.2.4, for a path that begins with '/'.
std::string without_dots(const std::string& path) {
  if (path.find("/.") == std::string::npos) return path;
  std::string out;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at + 1), path.size());
    const std::string_view segment = std::string_view(path).substr(at + 1, end - at - 1);
    const bool is_last = end == path.size();
    if (segment == "..") out.resize(out.empty() ? 0 : out.rfind('/'));
    if (segment == "." || segment == "..") {
      if (is_last) out += '/';
    } else {
      out.append(path, at, end - at);
    }
    at = end;
  }
  return out;
}

bool is_host(std::string_view host) noexcept {
  if (host.starts_with('[')) {
    if (host.size() < 4 || !host.ends_with(']')) return false;
    host = host.substr(1, host.size() - 2);
    return std::all_of(host.begin(), host.end(),
                       [](char c) { return hex_value(c) >= 0 || c == ':' || c == '.'; });
  }
  if (host.empty() || host.front() == '.') return false;
  const bool is_sound = std::all_of(host.begin(), host.end(), [](char c) {
    return is_unreserved(c) || static_cast<unsigned char>(c) >= 0x80;
  });
  return is_sound && is_utf8(host);
}

// Appends the port as written after a host: ":8080", or nothing for the default one. Returns false
// if it is not a port.
bool take_port(std::string_view digits, bool is_https, std::string& site) {
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  if (digits.size() > 5 || !std::all_of(digits.begin(), digits.end(), is_digit)) return false;
  unsigned port = 0;
  for (const char c : digits) port = port * 10 + static_cast<unsigned>(c - '0');
  if (port > 65'535) return false;
  if (!digits.empty() && port != (is_https ? 443U : 80U)) site.append(":").append(digits);
  return true;
}

UrlSkip take_authority(std::string_view authority, WebUrl& url) {
  if (authority.find('@') != std::string_view::npos) return UrlSkip::user;
  const std::size_t bracket = authority.starts_with('[') ? authority.find(']') : 0;
  if (bracket == std::string_view::npos) return UrlSkip::bad_host;
  const std::size_t colon = authority.find(':', bracket);
  std::string_view host = authority.substr(0, colon);
  while (host.ends_with('.')) host.remove_suffix(1);
  if (!is_host(host)) return UrlSkip::bad_host;
  url.site.resize(host.size());
  std::transform(host.begin(), host.end(), url.site.begin(), lower);
  if (colon == std::string_view::npos) return UrlSkip::none;
  return take_port(authority.substr(colon + 1), url.is_https, url.site) ? UrlSkip::none
                                                                        : UrlSkip::bad_host;
}

bool starts_with_word(std::string_view text, std::string_view word) noexcept {
  return text.size() >= word.size() && std::equal(word.begin(), word.end(), text.begin(),
                                                  [](char a, char b) { return a == lower(b); });
}

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

std::string_view name_of(UrlSkip skip) noexcept {
  constexpr std::array<std::string_view, kUrlSkips> kSkipNames = {"none",     "empty", "not_web",
                                                                  "bad_host", "user",  "too_long"};
  return kSkipNames[static_cast<std::size_t>(skip)];
}

std::string WebUrl::text() const {
  std::string out(is_https ? "https://" : "http://");
  out.reserve(out.size() + site.size() + path.size() + query.size() + 1);
  out.append(site).append(path);
  if (!query.empty()) out.append("?").append(query);
  return out;
}

ReadUrl read_web_url(std::string_view text) {
  if (text.size() > limits::kLabelBytesMax - kCutBytes) return {.skip = UrlSkip::too_long};
  text = trimmed(text);
  if (text.empty()) return {.skip = UrlSkip::empty};
  ReadUrl read;
  WebUrl& url = read.url;
  url.is_https = starts_with_word(text, "https://");
  if (!url.is_https && !starts_with_word(text, "http://")) return {.skip = UrlSkip::not_web};
  text.remove_prefix(url.is_https ? 8 : 7);
  text = text.substr(0, text.find('#'));
  const std::size_t authority_end = std::min(text.find_first_of("/?"), text.size());
  read.skip = take_authority(text.substr(0, authority_end), url);
  if (read.skip != UrlSkip::none) return {.skip = read.skip};
  text.remove_prefix(authority_end);
  const std::size_t mark = std::min(text.find('?'), text.size());
  url.path = without_dots(spelled(text.substr(0, mark), '/'));
  if (url.path.empty()) url.path = "/";
  if (mark < text.size()) url.query = spelled(text.substr(mark + 1), '&');
  return read;
}

std::vector<QueryPiece> query_pieces(std::string_view query) {
  std::vector<QueryPiece> pieces;
  if (query.empty()) return pieces;
  for (std::size_t begin = 0; begin <= query.size();) {
    const std::size_t end = std::min(query.find('&', begin), query.size());
    const std::string_view piece = query.substr(begin, end - begin);
    pieces.push_back({piece.substr(0, piece.find('=')), piece});
    begin = end + 1;
  }
  return pieces;
}

std::vector<QueryPiece> path_pieces(std::string_view path) {
  std::vector<QueryPiece> pieces;
  for (std::size_t at = path.find(';'); at < path.size(); at = path.find(';', at + 1)) {
    const std::size_t end = std::min(path.find_first_of(";/", at + 1), path.size());
    const std::string_view piece = path.substr(at + 1, end - at - 1);
    pieces.push_back({piece.substr(0, piece.find('=')), piece});
  }
  return pieces;
}

std::string joined_query(const std::vector<QueryPiece>& pieces) {
  std::string query;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    query.append(i == 0 ? "" : "&").append(pieces[i].text);
  }
  return query;
}

}  // namespace facsim
