// SPDX-License-Identifier: Apache-2.0
#include "plugins/parquet/row_reader.h"

#include <parquet/exception.h>
#include <parquet/types.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "facsim/files/arrow_words.h"

namespace facsim::parquet {
namespace {

using ::parquet::ColumnDescriptor;
using ::parquet::ParquetException;

constexpr std::size_t kBatch = 256;
constexpr std::size_t kAbsent = ~std::size_t{0};

// How whole numbers of a column are to be taken.
enum class Whole { as_signed, as_unsigned, days, seconds };

struct Reading {
  Whole whole = Whole::as_signed;
  std::int64_t per_second = 1;
};

Reading reading_of(const ColumnDescriptor& column) {
  const auto& type = column.logical_type();
  if (!type || type->is_none()) return {};
  if (type->is_date()) return {Whole::days, 1};
  if (type->is_timestamp()) {
    const auto& stamp = static_cast<const ::parquet::TimestampLogicalType&>(*type);
    switch (stamp.time_unit()) {
      case ::parquet::LogicalType::TimeUnit::MILLIS:
        return {Whole::seconds, 1'000};
      case ::parquet::LogicalType::TimeUnit::MICROS:
        return {Whole::seconds, 1'000'000};
      default:
        return {Whole::seconds, 1'000'000'000};
    }
  }
  if (type->is_int() && !static_cast<const ::parquet::IntLogicalType&>(*type).is_signed()) {
    return {Whole::as_unsigned, 1};
  }
  return {};
}

void set_time(Cell& cell, std::int64_t seconds) {
  cell.kind = Cell::Kind::time;
  cell.whole = seconds;
}

template <class Number>
void set_whole(Cell& cell, Number number, const Reading& reading) {
  switch (reading.whole) {
    case Whole::days:
      return set_time(cell, std::int64_t{86'400} * number);
    case Whole::seconds:
      return set_time(cell, whole_seconds(number, reading.per_second));
    case Whole::as_unsigned: {
      const std::uint64_t large = static_cast<std::make_unsigned_t<Number>>(number);
      cell.kind = large > INT64_MAX ? Cell::Kind::large : Cell::Kind::whole;
      cell.large = large;
      cell.whole = static_cast<std::int64_t>(large);
      return;
    }
    case Whole::as_signed:
      break;
  }
  cell.kind = Cell::Kind::whole;
  cell.whole = number;
}

void set(Cell& cell, std::int32_t number, const Reading& reading) {
  set_whole(cell, number, reading);
}
void set(Cell& cell, std::int64_t number, const Reading& reading) {
  // Days of 64 bits do not occur.
  set_whole(cell, number, reading);
}
void set(Cell& cell, double number, const Reading& /*reading*/) {
  cell.kind = std::isfinite(number) ? Cell::Kind::real : Cell::Kind::other;
  cell.real = number;
}
void set(Cell& cell, const ::parquet::Int96& stamp, const Reading& /*reading*/) {
  set_time(cell, ::parquet::Int96GetSeconds(stamp));
}
void set(Cell& cell, const ::parquet::ByteArray& text, const Reading& /*reading*/) {
  cell.kind = Cell::Kind::text;
  cell.text = std::string_view(reinterpret_cast<const char*>(text.ptr), text.len);
}

template <class DType>
class TypedCursor final : public Cursor {
 public:
  explicit TypedCursor(std::shared_ptr<::parquet::ColumnReader> reader)
      : reader_(std::static_pointer_cast<::parquet::TypedColumnReader<DType>>(std::move(reader))),
        full_level_(reader_->descr()->max_definition_level()),
        reading_(reading_of(*reader_->descr())) {}

  void next(Cell& cell) override {
    if (at_ == count_) fill();
    if (full_level_ > 0 && levels_[at_++] != full_level_) {
      cell.kind = Cell::Kind::null;
      return;
    }
    if (full_level_ == 0) ++at_;
    if (value_ == values_read_) throw ParquetException("a page has fewer values than it says");
    set(cell, values_[static_cast<std::size_t>(value_++)], reading_);
  }
  bool has_more() override { return at_ < count_ || reader_->HasNext(); }

 private:
  void fill() {
    at_ = count_ = 0;
    value_ = values_read_ = 0;
    if (!reader_->HasNext()) throw ParquetException("a column has fewer values than rows");
    const std::int64_t read =
        reader_->ReadBatch(kBatch, levels_.data(), nullptr, values_.data(), &values_read_);
    if (read <= 0) throw ParquetException("a page has fewer values than it says");
    count_ = static_cast<std::size_t>(read);
  }

  std::shared_ptr<::parquet::TypedColumnReader<DType>> reader_;
  std::int16_t full_level_;
  Reading reading_;
  std::array<std::int16_t, kBatch> levels_;
  std::array<typename DType::c_type, kBatch> values_;
  std::size_t at_ = 0;
  std::size_t count_ = 0;
  std::int64_t value_ = 0;
  std::int64_t values_read_ = 0;
};

std::unique_ptr<Cursor> cursor_over(std::shared_ptr<::parquet::ColumnReader> reader) {
  switch (reader->type()) {
    case ::parquet::Type::BYTE_ARRAY:
      return std::make_unique<TypedCursor<::parquet::ByteArrayType>>(std::move(reader));
    case ::parquet::Type::INT32:
      return std::make_unique<TypedCursor<::parquet::Int32Type>>(std::move(reader));
    case ::parquet::Type::INT64:
      return std::make_unique<TypedCursor<::parquet::Int64Type>>(std::move(reader));
    case ::parquet::Type::INT96:
      return std::make_unique<TypedCursor<::parquet::Int96Type>>(std::move(reader));
    case ::parquet::Type::FLOAT:
      return std::make_unique<TypedCursor<::parquet::FloatType>>(std::move(reader));
    case ::parquet::Type::DOUBLE:
      return std::make_unique<TypedCursor<::parquet::DoubleType>>(std::move(reader));
    default:
      throw ParquetException("a column of a type that holds no text and no number");
  }
}

}  // namespace

RowReader::RowReader(::parquet::ParquetFileReader& file, std::vector<int> leaves)
    : file_(file), leaves_(std::move(leaves)), wanted_(leaves_) {
  std::erase(wanted_, -1);
  std::sort(wanted_.begin(), wanted_.end());
  wanted_.erase(std::unique(wanted_.begin(), wanted_.end()), wanted_.end());
  for (const int leaf : leaves_) {
    const auto place = std::lower_bound(wanted_.begin(), wanted_.end(), leaf);
    cursor_of_.push_back(leaf < 0 ? kAbsent : static_cast<std::size_t>(place - wanted_.begin()));
  }
}

void RowReader::begin_group() {
  ++group_;
  before_ += bytes_;
  row_ = 0;
  const auto metadata = file_.metadata()->RowGroup(group_);
  rows_ = metadata->num_rows();
  bytes_ = static_cast<std::uint64_t>(std::max<std::int64_t>(metadata->total_compressed_size(), 0));
  cursors_.clear();
  if (rows_ < 0) throw ParquetException("a row group has fewer than no rows");
  if (rows_ == 0) return;
  group_reader_ = file_.RowGroup(group_);
  for (const int leaf : wanted_) cursors_.push_back(cursor_over(group_reader_->Column(leaf)));
}

void RowReader::end_group() {
  for (const auto& cursor : cursors_) {
    if (cursor->has_more()) throw ParquetException("a column has more values than rows");
  }
}

bool RowReader::next(std::span<Cell> cells) {
  while (row_ == rows_) {
    end_group();
    if (group_ + 1 == file_.metadata()->num_row_groups()) return false;
    begin_group();
  }
  ++row_;
  // Each column once, also where several cells are of it.
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i] = Cell{};
    if (cursor_of_[i] == kAbsent) continue;
    const auto same =
        std::find(cursor_of_.begin(), cursor_of_.begin() + static_cast<long>(i), cursor_of_[i]) -
        cursor_of_.begin();
    if (static_cast<std::size_t>(same) < i) {
      cells[i] = cells[static_cast<std::size_t>(same)];
    } else {
      cursors_[cursor_of_[i]]->next(cells[i]);
    }
  }
  return true;
}

std::uint64_t RowReader::position() const {
  if (rows_ <= 0) return before_;
  const double share = static_cast<double>(row_) / static_cast<double>(rows_);
  return before_ + static_cast<std::uint64_t>(share * static_cast<double>(bytes_));
}

}  // namespace facsim::parquet
