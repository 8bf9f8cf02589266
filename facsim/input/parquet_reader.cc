// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/parquet_reader_internal.h"

#include "facsim/base/error.h"
#include "facsim/input/parquet_cells_internal.h"
#include "facsim/input/readers_internal.h"
#include "facsim/input/utf8_internal.h"

namespace facsim {
namespace {

class ParquetRecords final : public RecordReader {
 public:
  ParquetRecords(const InputFile& file, const ReadOptions& options)
      : file_(file.path, file.shown()),
        page_bytes_max_(page_bytes_max_of(options)),
        large_bytes_max_(large_bytes_max_of(options)) {
    if (!options.given_field.empty()) {
      throw Error(ErrorCode::unsupported,
                  "given features are not read from Parquet; convert it to JSON lines (.jsonl)",
                  file.shown());
    }
    require_text_column(file_, text_fields(options), file.shown());
    const std::vector<std::string> names = wanted_columns(options);
    file_.begin_rows(names);
    cells_.resize(names.size());
  }

  [[nodiscard]] bool next(RawRecord& record) override {
    if (!file_.next_row(cells_)) return false;
    begin_record(record, RecordRole::page, end_);
    const std::size_t bytes = text_bytes_of(cells_);
    end_ += bytes + 1;
    record.extent.end = end_;
    record.offset = row_++;
    if (bytes > page_bytes_max_) {
      record.skip = Skip::too_large;
      if (bytes <= large_bytes_max_) take_large(record);
    } else {
      append_cells(cells_, record.bytes);
    }
    return true;
  }
  [[nodiscard]] std::optional<Damage> damage() const override { return std::nullopt; }
  [[nodiscard]] std::uint64_t packed_position() const override { return file_.position(); }

 private:
  // The whole row is in memory already, but is not passed on.
  void take_large(RawRecord& record) {
    std::vector<parquet::Cell> cells = cells_;
    std::vector<std::string> stand_ins(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      parquet::Cell& cell = cells[i];
      if (cell.kind != parquet::Cell::Kind::text || cell.text.size() <= kHeldTextBytes) continue;
      stand_ins[i].assign(kStandInBytes + record.large.size(), 'x');
      record.large.push_back({.digest = sha256(cell.text),
                              .bytes = cell.text.size(),
                              .at = 0,
                              .stand_in_bytes = stand_ins[i].size()});
      cell.text = stand_ins[i];
    }
    if (!record.large.empty()) append_cells(cells, record.bytes);
  }

  ParquetFile file_;
  std::size_t page_bytes_max_;
  std::uint64_t large_bytes_max_;
  std::vector<parquet::Cell> cells_;
  std::uint64_t row_ = 0;
  std::uint64_t end_ = 0;  // of the last extent
};

}  // namespace

void require_text_column(ParquetFile& file, const std::vector<std::string>& names,
                         const std::string& shown) {
  bool has_text = false;
  std::string wrong;
  std::string all;
  for (const std::string& name : names) {
    if (name.empty()) continue;
    const parquet::ColumnUse use = file.use_of(name);
    has_text |= use == parquet::ColumnUse::text;
    const bool is_wrong = use == parquet::ColumnUse::value || use == parquet::ColumnUse::other;
    if (is_wrong && wrong.empty()) wrong = name;
    if (all.find("'" + name + "'") != std::string::npos) continue;
    all += (all.empty() ? "'" : " or '") + name + "'";
  }
  if (has_text) return;
  const std::string what =
      wrong.empty() ? "no column is called " + all : "the column '" + wrong + "' holds no strings";
  throw Error(ErrorCode::invalid_argument,
              what + "; the columns are: " + repair_utf8(file.column_names()) + "; name one with " +
                  Named::text_field + " or " + Named::html_field,
              shown);
}

std::unique_ptr<RecordReader> parquet_records(const InputFile& file, const ReadOptions& options) {
  return std::make_unique<ParquetRecords>(file, options);
}

}  // namespace facsim
