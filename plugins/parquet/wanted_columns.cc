// SPDX-License-Identifier: Apache-2.0
#include "plugins/parquet/wanted_columns.h"

#include "facsim/base/shown_names.h"

namespace facsim::parquet {
namespace {

namespace schema = ::parquet::schema;

constexpr std::size_t kNone = std::string_view::npos;

const schema::Node* last_field(const schema::GroupNode& group, std::string_view name) {
  for (int i = group.field_count(); i > 0; --i) {
    if (group.field(i - 1)->name() == name) return group.field(i - 1).get();
  }
  return nullptr;
}

const schema::Node* find_node(const schema::GroupNode& group, std::string_view name) {
  if (const schema::Node* found = last_field(group, name)) return found;
  const schema::Node* null = nullptr;  // a column of nulls, which has every member
  for (std::size_t dot = name.rfind('.'); dot != kNone && dot > 0; dot = name.rfind('.', dot - 1)) {
    const schema::Node* outer = last_field(group, name.substr(0, dot));
    if (outer == nullptr || outer->is_repeated()) continue;
    if (outer->is_primitive() && outer->logical_type() && outer->logical_type()->is_null()) {
      null = outer;
    }
    if (!outer->is_group()) continue;
    const auto& inner = static_cast<const schema::GroupNode&>(*outer);
    if (const schema::Node* found = find_node(inner, name.substr(dot + 1))) return found;
  }
  return null;
}

ColumnUse use_of_leaf(const ::parquet::ColumnDescriptor& column) {
  if (column.max_repetition_level() > 0) return ColumnUse::other;
  const auto& type = column.logical_type();
  const bool is_plain = !type || type->is_none() || type->is_invalid();
  switch (column.physical_type()) {
    case ::parquet::Type::BYTE_ARRAY:
      if (type && type->is_decimal()) return ColumnUse::value;
      return is_plain || type->is_string() || type->is_enum() || type->is_JSON() ? ColumnUse::text
                                                                                 : ColumnUse::other;
    case ::parquet::Type::INT32:
    case ::parquet::Type::INT64:
      return is_plain || type->is_int() || type->is_date() || type->is_timestamp() ||
                     type->is_time() || type->is_decimal()
                 ? ColumnUse::value
                 : ColumnUse::other;
    case ::parquet::Type::FIXED_LEN_BYTE_ARRAY:
      return is_plain || type->is_decimal() || type->is_UUID() || type->is_float16()
                 ? ColumnUse::value
                 : ColumnUse::other;
    case ::parquet::Type::BOOLEAN:
    case ::parquet::Type::INT96:
    case ::parquet::Type::FLOAT:
    case ::parquet::Type::DOUBLE:
      return ColumnUse::value;
    default:
      return ColumnUse::other;
  }
}

// Adds the names of a group's columns; structs are listed by their members. Returns false once
// there are enough.
bool add_names(const schema::GroupNode& group, const std::string& prefix, int depth,
               ShownNames& names) {
  for (int i = 0; i < group.field_count(); ++i) {
    const schema::Node& field = *group.field(i);
    const std::string name = prefix + ShownNames::shortened(field.name());
    // Lists and maps are groups, too, but their members are not columns.
    const bool is_struct = field.is_group() && !field.is_repeated() &&
                           (!field.logical_type() || field.logical_type()->is_none());
    if (is_struct && depth < ShownNames::kDepthMax) {
      const auto& inner = static_cast<const schema::GroupNode&>(field);
      if (!add_names(inner, name + ".", depth + 1, names)) return false;
    } else if (!names.add(name)) {
      return false;
    }
  }
  return true;
}

}  // namespace

FoundColumn find_column(const ::parquet::SchemaDescriptor& schema, std::string_view name) {
  const schema::Node* node = name.empty() ? nullptr : find_node(*schema.group_node(), name);
  if (node == nullptr) return {};
  if (node->is_group()) return {ColumnUse::other, -1};
  const int leaf = schema.ColumnIndex(*node);
  if (leaf < 0) return {ColumnUse::other, -1};
  const ColumnUse use = use_of_leaf(*schema.Column(leaf));
  return {use, use == ColumnUse::other ? -1 : leaf};
}

std::string names_of_columns(const ::parquet::SchemaDescriptor& schema) {
  ShownNames names;
  (void)add_names(*schema.group_node(), "", 0, names);
  return names.take();
}

}  // namespace facsim::parquet
