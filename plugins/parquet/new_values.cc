// SPDX-License-Identifier: Apache-2.0
#include "plugins/parquet/new_values.h"

#include <string>
#include <vector>

namespace facsim::parquet {
namespace {

namespace schema = ::parquet::schema;
using ::parquet::LogicalType;
using ::parquet::Repetition;
using Kind = NewColumn::Kind;

// Definition levels added to those of the surrounding structs: for a value, and for an element of a
// list, whose own level follows those of the list and of membership in it.
constexpr std::int16_t kValue = 1;
constexpr std::int16_t kElement = 3;

schema::NodePtr primitive(const std::string& name, ::parquet::Type::type type,
                          std::shared_ptr<const LogicalType> logical = LogicalType::None()) {
  return schema::PrimitiveNode::Make(name, Repetition::OPTIONAL, std::move(logical), type);
}

template <class DType>
void write_one(::parquet::ColumnWriter& writer, std::int16_t level,
               const typename DType::c_type& value) {
  dynamic_cast<::parquet::TypedColumnWriter<DType>&>(writer).WriteBatch(1, &level, nullptr, &value);
}

schema::NodePtr list_of(const std::string& name, const schema::NodePtr& element) {
  const schema::NodePtr list =
      schema::GroupNode::Make("list", Repetition::REPEATED, schema::NodeVector(1, element));
  return schema::GroupNode::Make(name, Repetition::OPTIONAL, schema::NodeVector(1, list),
                                 LogicalType::List());
}

::parquet::ByteArray bytes_of(std::string_view text) {
  return {static_cast<std::uint32_t>(text.size()),
          reinterpret_cast<const std::uint8_t*>(text.data())};
}

// Writes a list that is not empty: its `levels`, and the values that are not null.
template <class DType, class Value>
void write_list(::parquet::ColumnWriter& writer, const std::vector<std::int16_t>& levels,
                const Value* values) {
  std::vector<std::int16_t> repetition(levels.size(), 1);
  repetition.front() = 0;
  dynamic_cast<::parquet::TypedColumnWriter<DType>&>(writer).WriteBatch(
      static_cast<std::int64_t>(levels.size()), levels.data(), repetition.data(), values);
}

void write_null(::parquet::ColumnWriter& to, Kind kind, std::int16_t level) {
  constexpr std::int16_t kBegins = 0;
  const auto write = [&]<class DType>(DType /*tag*/, const std::int16_t* repetition) {
    dynamic_cast<::parquet::TypedColumnWriter<DType>&>(to).WriteBatch(1, &level, repetition,
                                                                      nullptr);
  };
  switch (kind) {
    case Kind::text:
      return write(::parquet::ByteArrayType(), nullptr);
    case Kind::whole:
      return write(::parquet::Int64Type(), nullptr);
    case Kind::flag:
      return write(::parquet::BooleanType(), nullptr);
    case Kind::real:
      return write(::parquet::DoubleType(), nullptr);
    case Kind::reals:
      return write(::parquet::DoubleType(), &kBegins);
    case Kind::texts:
      return write(::parquet::ByteArrayType(), &kBegins);
  }
}

}  // namespace

schema::NodePtr node_of(std::string_view column, NewColumn::Kind kind) {
  const std::string name(column);
  switch (kind) {
    case Kind::text:
      return primitive(name, ::parquet::Type::BYTE_ARRAY, LogicalType::String());
    case Kind::whole:
      return primitive(name, ::parquet::Type::INT64);
    case Kind::flag:
      return primitive(name, ::parquet::Type::BOOLEAN);
    case Kind::real:
      return primitive(name, ::parquet::Type::DOUBLE);
    case Kind::reals:
      return list_of(name, primitive("element", ::parquet::Type::DOUBLE));
    case Kind::texts:
      break;
  }
  return list_of(name, primitive("element", ::parquet::Type::BYTE_ARRAY, LogicalType::String()));
}

void write_value(::parquet::ColumnWriter& writer, Kind kind, const NewValue& value,
                 std::int16_t structs) {
  const bool is_empty_list =
      (kind == Kind::reals && value.reals.empty()) || (kind == Kind::texts && value.texts.empty());
  if (value.is_null || is_empty_list) return write_null(writer, kind, structs);
  const auto level = static_cast<std::int16_t>(structs + kValue);
  switch (kind) {
    case Kind::text:
      return write_one<::parquet::ByteArrayType>(writer, level, bytes_of(value.text));
    case Kind::whole:
      return write_one<::parquet::Int64Type>(writer, level, value.whole);
    case Kind::flag:
      return write_one<::parquet::BooleanType>(writer, level, value.whole != 0);
    case Kind::real:
      return write_one<::parquet::DoubleType>(writer, level, value.real);
    case Kind::reals:
    case Kind::texts:
      break;
  }
  const auto element = static_cast<std::int16_t>(structs + kElement);
  if (kind == Kind::reals) {
    return write_list<::parquet::DoubleType>(
        writer, std::vector<std::int16_t>(value.reals.size(), element), value.reals.data());
  }
  std::vector<std::int16_t> levels;
  std::vector<::parquet::ByteArray> texts;
  for (const std::string_view text : value.texts) {
    levels.push_back(static_cast<std::int16_t>(element - (text.data() == nullptr ? 1 : 0)));
    if (text.data() != nullptr) texts.push_back(bytes_of(text));
  }
  write_list<::parquet::ByteArrayType>(writer, levels, texts.data());
}

}  // namespace facsim::parquet
