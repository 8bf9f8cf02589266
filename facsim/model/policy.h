// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is done with pages that are alike: which is kept, which kinds go, who is compared at all.
// The words are the same in flags, summaries and errors.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/model/match.h"

namespace facsim {

// What pages of a cluster are compared by, so that one stays. A value that a page does not have
// comes last. Numbers of matches.facsim: new ones come last.
enum class Keep : std::uint8_t {
  first = 0,  // of the inputs
  last = 1,
  longest = 2,       // judged text
  shortest_url = 3,  // the URL of the fewest bytes
  newest = 4,        // by the time of the capture or the record
  oldest = 5,
  canonical = 6,  // whose canonical URL is its own
  field = 7,      // the largest number in a field of the record
  input = 8,      // of the earlier word of the command: a file or a folder; its pages tie
};
struct KeepKey {
  // NOLINTNEXTLINE(google-explicit-constructor): a way to keep is a key
  KeepKey(Keep key = Keep::first, std::string name = {}) : by(key), field(std::move(name)) {}
  Keep by;
  std::string field;  // for Keep::field
  friend bool operator==(const KeepKey&, const KeepKey&) = default;
};
// Pages of different hosts or files are never compared. Numbers of matches.facsim.
enum class Scope : std::uint8_t { all = 0, host = 1, file = 2 };
// A member verifies against its own representative, or against any member (single linkage).
enum class Clustering : std::uint8_t { leader, single };

struct Policy {
  // Compared one after the other: a later key decides where all earlier ones tie, and input order
  // where all do. Never empty; at most kKeepFieldsMax different fields.
  std::vector<KeepKey> keep = {Keep::first};
  Scope scope = Scope::all;
  Kinds remove = {Kind::exact, Kind::content};  // the rest is reported
  Clustering clustering = Clustering::leader;
  bool refuse_templates = false;  // pages that differ in numbers and codes alone are kept apart
};

[[nodiscard]] std::string_view name_of(Keep keep) noexcept;
[[nodiscard]] std::string_view name_of(Scope scope) noexcept;
[[nodiscard]] std::string_view name_of(Clustering clustering) noexcept;
// "field" alone, without the name of a field.
[[nodiscard]] std::optional<Keep> keep_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<Scope> scope_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<Clustering> clustering_named(std::string_view name) noexcept;

// "field:quality,longest,first": keys with commas between. In the name of a field, a comma and a
// backslash are written with a backslash before them. Throws Error{invalid_argument} that quotes
// what is not a key and names those that are.
[[nodiscard]] std::vector<KeepKey> keep_keys_of(std::string_view text);
// The inverse.
[[nodiscard]] std::string text_of(std::span<const KeepKey> keys);
// Each field that the keys name, once, in their order.
[[nodiscard]] std::vector<std::string> fields_of(std::span<const KeepKey> keys);
// Throws Error{invalid_argument} for keys that cannot be: none, a number without a name, a field
// without one, too many fields.
void check_keep(std::span<const KeepKey> keys);

}  // namespace facsim
