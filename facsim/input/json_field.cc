// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/shown_names.h"
#include "facsim/files/json_scan.h"
#include "facsim/input/json_field_internal.h"
#include "facsim/input/utf8_internal.h"

namespace facsim {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kNoPlace = std::string_view::npos;

std::optional<dom::element> last_field(const dom::object& object, std::string_view name) {
  std::optional<dom::element> found;
  for (const dom::key_value_pair field : object) {
    if (field.key == name) found = field.value;
  }
  return found;
}

std::string_view last_raw_field(std::string_view json, std::string_view name) {
  std::string_view found;
  JsonPieces members(json, skip_json_space(json, 0));
  for (JsonPiece member; members.next(member);) {
    const bool is_same =
        member.name.find('\\') == kNoPlace ? member.name == name : json_string(member.name) == name;
    if (is_same) found = json.substr(member.value, member.end - member.value);
  }
  return found;
}

// Adds the names of an object's members; nested objects add theirs. Returns false once there are
// enough.
bool add_names(const dom::object& object, const std::string& prefix, int depth, ShownNames& names) {
  for (const dom::key_value_pair field : object) {
    const std::string name = prefix + repair_utf8(ShownNames::shortened(field.key));
    dom::object inner;
    if (depth < ShownNames::kDepthMax && field.value.get(inner) == simdjson::SUCCESS &&
        inner.size() > 0) {
      if (!add_names(inner, name + ".", depth + 1, names)) return false;
    } else if (!names.add(name)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<dom::element> find_field(const dom::object& object, std::string_view name) {
  if (auto found = last_field(object, name)) return found;
  std::optional<dom::element> null;
  for (std::size_t dot = name.rfind('.'); dot != kNoPlace && dot > 0;
       dot = name.rfind('.', dot - 1)) {
    const auto outer = last_field(object, name.substr(0, dot));
    dom::object inner;
    if (outer && outer->is_null()) null = outer;
    if (!outer || outer->get(inner) != simdjson::SUCCESS) continue;
    if (auto found = find_field(inner, name.substr(dot + 1))) return found;
  }
  return null;
}

FieldWay way_of_field(const dom::object& object, std::string_view name) {
  if (last_field(object, name)) return FieldWay::there;
  FieldWay way = FieldWay::none;
  for (std::size_t dot = name.rfind('.'); dot != kNoPlace && dot > 0;
       dot = name.rfind('.', dot - 1)) {
    const auto outer = last_field(object, name.substr(0, dot));
    if (!outer) continue;
    dom::object inner;
    const bool leads_on = outer->get(inner) == simdjson::SUCCESS;
    const FieldWay led = leads_on ? way_of_field(inner, name.substr(dot + 1)) : FieldWay::none;
    if (led == FieldWay::there) return led;
    if (outer->is_null() || led == FieldWay::null) way = FieldWay::null;
    if (way == FieldWay::none) way = FieldWay::other;
  }
  return way;
}

std::string_view raw_field(std::string_view json, std::string_view name) {
  if (const std::string_view found = last_raw_field(json, name); !found.empty()) return found;
  std::string_view null;
  for (std::size_t dot = name.rfind('.'); dot != kNoPlace && dot > 0;
       dot = name.rfind('.', dot - 1)) {
    const std::string_view outer = last_raw_field(json, name.substr(0, dot));
    if (outer == "null") null = outer;
    if (!outer.starts_with('{')) continue;
    if (const auto found = raw_field(outer, name.substr(dot + 1)); !found.empty()) return found;
  }
  return null;
}

std::string names_of_fields(const dom::object& object) {
  ShownNames names;
  (void)add_names(object, "", 0, names);
  return names.take();
}

}  // namespace facsim
