// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is done with pages that are alike: which one is kept, which kinds are removed, which pages
// are compared at all. Flags, summaries and errors use the same words.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/model/match.h"

namespace facsim {

// How pages of a cluster are compared to choose the one that is kept. A page without the value
// comes last. The numbers are stored in matches.facsim: new ones are added at the end.
enum class Keep : std::uint8_t {
  first = 0,  // in input order
  last = 1,
  longest = 2,       // judged text
  shortest_url = 3,  // the URL of the fewest bytes
  newest = 4,        // by the time of the capture or the record
  oldest = 5,
  canonical = 6,  // pages whose canonical URL is their own
  field = 7,      // the largest number in a field of the record
  input = 8,      // of the earlier argument of the command: a file or a folder; its pages tie
};
struct KeepKey {
  // NOLINTNEXTLINE(google-explicit-constructor): a way to keep is a key
  KeepKey(Keep key = Keep::first, std::string name = {}) : by(key), field(std::move(name)) {}
  Keep by;
  std::string field;  // for Keep::field
  friend bool operator==(const KeepKey&, const KeepKey&) = default;
};
// Pages of different hosts or files are never compared. The numbers are stored in matches.facsim.
enum class Scope : std::uint8_t { all = 0, host = 1, file = 2 };
// A member verifies against its own representative, or against any member (single linkage).
enum class Clustering : std::uint8_t { leader, single };

struct Policy {
  // Applied one after the other: a later key decides if all earlier ones tie, and input order if
  // all tie. Never empty; at most kKeepFieldsMax different fields.
  std::vector<KeepKey> keep = {Keep::first};
  Scope scope = Scope::all;
  Kinds remove = {Kind::exact, Kind::content};  // other kinds are reported
  Clustering clustering = Clustering::leader;
  bool refuse_templates = false;  // pages that differ only in numbers and codes are both kept
};

[[nodiscard]] std::string_view name_of(Keep keep) noexcept;
[[nodiscard]] std::string_view name_of(Scope scope) noexcept;
[[nodiscard]] std::string_view name_of(Clustering clustering) noexcept;
// Keep::field is "field" alone, without the name of a field.
[[nodiscard]] std::optional<Keep> keep_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<Scope> scope_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<Clustering> clustering_named(std::string_view name) noexcept;

// Parses "field:quality,longest,first": keys separated by commas. In the name of a field, a comma
// and a backslash are escaped by a backslash. Throws Error{invalid_argument} that quotes the
// invalid key and lists the valid ones.
[[nodiscard]] std::vector<KeepKey> keep_keys_of(std::string_view text);
// The inverse.
[[nodiscard]] std::string text_of(std::span<const KeepKey> keys);
// Returns each field that the keys name, once, in their order.
[[nodiscard]] std::vector<std::string> fields_of(std::span<const KeepKey> keys);
// Throws Error{invalid_argument} for invalid keys: an empty list, a number without a name, a field
// key without a field, too many fields.
void check_keep(std::span<const KeepKey> keys);

}  // namespace facsim
