// SPDX-License-Identifier: Apache-2.0
#include "facsim/tables/parquet_table.h"

#include <string>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/tables/load_parquet.h"
#include "facsim/tables/plugin_sink_internal.h"

namespace facsim {
namespace {

const parquet::Entry& entry_for_tables() {
  const parquet::Entry& entry = parquet_plugin();
  if (entry.begin_table != nullptr && entry.end_table != nullptr) return entry;
  throw Error(ErrorCode::unsupported, "Parquet is written by the program alone");
}

}  // namespace

void require_parquet_tables() {
  try {
    (void)entry_for_tables();
  } catch (const Error& error) {
    throw Error(error.code(),
                Sentence(Named::rows, "parquet") + ": " + error.sentence() +
                    "; rows without tables need none: " + Sentence(Named::rows, "jsonl") +
                    ", with " + Named::apply + " where a result has tables");
  }
}

class ParquetTable::Sink final : public SinkForPlugin {
 public:
  explicit Sink(ByteSink& to) : SinkForPlugin(to, {}) {}
};

ParquetTable::ParquetTable(std::span<const parquet::NewColumn> columns,
                           std::unique_ptr<ByteSink> to)
    : entry_(entry_for_tables()),
      to_(std::move(to)),
      sink_(std::make_unique<Sink>(*to_)),
      table_(entry_.begin_table(columns, *sink_)) {
  if (table_ == nullptr) throw Error(ErrorCode::io, "not enough memory to write Parquet");
  try {
    check(table_->why().problem == parquet::Problem::none);
  } catch (...) {
    entry_.end_table(table_);
    throw;
  }
}

ParquetTable::~ParquetTable() { entry_.end_table(table_); }

void ParquetTable::check(bool is_good) const {
  if (is_good) return;
  sink_->rethrow();
  throw Error(ErrorCode::io, "Parquet cannot be written: " + std::string(table_->why().text));
}

void ParquetTable::add(std::span<const parquet::NewValue> row) { check(table_->add(row)); }

void ParquetTable::close() {
  check(table_->finish());
  to_->close();
}

}  // namespace facsim
