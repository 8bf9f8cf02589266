// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fields of an object by name, also fields inside objects: `content.text` is the field `text` of
// the object `content`. Private to this room.
//
// A field that has the whole name, dots and all, wins. Then the longest part of the name in front
// of a dot that leads to the rest. Of fields with one name the last counts, at every level, also
// where it is no object. Items of lists have no names. A null on the way is the value where nothing
// else is found, as a null struct of a table is null in each member.

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace facsim {

[[nodiscard]] constexpr bool has_dot(std::string_view name) noexcept {
  return name.find('.') != std::string_view::npos;
}

[[nodiscard]] std::optional<simdjson::dom::element> find_field(const simdjson::dom::object& object,
                                                               std::string_view name);

// What stands where a name leads: the field, a null on the way to it, something else that has no
// such field, or nothing.
enum class FieldWay : std::uint8_t { there, null, other, none };
[[nodiscard]] FieldWay way_of_field(const simdjson::dom::object& object, std::string_view name);

// The same value as it is written; empty where there is none. `json` begins with the object.
[[nodiscard]] std::string_view raw_field(std::string_view json, std::string_view name);

// The names of all fields with commas, as one reads them in a warning; of many or long ones the
// first. Of fields inside objects the whole name.
[[nodiscard]] std::string names_of_fields(const simdjson::dom::object& object);

}  // namespace facsim
