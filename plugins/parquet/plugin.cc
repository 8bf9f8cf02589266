// SPDX-License-Identifier: Apache-2.0
// The entry point of the plug-in.

#include <arrow/util/config.h>
#include <parquet/api/reader.h>
#include <parquet/exception.h>

#include <new>
#include <optional>
#include <string>
#include <vector>

#include "facsim/tables/parquet_plugin.h"
#include "plugins/parquet/copier.h"
#include "plugins/parquet/guard.h"
#include "plugins/parquet/row_reader.h"
#include "plugins/parquet/streams.h"
#include "plugins/parquet/table_writer.h"
#include "plugins/parquet/wanted_columns.h"

namespace facsim::parquet {
namespace {

using ::parquet::ParquetException;

class OpenFile final : public File {
 public:
  explicit OpenFile(Source& source) noexcept {
    (void)guard_.call([&] {
      source_ = std::make_shared<SourceFile>(source, guard_.lender_failed());
      ::parquet::ReaderProperties properties(pool());
      properties.enable_buffered_stream();
      properties.set_buffer_size(kStreamBytes);
      properties.set_page_checksum_verification(true);
      file_ = ::parquet::ParquetFileReader::Open(source_, properties);
      refuse_unreadable();
      return true;
    });
  }

  [[nodiscard]] Why why() const noexcept override { return guard_.why(); }

  [[nodiscard]] std::uint64_t rows() const noexcept override { return rows_; }

  [[nodiscard]] std::string_view column_names() noexcept override {
    (void)guard_.call([&] {
      names_ = names_of_columns(*file_->metadata()->schema());
      return true;
    });
    return names_;
  }

  [[nodiscard]] ColumnUse use_of(std::string_view name) noexcept override {
    ColumnUse use = ColumnUse::none;
    (void)guard_.call([&] {
      use = find_column(*file_->metadata()->schema(), name).use;
      return true;
    });
    return use;
  }

  [[nodiscard]] bool begin_rows(std::span<const std::string_view> names) noexcept override {
    return guard_.call([&] {
      std::vector<int> leaves;
      for (const std::string_view name : names) {
        leaves.push_back(find_column(*file_->metadata()->schema(), name).leaf);
      }
      reader_.emplace(*file_, std::move(leaves));
      return true;
    });
  }

  [[nodiscard]] bool next_row(std::span<Cell> cells) noexcept override {
    return guard_.call([&] { return reader_->next(cells); });
  }

  [[nodiscard]] std::uint64_t position() const noexcept override {
    return reader_ ? reader_->position() : 0;
  }

  [[nodiscard]] bool copy(std::span<const std::uint64_t> kept, Sink& to,
                          Annotator* annotator) noexcept override {
    return guard_.call([&] {
      copy_rows(*file_, *source_, kept, std::make_shared<SinkStream>(to, guard_.lender_failed()),
                annotator);
      return true;
    });
  }

 private:
  void refuse_unreadable() {
    const auto metadata = file_->metadata();
    if (metadata->is_encryption_algorithm_set()) {
      return guard_.set(Problem::unsupported, "it is encrypted");
    }
    if (metadata->num_row_groups() > 0 && metadata->num_columns() > 0 &&
        !metadata->RowGroup(0)->ColumnChunk(0)->file_path().empty()) {
      return guard_.set(Problem::unsupported, "its columns lie in other files");
    }
    std::int64_t rows = 0;
    for (int i = 0; i < metadata->num_row_groups(); ++i) {
      const std::int64_t more = metadata->RowGroup(i)->num_rows();
      if (more < 0 || more > INT64_MAX - rows) {
        throw ParquetException("a row group with an impossible number of rows");
      }
      rows += more;
    }
    if (rows != metadata->num_rows()) {
      throw ParquetException("its row groups do not have as many rows as it says");
    }
    rows_ = static_cast<std::uint64_t>(rows);
  }

  Guard guard_;
  std::shared_ptr<SourceFile> source_;
  std::unique_ptr<::parquet::ParquetFileReader> file_;
  std::optional<RowReader> reader_;
  std::uint64_t rows_ = 0;
  std::string names_;
};

File* open_file(Source& source) noexcept { return new (std::nothrow) OpenFile(source); }
void close_file(File* file) noexcept { delete file; }

NewTable* begin_table(std::span<const NewColumn> columns, Sink& to) noexcept {
  return new (std::nothrow) TableWriter(columns, to);
}
void end_table(NewTable* table) noexcept { delete table; }

}  // namespace
}  // namespace facsim::parquet

extern "C" __attribute__((visibility("default"))) const facsim::parquet::Entry facsim_parquet_entry;
const facsim::parquet::Entry facsim_parquet_entry = {
    .version = facsim::parquet::kVersion,
    .arrow_version = ARROW_VERSION_STRING,
    .open = facsim::parquet::open_file,
    .close = facsim::parquet::close_file,
    .begin_table = facsim::parquet::begin_table,
    .end_table = facsim::parquet::end_table,
};
