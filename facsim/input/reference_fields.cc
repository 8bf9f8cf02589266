// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/reference_fields_internal.h"

#include "facsim/base/hash64.h"
#include "facsim/input/dates_internal.h"
#include "facsim/input/header_fields_internal.h"
#include "facsim/input/utf8_internal.h"

namespace facsim {
namespace {

// Only folded values need a copy, and they are rare.
std::uint64_t key_of(std::string_view value) {
  const std::string_view bare = without_brackets(value);
  if (bare.empty()) return 0;
  return bare.find('\n') == std::string_view::npos ? hash64(bare) : hash64(unfolded(bare));
}

// Crawlers write fractions in one field and not in the other, so only seconds are compared.
std::uint64_t place_key(std::uint64_t url, std::string_view date) {
  const std::optional<std::int64_t> seconds = parse_date(date);
  if (url == 0 || !seconds) return 0;
  return combine(url, mix64(static_cast<std::uint64_t>(*seconds) + 1));
}

// Base 32 and base 16 ignore case.
std::uint64_t digest_key(std::string_view value) {
  const std::string_view digest = trimmed(value);
  return digest.empty() ? 0 : hash64(lowered(digest));
}

std::uint64_t both(std::uint64_t url, std::uint64_t digest) {
  return url == 0 || digest == 0 ? 0 : combine(url, digest);
}

}  // namespace

std::uint64_t record_key_of(std::string_view value) {
  const std::string_view id = without_brackets(value);
  return id.empty() ? 0 : hash64(id);
}

void ReferenceFields::see(std::string_view name, std::string_view value) noexcept {
  if (equal_nocase(name, "WARC-Record-ID")) {
    record_id_ = value;
  } else if (equal_nocase(name, "WARC-Target-URI")) {
    url_ = value;
  } else if (equal_nocase(name, "WARC-Date")) {
    date_ = value;
  } else if (equal_nocase(name, "WARC-Payload-Digest")) {
    digest_ = value;
  } else if (equal_nocase(name, "WARC-Refers-To")) {
    refers_to_ = value;
  } else if (equal_nocase(name, "WARC-Refers-To-Target-URI")) {
    refers_to_url_ = value;
  } else if (equal_nocase(name, "WARC-Refers-To-Date")) {
    refers_to_date_ = value;
  }
}

ReferenceKeys ReferenceFields::of_original() const {
  ReferenceKeys keys;
  const std::uint64_t url = key_of(url_);
  keys.id = record_key_of(record_id_);
  keys.place = place_key(url, date_);
  keys.payload = digest_key(digest_);
  keys.url_payload = both(url, keys.payload);
  return keys;
}

ReferenceKeys ReferenceFields::of_revisit() const {
  ReferenceKeys keys;
  // A revisit that names no URL repeats its own.
  const std::uint64_t url = key_of(refers_to_url_.empty() ? url_ : refers_to_url_);
  const std::uint64_t digest = digest_key(digest_);
  keys.url = url;
  keys.id = record_key_of(refers_to_);
  keys.place = place_key(url, refers_to_date_);
  keys.url_payload = both(url, digest);
  // If a capture is named, the same bytes under another URL are not that capture.
  const bool names_capture = keys.id != 0 || keys.place != 0 || !refers_to_url_.empty();
  keys.payload = names_capture ? 0 : digest;
  return keys;
}

}  // namespace facsim
