// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds fields of an object by name, also fields of nested objects: `content.text` is the field
// `text` of the object `content`. Private to this room.
//
// A field with the whole name, including dots, has priority. Then the longest part of the name
// before a dot that leads to the rest. If a name occurs twice, the last field counts, at every
// level, even if it is not an object. Items of lists have no names. A null on the way is the value
// if nothing else is found, as a null struct of a table is null in each member.

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

// What a name leads to: the field, a null on the way, another value without such a field, or
// nothing.
enum class FieldWay : std::uint8_t { there, null, other, none };
[[nodiscard]] FieldWay way_of_field(const simdjson::dom::object& object, std::string_view name);

// Returns the same value as written; empty if not found. `json` begins with the object.
[[nodiscard]] std::string_view raw_field(std::string_view json, std::string_view name);

// The names of all fields separated by commas, for warnings; only the first if they are many or
// long. Fields of nested objects have their full names.
[[nodiscard]] std::string names_of_fields(const simdjson::dom::object& object);

}  // namespace facsim
