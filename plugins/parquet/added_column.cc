// SPDX-License-Identifier: Apache-2.0
#include "plugins/parquet/added_column.h"

#include <arrow/io/memory.h>
#include <arrow/ipc/dictionary.h>
#include <arrow/ipc/reader.h>
#include <arrow/ipc/writer.h>
#include <arrow/type.h>
#include <arrow/util/base64.h>
#include <parquet/exception.h>

#include <array>

#include "plugins/parquet/streams.h"

namespace facsim::parquet {
namespace {

namespace schema = ::parquet::schema;
using ::parquet::LogicalType;
using ::parquet::Repetition;
using Kind = AnnotationMember::Kind;

constexpr const char* kArrowSchema = "ARROW:schema";
constexpr std::string_view kSparkSchema = "org.apache.spark.sql.parquet.row.metadata";

schema::NodePtr primitive(const std::string& name, ::parquet::Type::type type,
                          std::shared_ptr<const LogicalType> logical = LogicalType::None()) {
  return schema::PrimitiveNode::Make(name, Repetition::OPTIONAL, std::move(logical), type);
}

schema::NodePtr member_node(const AnnotationMember& member) {
  const std::string name(member.name);
  switch (member.kind) {
    case Kind::text:
      return primitive(name, ::parquet::Type::BYTE_ARRAY, LogicalType::String());
    case Kind::whole:
      return primitive(name, ::parquet::Type::INT64);
    case Kind::flag:
      return primitive(name, ::parquet::Type::BOOLEAN);
    case Kind::real:
      return primitive(name, ::parquet::Type::DOUBLE);
    case Kind::reals:
      break;
  }
  const schema::NodePtr element = primitive("element", ::parquet::Type::DOUBLE);
  const schema::NodePtr list =
      schema::GroupNode::Make("list", Repetition::REPEATED, schema::NodeVector(1, element));
  return schema::GroupNode::Make(name, Repetition::OPTIONAL, schema::NodeVector(1, list),
                                 LogicalType::List());
}

std::shared_ptr<arrow::DataType> member_type(Kind kind) {
  switch (kind) {
    case Kind::text:
      return arrow::utf8();
    case Kind::whole:
      return arrow::int64();
    case Kind::flag:
      return arrow::boolean();
    case Kind::real:
      return arrow::float64();
    case Kind::reals:
      break;
  }
  return arrow::list(arrow::field("element", arrow::float64()));
}

// Arrow's schema, as it stands in base64, with the column; nothing where it cannot be read.
std::string with_field(const std::string& encoded, Annotator& annotator) {
  const std::string bytes = arrow::util::base64_decode(encoded);
  arrow::io::BufferReader reader(std::make_shared<arrow::Buffer>(std::string_view(bytes)));
  arrow::ipc::DictionaryMemo memo;
  const auto read = arrow::ipc::ReadSchema(&reader, &memo);
  if (!read.ok()) return {};
  const std::string name(annotator.column());
  arrow::FieldVector fields;
  for (const auto& field : (*read)->fields()) {
    if (field->name() != name) fields.push_back(field);
  }
  arrow::FieldVector members;
  for (const AnnotationMember& member : annotator.members()) {
    members.push_back(arrow::field(std::string(member.name), member_type(member.kind)));
  }
  fields.push_back(arrow::field(name, arrow::struct_(members)));
  const auto written =
      arrow::ipc::SerializeSchema(*arrow::schema(std::move(fields), (*read)->metadata()), pool());
  if (!written.ok()) return {};
  return arrow::util::base64_encode(std::string_view(**written));
}

// Levels of a member that is there: those of the struct and of the member.
constexpr std::int16_t kNullMember = 1;
constexpr std::int16_t kMember = 2;
// Of a list: its own, one more of its elements, one more where they are there.
constexpr std::int16_t kElement = 4;

template <class DType>
void write_one(::parquet::ColumnWriter& writer, const typename DType::c_type& value) {
  dynamic_cast<::parquet::TypedColumnWriter<DType>&>(writer).WriteBatch(1, &kMember, nullptr,
                                                                        &value);
}

void write_null(::parquet::ColumnWriter& to, Kind kind) {
  constexpr std::int16_t kBegins = 0;
  const auto write = [&]<class DType>(DType /*tag*/, const std::int16_t* repetition) {
    dynamic_cast<::parquet::TypedColumnWriter<DType>&>(to).WriteBatch(1, &kNullMember, repetition,
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
  }
}

}  // namespace

schema::NodePtr node_of(Annotator& annotator) {
  schema::NodeVector members;
  for (const AnnotationMember& member : annotator.members()) {
    members.push_back(member_node(member));
  }
  return schema::GroupNode::Make(std::string(annotator.column()), Repetition::OPTIONAL, members);
}

std::shared_ptr<const arrow::KeyValueMetadata> with_added_column(
    const std::shared_ptr<const arrow::KeyValueMetadata>& metadata, Annotator& annotator) {
  if (!metadata) return metadata;
  auto made = std::make_shared<arrow::KeyValueMetadata>();
  for (std::int64_t i = 0; i < metadata->size(); ++i) {
    if (metadata->key(i) == kSparkSchema) continue;
    std::string value = metadata->value(i);
    if (metadata->key(i) == kArrowSchema) {
      value = with_field(value, annotator);
      // Without it readers take what the Parquet schema says.
      if (value.empty()) continue;
    }
    made->Append(metadata->key(i), std::move(value));
  }
  return made;
}

AddedColumn::AddedColumn(Annotator& annotator, std::vector<::parquet::ColumnWriter*> writers)
    : annotator_(annotator), writers_(std::move(writers)), values_(annotator.members().size()) {}

void AddedColumn::write(std::uint64_t row) {
  for (AnnotationValue& value : values_) value = AnnotationValue{};
  if (!annotator_.annotate(row, values_)) {
    throw ::parquet::ParquetException("the program stopped it");
  }
  for (std::size_t i = 0; i < values_.size(); ++i) write_value(i, values_[i]);
}

void AddedColumn::write_value(std::size_t member, const AnnotationValue& value) {
  ::parquet::ColumnWriter& writer = *writers_[member];
  const Kind kind = annotator_.members()[member].kind;
  if (value.is_null || (kind == Kind::reals && value.reals.empty())) {
    return write_null(writer, kind);
  }
  switch (kind) {
    case Kind::text:
      return write_one<::parquet::ByteArrayType>(
          writer, {static_cast<std::uint32_t>(value.text.size()),
                   reinterpret_cast<const std::uint8_t*>(value.text.data())});
    case Kind::whole:
      return write_one<::parquet::Int64Type>(writer, value.whole);
    case Kind::flag:
      return write_one<::parquet::BooleanType>(writer, value.whole != 0);
    case Kind::real:
      return write_one<::parquet::DoubleType>(writer, value.real);
    case Kind::reals:
      break;
  }
  const std::vector<std::int16_t> definition(value.reals.size(), kElement);
  std::vector<std::int16_t> repetition(value.reals.size(), 1);
  repetition.front() = 0;
  dynamic_cast<::parquet::TypedColumnWriter<::parquet::DoubleType>&>(writer).WriteBatch(
      static_cast<std::int64_t>(value.reals.size()), definition.data(), repetition.data(),
      value.reals.data());
}

}  // namespace facsim::parquet
