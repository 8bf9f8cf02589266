// SPDX-License-Identifier: Apache-2.0
#include "plugins/parquet/copy_column.h"

#include <parquet/exception.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace facsim::parquet {
namespace {

using ::parquet::ParquetException;

template <class DType>
class ColumnCopy {
 public:
  using Value = typename DType::c_type;

  ColumnCopy(::parquet::ColumnReader& from, ::parquet::ColumnWriter& to, std::int64_t values_max)
      : from_(dynamic_cast<::parquet::TypedColumnReader<DType>&>(from)),
        to_(dynamic_cast<::parquet::TypedColumnWriter<DType>&>(to)),
        full_level_(from.descr()->max_definition_level()),
        repeats_(from.descr()->max_repetition_level() > 0),
        size_(static_cast<std::size_t>(values_max)),
        definition_(size_),
        repetition_(size_),
        values_(std::make_unique<Value[]>(size_)) {}

  void run(std::span<const std::uint64_t> kept, std::uint64_t first_row, std::uint64_t rows) {
    std::uint64_t begun = 0;  // rows
    bool keeps = false;       // the row that began last
    while (from_.HasNext()) {
      std::int64_t values = 0;
      const std::int64_t levels =
          from_.ReadBatch(static_cast<std::int64_t>(size_), definition_.data(), repetition_.data(),
                          values_.get(), &values);
      if (levels <= 0) throw ParquetException("a page has fewer values than it says");
      std::size_t level_out = 0;
      std::size_t value_in = 0;
      std::size_t value_out = 0;
      for (std::size_t i = 0; i < static_cast<std::size_t>(levels); ++i) {
        if (!repeats_ || repetition_[i] == 0) {
          if (begun == rows) throw ParquetException("a column has more values than rows");
          keeps = is_kept(kept, first_row + begun++);
        } else if (begun == 0) {
          throw ParquetException("a column begins within a row");
        }
        const bool is_value = full_level_ == 0 || definition_[i] == full_level_;
        if (is_value && value_in == static_cast<std::size_t>(values)) {
          throw ParquetException("a page has fewer values than it says");
        }
        if (keeps) {
          if (full_level_ > 0) definition_[level_out] = definition_[i];
          if (repeats_) repetition_[level_out] = repetition_[i];
          ++level_out;
          if (is_value) values_[value_out++] = values_[value_in];
        }
        value_in += is_value;
      }
      if (level_out == 0) continue;
      to_.WriteBatch(static_cast<std::int64_t>(level_out),
                     full_level_ > 0 ? definition_.data() : nullptr,
                     repeats_ ? repetition_.data() : nullptr, values_.get());
    }
    if (begun != rows) throw ParquetException("a column has fewer values than rows");
  }

 private:
  ::parquet::TypedColumnReader<DType>& from_;
  ::parquet::TypedColumnWriter<DType>& to_;
  std::int16_t full_level_;
  bool repeats_;
  std::size_t size_;
  std::vector<std::int16_t> definition_;
  std::vector<std::int16_t> repetition_;
  std::unique_ptr<Value[]> values_;
};

}  // namespace

void copy_column(::parquet::ColumnReader& from, ::parquet::ColumnWriter& to,
                 std::span<const std::uint64_t> kept, std::uint64_t first_row, std::uint64_t rows,
                 std::int64_t values_max) {
  const auto copy = [&]<class DType>(DType /*tag*/) {
    ColumnCopy<DType>(from, to, values_max).run(kept, first_row, rows);
  };
  switch (from.type()) {
    case ::parquet::Type::BOOLEAN:
      return copy(::parquet::BooleanType());
    case ::parquet::Type::INT32:
      return copy(::parquet::Int32Type());
    case ::parquet::Type::INT64:
      return copy(::parquet::Int64Type());
    case ::parquet::Type::INT96:
      return copy(::parquet::Int96Type());
    case ::parquet::Type::FLOAT:
      return copy(::parquet::FloatType());
    case ::parquet::Type::DOUBLE:
      return copy(::parquet::DoubleType());
    case ::parquet::Type::BYTE_ARRAY:
      return copy(::parquet::ByteArrayType());
    case ::parquet::Type::FIXED_LEN_BYTE_ARRAY:
      return copy(::parquet::FLBAType());
    default:
      throw ParquetException("a column of a type that is not known");
  }
}

}  // namespace facsim::parquet
