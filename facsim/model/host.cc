// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/host.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "facsim/base/hash64.h"
#include "facsim/base/utf.h"
#include "facsim/model/fold_ranges_internal.h"
#include "facsim/model/punycode.h"

namespace facsim {
namespace {

// Limits of a label and of a name in the name system (RFC 1035, section 2.3.4).
constexpr std::size_t kLabelBytesMax = 63;
constexpr std::size_t kNameBytesMax = 255;
constexpr std::size_t kBytesAsWritten = 12;  // of a percent-encoded character

constexpr char32_t kFinalSigma = 0x3c2;
constexpr char32_t kDottedI = 0x130;
constexpr char32_t kDotAbove = 0x307;

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

void to_lower(std::string& text) { std::transform(text.begin(), text.end(), text.begin(), lower); }

bool is_plain(std::string_view host) noexcept {
  return std::all_of(host.begin(), host.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80 && c != '%'; });
}

int digit_of(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  c = lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Returns std::nullopt if a '%' does not begin an escape.
std::optional<std::string> unescaped(std::string_view host) {
  std::string bytes;
  for (std::size_t at = 0; at < host.size(); ++at) {
    if (host[at] != '%') {
      bytes += host[at];
      continue;
    }
    const int high = at + 2 < host.size() ? digit_of(host[at + 1]) : -1;
    const int low = at + 2 < host.size() ? digit_of(host[at + 2]) : -1;
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>(high * 16 + low);
    at += 2;
  }
  return bytes;
}

// Characters that end a host or are not allowed in one; browsers refuse them too.
bool is_forbidden(char32_t c) noexcept {
  return c <= 0x20 || c == 0x7f ||
         (c < 0x80 &&
          std::string_view("#%/:<>?@[\\]^|").find(static_cast<char>(c)) != std::string_view::npos);
}

// Soft hyphen, word joiners, variation selectors: UTS 46 ignores them.
bool is_ignored(char32_t c) noexcept {
  return c == 0xad || c == 0x34f || c == 0x200b || c == 0x2060 || c == 0xfeff ||
         (c >= 0xfe00 && c <= 0xfe0f);
}

bool is_wide_dot(char32_t c) noexcept { return c == 0x3002 || c == 0xff0e || c == 0xff61; }

char32_t folded(char32_t c) noexcept {
  if (is_wide_dot(c)) return '.';
  if (c >= 0xff01 && c <= 0xff5e) c -= 0xff01 - '!';
  if (c < 0x80) return static_cast<unsigned char>(lower(static_cast<char>(c)));
  if (c == kFinalSigma) return c;
  const FoldRange* const end = kFoldRanges + kFoldRangeCount;
  const FoldRange* const range =
      std::lower_bound(kFoldRanges, end, c,
                       [](const FoldRange& each, char32_t sought) { return each.last < sought; });
  if (range == end || c < range->first || (c - range->first) % range->step != 0) return c;
  return static_cast<char32_t>(static_cast<std::int32_t>(c) + range->delta);
}

// Returns false for a character that is not allowed in a host.
bool fold(std::u32string_view characters, std::u32string& out) {
  for (const char32_t c : characters) {
    if (is_ignored(c)) continue;
    if (c == kDottedI) {
      out += U'i';
      out += kDotAbove;
      continue;
    }
    out += folded(c);
    if (is_forbidden(out.back())) return false;
  }
  return true;
}

// Returns false for a label that is too long for the name system.
bool append_label(std::u32string_view label, std::string& out) {
  const std::size_t begin = out.size();
  if (std::all_of(label.begin(), label.end(), [](char32_t c) { return c < 0x80; })) {
    out.append(label.begin(), label.end());
    return true;
  }
  const auto code = label.size() <= kLabelBytesMax ? punycode(label) : std::nullopt;
  if (code) out.append("xn--").append(*code);
  return code && out.size() - begin <= kLabelBytesMax;
}

// Converts a host with characters beyond ASCII or with escapes; std::nullopt if it is invalid.
std::optional<std::string> in_ascii(std::string_view host) {
  if (host.size() > kNameBytesMax * kBytesAsWritten) return std::nullopt;
  const std::optional<std::string> bytes = unescaped(host);
  if (!bytes || !is_utf8(*bytes)) return std::nullopt;
  std::u32string characters;
  if (!fold(utf8_to_characters(*bytes), characters)) return std::nullopt;
  std::string out;
  std::u32string_view rest = characters;
  for (;;) {
    const std::size_t end = std::min(rest.find(U'.'), rest.size());
    if (!append_label(rest.substr(0, end), out)) return std::nullopt;
    if (end == rest.size()) return out;
    out += '.';
    rest.remove_prefix(end + 1);
  }
}

}  // namespace

std::string host_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return {};
  url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("/?#"));
  if (const std::size_t at = url.rfind('@'); at != std::string_view::npos)
    url.remove_prefix(at + 1);
  if (url.starts_with('[')) {
    url = url.substr(0, url.find(']') + 1);
  } else {
    url = url.substr(0, url.rfind(':'));
  }
  return known_host(url);
}

std::string known_host(std::string_view host) {
  std::optional<std::string> ascii;
  if (!is_plain(host)) ascii = in_ascii(host);
  if (!ascii) {
    ascii.emplace(host);
    to_lower(*ascii);
  }
  std::string& known = *ascii;
  // The dot that ends a fully qualified name is usually left out.
  while (known.ends_with('.')) known.pop_back();
  return std::move(known);
}

std::uint64_t host_scope_key(std::string_view host) noexcept { return hash64(host) | 1U; }

}  // namespace facsim
