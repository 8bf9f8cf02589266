// SPDX-License-Identifier: Apache-2.0
#include "plugins/parquet/added_column.h"

#include <arrow/io/memory.h>
#include <arrow/ipc/dictionary.h>
#include <arrow/ipc/reader.h>
#include <arrow/ipc/writer.h>
#include <arrow/type.h>
#include <arrow/util/base64.h>
#include <parquet/exception.h>

#include "plugins/parquet/new_values.h"
#include "plugins/parquet/streams.h"

namespace facsim::parquet {
namespace {

namespace schema = ::parquet::schema;
using ::parquet::Repetition;
using Kind = NewColumn::Kind;

constexpr const char* kArrowSchema = "ARROW:schema";
constexpr std::string_view kSparkSchema = "org.apache.spark.sql.parquet.row.metadata";

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
      return arrow::list(arrow::field("element", arrow::float64()));
    case Kind::texts:
      break;
  }
  return arrow::list(arrow::field("element", arrow::utf8()));
}

// Adds the column to Arrow's schema, which is encoded in base64. Returns an empty text if the
// schema cannot be read.
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
  for (const NewColumn& member : annotator.members()) {
    members.push_back(arrow::field(std::string(member.name), member_type(member.kind)));
  }
  fields.push_back(arrow::field(name, arrow::struct_(members)));
  const auto written =
      arrow::ipc::SerializeSchema(*arrow::schema(std::move(fields), (*read)->metadata()), pool());
  if (!written.ok()) return {};
  return arrow::util::base64_encode(std::string_view(**written));
}

}  // namespace

schema::NodePtr node_of(Annotator& annotator) {
  schema::NodeVector members;
  for (const NewColumn& member : annotator.members()) {
    members.push_back(node_of(member.name, member.kind));
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
      // Without Arrow's schema, readers use the Parquet schema.
      if (value.empty()) continue;
    }
    made->Append(metadata->key(i), std::move(value));
  }
  return made;
}

AddedColumn::AddedColumn(Annotator& annotator, std::vector<::parquet::ColumnWriter*> writers)
    : annotator_(annotator), writers_(std::move(writers)), values_(annotator.members().size()) {}

void AddedColumn::write(std::uint64_t row) {
  for (NewValue& value : values_) value = NewValue{};
  if (!annotator_.annotate(row, values_)) {
    throw ::parquet::ParquetException("the program stopped it");
  }
  const auto members = annotator_.members();
  for (std::size_t i = 0; i < values_.size(); ++i) {
    write_value(*writers_[i], members[i].kind, values_[i], kInOptionalStruct);
  }
}

}  // namespace facsim::parquet
