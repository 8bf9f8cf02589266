// SPDX-License-Identifier: Apache-2.0
#include "plugins/parquet/table_writer.h"

#include <parquet/exception.h>

#include <utility>

#include "plugins/parquet/new_values.h"

namespace facsim::parquet {
namespace {

namespace schema = ::parquet::schema;

constexpr std::int64_t kGroupRows = 64 << 10;
constexpr std::int64_t kPageBytes = 128 << 10;

// Members of a struct are adjacent, and a struct is always required.
std::shared_ptr<schema::GroupNode> schema_of(std::span<const NewColumn> columns) {
  schema::NodeVector fields;
  std::string open;  // the struct whose members are being collected
  schema::NodeVector members;
  const auto close = [&] {
    if (members.empty()) return;
    fields.push_back(
        schema::GroupNode::Make(open, ::parquet::Repetition::REQUIRED, std::exchange(members, {})));
  };
  for (const NewColumn& column : columns) {
    const std::size_t dot = column.name.find('.');
    const bool is_member = dot != std::string_view::npos;
    const std::string_view outer = is_member ? column.name.substr(0, dot) : std::string_view();
    if (outer != open) close();
    open = outer;
    const auto node = node_of(is_member ? column.name.substr(dot + 1) : column.name, column.kind);
    (is_member ? members : fields).push_back(node);
  }
  close();
  return std::static_pointer_cast<schema::GroupNode>(
      schema::GroupNode::Make("schema", ::parquet::Repetition::REQUIRED, fields));
}

}  // namespace

TableWriter::TableWriter(std::span<const NewColumn> columns, Sink& to) noexcept {
  (void)guard_.call([&] {
    for (const NewColumn& column : columns) kinds_.push_back(column.kind);
    const auto properties = ::parquet::WriterProperties::Builder()
                                .memory_pool(pool())
                                ->data_pagesize(kPageBytes)
                                ->dictionary_pagesize_limit(kPageBytes)
                                ->compression(::parquet::Compression::ZSTD)
                                ->build();
    writer_ = ::parquet::ParquetFileWriter::Open(
        std::make_shared<SinkStream>(to, guard_.lender_failed()), schema_of(columns), properties);
    return true;
  });
}

// Destroying a writer that was not closed writes its footer, perhaps into a sink that has failed;
// the guard catches what it then throws.
TableWriter::~TableWriter() {
  (void)guard_.call([&] {
    writer_.reset();
    return true;
  });
}

bool TableWriter::add(std::span<const NewValue> row) noexcept {
  return guard_.call([&] {
    if (group_ == nullptr) group_ = writer_->AppendBufferedRowGroup();
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      write_value(*group_->column(static_cast<int>(i)), kinds_[i], row[i], kOutside);
    }
    if (++rows_ < kGroupRows) return true;
    group_->Close();
    group_ = nullptr;
    rows_ = 0;
    return true;
  });
}

bool TableWriter::finish() noexcept {
  return guard_.call([&] {
    writer_->Close();
    return true;
  });
}

}  // namespace facsim::parquet
