// SPDX-License-Identifier: Apache-2.0
#include "plugins/parquet/row_reader.h"

#include <parquet/exception.h>
#include <parquet/types.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "facsim/base/value_text.h"

namespace facsim::parquet {
namespace {

using ::parquet::ColumnDescriptor;
using ::parquet::ParquetException;

constexpr std::size_t kBatch = 256;
constexpr std::size_t kAbsent = ~std::size_t{0};

// How values of a column are interpreted.
enum class Take { as_signed, as_unsigned, days, stamp, clock, decimal, uuid, half };

struct Reading {
  Take take = Take::as_signed;
  std::int64_t per_second = 1;
  bool is_utc = false;
  int scale = 0;
  std::size_t length = 0;  // of values of a fixed length
};

std::int64_t units_of(::parquet::LogicalType::TimeUnit::unit unit) {
  switch (unit) {
    case ::parquet::LogicalType::TimeUnit::MILLIS:
      return 1'000;
    case ::parquet::LogicalType::TimeUnit::MICROS:
      return 1'000'000;
    default:
      return 1'000'000'000;
  }
}

Reading reading_of(const ColumnDescriptor& column) {
  const auto& type = column.logical_type();
  Reading reading;
  reading.length = static_cast<std::size_t>(std::max(column.type_length(), 0));
  if (!type || type->is_none()) return reading;
  if (type->is_date()) reading.take = Take::days;
  if (type->is_UUID()) reading.take = Take::uuid;
  if (type->is_float16()) reading.take = Take::half;
  if (type->is_timestamp()) {
    const auto& stamp = static_cast<const ::parquet::TimestampLogicalType&>(*type);
    reading.take = Take::stamp;
    reading.per_second = units_of(stamp.time_unit());
    reading.is_utc = stamp.is_adjusted_to_utc();
  }
  if (type->is_time()) {
    reading.take = Take::clock;
    reading.per_second =
        units_of(static_cast<const ::parquet::TimeLogicalType&>(*type).time_unit());
  }
  if (type->is_decimal()) {
    reading.take = Take::decimal;
    reading.scale = static_cast<const ::parquet::DecimalLogicalType&>(*type).scale();
  }
  if (type->is_int() && !static_cast<const ::parquet::IntLogicalType&>(*type).is_signed()) {
    reading.take = Take::as_unsigned;
  }
  return reading;
}

// Cells have views of the text that was last made for a column.
void set_text(Cell& cell, Cell::Kind kind, std::string made, std::string& held) {
  held = std::move(made);
  cell.kind = held.empty() ? Cell::Kind::other : kind;
  cell.text = held;
}

void set_time(Cell& cell, SplitTime time, bool is_utc, std::string& held) {
  cell.whole = time.seconds;
  set_text(cell, Cell::Kind::time, text_of_time(time, is_utc), held);
}

template <class Number>
void set_whole(Cell& cell, Number number, const Reading& reading, std::string& held) {
  switch (reading.take) {
    case Take::days:
      cell.whole = std::int64_t{86'400} * number;
      return set_text(cell, Cell::Kind::time, text_of_day(number), held);
    case Take::stamp:
      return set_time(cell, split_time(number, reading.per_second), reading.is_utc, held);
    case Take::clock: {
      const SplitTime time = split_time(number, reading.per_second);
      if (time.seconds < 0) return set_text(cell, Cell::Kind::label, {}, held);
      return set_text(cell, Cell::Kind::label,
                      text_of_clock(static_cast<std::uint64_t>(time.seconds), time.nanos), held);
    }
    case Take::decimal:
      return set_text(cell, Cell::Kind::decimal,
                      text_of_decimal(std::int64_t{number}, reading.scale), held);
    case Take::as_unsigned: {
      const std::uint64_t large = static_cast<std::make_unsigned_t<Number>>(number);
      cell.kind = large > INT64_MAX ? Cell::Kind::large : Cell::Kind::whole;
      cell.large = large;
      cell.whole = static_cast<std::int64_t>(large);
      return;
    }
    default:
      break;
  }
  cell.kind = Cell::Kind::whole;
  cell.whole = number;
}

void set(Cell& cell, std::int32_t number, const Reading& reading, std::string& held) {
  set_whole(cell, number, reading, held);
}
void set(Cell& cell, std::int64_t number, const Reading& reading, std::string& held) {
  // Days never have 64 bits.
  set_whole(cell, number, reading, held);
}
void set(Cell& cell, bool flag, const Reading& /*reading*/, std::string& /*held*/) {
  cell.kind = Cell::Kind::flag;
  cell.whole = flag ? 1 : 0;
}
void set(Cell& cell, float number, const Reading& /*reading*/, std::string& /*held*/) {
  cell.kind = std::isfinite(number) ? Cell::Kind::single : Cell::Kind::other;
  cell.real = number;
}
void set(Cell& cell, double number, const Reading& /*reading*/, std::string& /*held*/) {
  cell.kind = std::isfinite(number) ? Cell::Kind::real : Cell::Kind::other;
  cell.real = number;
}
// In microseconds, as Spark writes these values and pyarrow reads them for Python.
void set(Cell& cell, const ::parquet::Int96& stamp, const Reading& /*reading*/, std::string& held) {
  set_time(cell, split_time(::parquet::Int96GetMicroSeconds(stamp), 1'000'000), false, held);
}
void set_bytes(Cell& cell, std::string_view bytes, const Reading& reading, std::string& held) {
  if (reading.take == Take::decimal) {
    const auto* digits = reinterpret_cast<const std::uint8_t*>(bytes.data());
    return set_text(cell, Cell::Kind::decimal,
                    text_of_decimal({digits, bytes.size()}, reading.scale), held);
  }
  if (reading.take == Take::uuid) {
    return set_text(cell, Cell::Kind::label, text_of_uuid(bytes), held);
  }
  set_text(cell, Cell::Kind::label, std::string(bytes), held);
}
void set(Cell& cell, const ::parquet::ByteArray& text, const Reading& reading, std::string& held) {
  const std::string_view bytes(reinterpret_cast<const char*>(text.ptr), text.len);
  if (reading.take == Take::decimal) return set_bytes(cell, bytes, reading, held);
  cell.kind = Cell::Kind::text;
  cell.text = bytes;
}
void set(Cell& cell, const ::parquet::FixedLenByteArray& value, const Reading& reading,
         std::string& held) {
  const std::string_view bytes(reinterpret_cast<const char*>(value.ptr), reading.length);
  if (reading.take != Take::half || bytes.size() != 2) {
    return set_bytes(cell, bytes, reading, held);
  }
  const unsigned high = value.ptr[1];
  set(cell, real_of_half(static_cast<std::uint16_t>(high << 8 | value.ptr[0])), reading, held);
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
    set(cell, values_[static_cast<std::size_t>(value_++)], reading_, made_);
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
  std::string made_;
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
    case ::parquet::Type::BOOLEAN:
      return std::make_unique<TypedCursor<::parquet::BooleanType>>(std::move(reader));
    case ::parquet::Type::FIXED_LEN_BYTE_ARRAY:
      return std::make_unique<TypedCursor<::parquet::FLBAType>>(std::move(reader));
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
  // Each column is read once, even if several cells use it.
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
