// SPDX-License-Identifier: Apache-2.0
// The type and the values of a column of an Arrow chunk.

#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "arrow_in.h"
#include "facsim/base/error.h"
#include "facsim/base/value_text.h"

namespace facsim::python {
namespace {

constexpr std::size_t kViewBytes = 16;
constexpr std::int32_t kInlineBytesMax = 12;
// Whole numbers of 128 bits, which Arrow lacks; polars exports them under these names.
constexpr std::string_view kPolarsSigned = "_pli128";
constexpr std::string_view kPolarsUnsigned = "_plu128";

bool is_set(const void* bitmap, std::int64_t at) {
  return (static_cast<const std::uint8_t*>(bitmap)[at / 8] >> (at % 8) & 1) != 0;
}

template <class T>
T value_at(const void* buffer, std::int64_t at) {
  T value;
  std::memcpy(&value, static_cast<const char*>(buffer) + static_cast<std::size_t>(at) * sizeof(T),
              sizeof(T));
  return value;
}

std::optional<std::int64_t> whole_number(char format, const void* buffer, std::int64_t at) {
  switch (format) {
    case 'c':
      return value_at<std::int8_t>(buffer, at);
    case 'C':
      return value_at<std::uint8_t>(buffer, at);
    case 's':
      return value_at<std::int16_t>(buffer, at);
    case 'S':
      return value_at<std::uint16_t>(buffer, at);
    case 'i':
      return value_at<std::int32_t>(buffer, at);
    case 'I':
      return value_at<std::uint32_t>(buffer, at);
    case 'l':
      return value_at<std::int64_t>(buffer, at);
    case 'L':
      return static_cast<std::int64_t>(value_at<std::uint64_t>(buffer, at));
    default:
      return std::nullopt;
  }
}

// Units per second, from the letter in "tsu:ZONE", "ttm", "tDn".
std::int64_t units_of(char unit) {
  switch (unit) {
    case 'm':
      return 1'000;
    case 'u':
      return 1'000'000;
    case 'n':
      return 1'000'000'000;
    default:
      return 1;
  }
}

bool is_text_format(std::string_view format) {
  return format == "u" || format == "z" || format == "U" || format == "Z" || format == "vu" ||
         format == "vz";
}

// Returns nothing for types that are not single values.
std::optional<ArrowKind> kind_of(std::string_view format) {
  if (format == "n") return ArrowKind::nothing;
  if (is_text_format(format)) return ArrowKind::text;
  if (format == "b") return ArrowKind::flag;
  if (format == "e" || format == "f" || format == "g") return ArrowKind::real;
  if (format.size() == 1 && std::strchr("CSIL", format.front()) != nullptr) {
    return ArrowKind::unsigned_whole;
  }
  if (format.size() == 1 && std::strchr("csil", format.front()) != nullptr) return ArrowKind::whole;
  if (format.starts_with("d:") || format == kPolarsSigned || format == kPolarsUnsigned) {
    return ArrowKind::decimal;
  }
  if (format.starts_with("w:")) return ArrowKind::bytes;
  if (format.starts_with("td")) return ArrowKind::day;
  if (format.starts_with("ts")) return ArrowKind::time;
  if (format.starts_with("tt")) return ArrowKind::clock;
  if (format.starts_with("tD")) return ArrowKind::whole;
  return std::nullopt;
}

// The name for messages of all other types.
std::string words_of(std::string_view format) {
  if (format.starts_with("+l") || format.starts_with("+L") || format.starts_with("+w") ||
      format.starts_with("+v")) {
    return "lists";
  }
  if (format == "+s") return "structs";
  if (format == "+m") return "maps";
  if (format.starts_with("+u")) return "values of several types (a union)";
  if (format == "+r") return "run-end encoded values";
  if (format.starts_with("ti")) return "intervals";
  return "values of the Arrow type '" + std::string(format) + "'";
}

// The numbers after a colon: "d:10,2,256", "w:16".
std::vector<int> numbers_of(std::string_view format) {
  std::vector<int> numbers;
  format.remove_prefix(2);
  while (!format.empty()) {
    int number = 0;
    const char* const end = format.data() + format.size();
    const auto [last, error] = std::from_chars(format.data(), end, number);
    if (error != std::errc{}) break;
    numbers.push_back(number);
    format.remove_prefix(static_cast<std::size_t>(last - format.data()));
    if (!format.empty()) format.remove_prefix(1);
  }
  return numbers;
}

// The value of a key in a schema's metadata, which is a count, then lengths with their bytes.
std::string_view metadata_at(const char* metadata, std::string_view wanted) {
  if (metadata == nullptr) return {};
  const auto number = [&] {
    const auto value = value_at<std::int32_t>(metadata, 0);
    metadata += sizeof(value);
    return value;
  };
  const auto text = [&] {
    const std::int32_t bytes = number();
    const std::string_view read(metadata, static_cast<std::size_t>(bytes));
    metadata += bytes;
    return read;
  };
  for (std::int32_t left = number(); left > 0; --left) {
    const std::string_view key = text();
    const std::string_view value = text();
    if (key == wanted) return value;
  }
  return {};
}

}  // namespace

ArrowColumn::ArrowColumn(const ArrowSchema& schema, const ArrowArray& array, std::int64_t rows_at,
                         const std::string& name)
    : format_(schema.format), array_(&array), begin_(array.offset + rows_at) {
  if (schema.dictionary != nullptr) {
    dictionary_.emplace_back(*schema.dictionary, *array.dictionary, 0, name);
    return;
  }
  const std::optional<ArrowKind> kind = kind_of(format_);
  const std::string_view extension = metadata_at(schema.metadata, "ARROW:extension:name");
  const bool is_opaque = extension == "arrow.opaque";
  if (!kind || is_opaque) {
    throw Error(ErrorCode::invalid_argument,
                (name.empty() ? std::string("the data") : "the column '" + name + "'") + " holds " +
                    (is_opaque ? "values of a type of its database" : words_of(format_)) +
                    ", where texts, numbers or other single values are wanted");
  }
  kind_ = *kind;
  if (kind_ == ArrowKind::time || kind_ == ArrowKind::clock) per_second_ = units_of(format_[2]);
  if (kind_ == ArrowKind::time) is_utc_ = format_.size() > 4;
  if (kind_ == ArrowKind::decimal) {
    const bool is_of_polars = format_.front() == '_';
    const std::vector<int> numbers = is_of_polars ? std::vector<int>() : numbers_of(format_);
    constexpr int kBits = 128;
    scale_ = numbers.size() > 1 ? numbers[1] : 0;
    width_ = static_cast<std::size_t>(numbers.size() > 2 ? numbers[2] : kBits) / 8;
  }
  if (kind_ == ArrowKind::bytes) {
    const std::vector<int> numbers = numbers_of(format_);
    width_ = numbers.empty() ? 0 : static_cast<std::size_t>(numbers.front());
    constexpr std::size_t kUuidBytes = 16;
    if (extension == "arrow.uuid" && width_ == kUuidBytes) kind_ = ArrowKind::uuid;
  }
}

void ArrowColumn::within(const ArrowArray& parent, std::int64_t rows_at) {
  parents_.push_back({&parent, parent.offset + rows_at});
}

bool ArrowColumn::is_null(std::int64_t row) const {
  const auto is_null_in = [](const ArrowArray& array, std::int64_t at) {
    return array.null_count != 0 && array.buffers[0] != nullptr && !is_set(array.buffers[0], at);
  };
  for (const Parent& parent : parents_) {
    if (is_null_in(*parent.array, parent.begin + row)) return true;
  }
  if (!dictionary_.empty()) {
    const auto at = entry(row);
    return !at || dictionary_.front().is_null(*at);
  }
  return kind_ == ArrowKind::nothing || is_null_in(*array_, begin_ + row);
}

std::optional<std::int64_t> ArrowColumn::entry(std::int64_t row) const {
  const std::int64_t at = begin_ + row;
  if (array_->null_count != 0 && array_->buffers[0] != nullptr && !is_set(array_->buffers[0], at)) {
    return std::nullopt;
  }
  return whole_number(format_.front(), array_->buffers[1], begin_ + row);
}

std::optional<std::string_view> ArrowColumn::text(std::int64_t row) const {
  if (!dictionary_.empty()) {
    return is_null(row) ? std::nullopt : dictionary_.front().text(*entry(row));
  }
  if (is_null(row)) return std::nullopt;
  return plain_text(begin_ + row);
}

std::string_view ArrowColumn::plain_text(std::int64_t at) const {
  if (format_.front() == 'v') {
    const char* view =
        static_cast<const char*>(array_->buffers[1]) + static_cast<std::size_t>(at) * kViewBytes;
    const auto bytes = value_at<std::int32_t>(view, 0);
    if (bytes <= kInlineBytesMax) return {view + 4, static_cast<std::size_t>(bytes)};
    const auto buffer = value_at<std::int32_t>(view, 2);
    const auto offset = value_at<std::int32_t>(view, 3);
    const char* data = static_cast<const char*>(array_->buffers[2 + buffer]);
    return {data + offset, static_cast<std::size_t>(bytes)};
  }
  const bool is_large = format_ == "U" || format_ == "Z";
  const void* offsets = array_->buffers[1];
  const std::int64_t begin =
      is_large ? value_at<std::int64_t>(offsets, at) : value_at<std::int32_t>(offsets, at);
  const std::int64_t end =
      is_large ? value_at<std::int64_t>(offsets, at + 1) : value_at<std::int32_t>(offsets, at + 1);
  const char* data = static_cast<const char*>(array_->buffers[2]);
  // An array of empty texts may have no data buffer.
  if (begin == end) return {};
  return {data + begin, static_cast<std::size_t>(end - begin)};
}

bool ArrowColumn::is_text() const noexcept { return kind() == ArrowKind::text; }

bool ArrowColumn::has_numbers() const noexcept {
  switch (kind()) {
    case ArrowKind::whole:
    case ArrowKind::unsigned_whole:
    case ArrowKind::real:
    case ArrowKind::flag:
    case ArrowKind::decimal:
    case ArrowKind::time:
    case ArrowKind::day:
      return true;
    default:
      return false;
  }
}

bool ArrowColumn::is_single() const noexcept {
  if (!dictionary_.empty()) return dictionary_.front().is_single();
  return format_ == "f" || format_ == "e";
}

std::string ArrowColumn::words() const {
  switch (kind()) {
    case ArrowKind::nothing:
      return "nulls";
    case ArrowKind::text:
      return "texts";
    case ArrowKind::flag:
      return "booleans";
    case ArrowKind::decimal:
      return "decimals";
    case ArrowKind::time:
      return "timestamps";
    case ArrowKind::day:
      return "dates";
    case ArrowKind::clock:
      return "times of day";
    case ArrowKind::uuid:
      return "UUIDs";
    case ArrowKind::bytes:
      return "bytes of a fixed length";
    default:
      return "numbers";
  }
}

bool ArrowColumn::is_unicode() const noexcept {
  if (!dictionary_.empty()) return dictionary_.front().is_unicode();
  return format_ == "u" || format_ == "U" || format_ == "vu";
}

std::optional<std::int64_t> ArrowColumn::whole(std::int64_t row) const {
  if (!dictionary_.empty()) {
    return is_null(row) ? std::nullopt : dictionary_.front().whole(*entry(row));
  }
  if (is_null(row)) return std::nullopt;
  return whole_at(begin_ + row);
}

std::optional<std::int64_t> ArrowColumn::seconds(std::int64_t row) const {
  if (is_null(row)) return std::nullopt;
  if (!dictionary_.empty()) return dictionary_.front().seconds(*entry(row));
  const std::int64_t time = whole_at(begin_ + row);
  if (kind_ != ArrowKind::day) return split_time(time, per_second_).seconds;
  constexpr std::int64_t kDaySeconds = 86'400;
  constexpr std::int64_t kDayMillis = 86'400'000;
  return (format_ == "tdD" ? time : split_time(time, kDayMillis).seconds) * kDaySeconds;
}

// The value of a whole number, or of a time in its unit.
std::int64_t ArrowColumn::whole_at(std::int64_t at) const {
  char format = format_.front();
  if (format == 't') {
    const bool is_short = format_ == "tdD" || format_ == "tts" || format_ == "ttm";
    format = is_short ? 'i' : 'l';
  }
  return whole_number(format, array_->buffers[1], at).value_or(0);
}

std::string_view ArrowColumn::fixed_bytes(std::int64_t at) const {
  return {static_cast<const char*>(array_->buffers[1]) + static_cast<std::size_t>(at) * width_,
          width_};
}

double ArrowColumn::real_at(std::int64_t at) const {
  const void* values = array_->buffers[1];
  if (format_ == "g") return value_at<double>(values, at);
  if (format_ == "f") return value_at<float>(values, at);
  return real_of_half(value_at<std::uint16_t>(values, at));
}

std::string ArrowColumn::decimal_at(std::int64_t at) const {
  const std::string_view low_first = fixed_bytes(at);
  std::vector<std::uint8_t> bytes(low_first.rbegin(), low_first.rend());
  if (format_ == kPolarsUnsigned) bytes.insert(bytes.begin(), 0);
  return text_of_decimal(bytes, scale_);
}

std::optional<double> ArrowColumn::number(std::int64_t row) const {
  if (!dictionary_.empty()) {
    return is_null(row) ? std::nullopt : dictionary_.front().number(*entry(row));
  }
  if (is_null(row)) return std::nullopt;
  const std::int64_t at = begin_ + row;
  switch (kind_) {
    case ArrowKind::flag:
      return is_set(array_->buffers[1], at) ? 1 : 0;
    case ArrowKind::real: {
      const double real = real_at(at);
      return std::isfinite(real) ? std::optional(real) : std::nullopt;
    }
    case ArrowKind::decimal: {
      const std::string digits = decimal_at(at);
      double value = 0;
      const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
      return read.ec == std::errc{} ? std::optional(value) : std::nullopt;
    }
    case ArrowKind::unsigned_whole:
      return static_cast<double>(static_cast<std::uint64_t>(whole_at(at)));
    case ArrowKind::day: {
      constexpr double kDaySeconds = 86'400;
      constexpr double kMillis = 1e-3;
      return static_cast<double>(whole_at(at)) * (format_ == "tdD" ? kDaySeconds : kMillis);
    }
    default:
      return static_cast<double>(whole_at(at)) / static_cast<double>(per_second_);
  }
}

std::string ArrowColumn::label(std::int64_t row) const {
  if (!dictionary_.empty()) {
    return is_null(row) ? std::string() : dictionary_.front().label(*entry(row));
  }
  if (is_null(row)) return {};
  const std::int64_t at = begin_ + row;
  switch (kind_) {
    case ArrowKind::nothing:
      return {};
    case ArrowKind::text:
      return std::string(plain_text(at));
    case ArrowKind::whole:
      return std::to_string(whole_at(at));
    case ArrowKind::unsigned_whole:
      return std::to_string(static_cast<std::uint64_t>(whole_at(at)));
    case ArrowKind::real:
      return is_single() ? text_of_real(static_cast<float>(real_at(at)))
                         : text_of_real(real_at(at));
    case ArrowKind::flag:
      return is_set(array_->buffers[1], at) ? "true" : "false";
    case ArrowKind::decimal:
      return decimal_at(at);
    case ArrowKind::time:
      return text_of_time(split_time(whole_at(at), per_second_), is_utc_);
    case ArrowKind::day: {
      constexpr std::int64_t kDayMillis = 86'400'000;
      const std::int64_t day = whole_at(at);
      return text_of_day(format_ == "tdD" ? day : split_time(day, kDayMillis).seconds);
    }
    case ArrowKind::clock: {
      const SplitTime time = split_time(whole_at(at), per_second_);
      if (time.seconds < 0) return {};
      return text_of_clock(static_cast<std::uint64_t>(time.seconds), time.nanos);
    }
    case ArrowKind::uuid:
      return text_of_uuid(fixed_bytes(at));
    case ArrowKind::bytes:
      return std::string(fixed_bytes(at));
  }
  return {};
}

}  // namespace facsim::python
