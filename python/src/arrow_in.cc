// SPDX-License-Identifier: Apache-2.0
#include "arrow_in.h"

#include <cstring>
#include <utility>

#include "bind.h"
#include "facsim/base/error.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

constexpr std::size_t kViewBytes = 16;
constexpr std::int32_t kInlineBytesMax = 12;

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

// Seconds of a unit of a timestamp "tsX:ZONE" or of a date; 0 for other formats.
double seconds_of(std::string_view format) {
  if (format == "tdD") return 86'400;
  if (format == "tdm") return 1e-3;
  if (!format.starts_with("ts") || format.size() < 4) return 0;
  switch (format[2]) {
    case 's':
      return 1;
    case 'm':
      return 1e-3;
    case 'u':
      return 1e-6;
    case 'n':
      return 1e-9;
    default:
      return 0;
  }
}

bool is_text(std::string_view format) {
  return format == "u" || format == "z" || format == "U" || format == "Z" || format == "vu" ||
         format == "vz" || format == "n";
}

bool is_number(std::string_view format) {
  return (format.size() == 1 && std::strchr("cCsSiIlLfg", format.front()) != nullptr) ||
         seconds_of(format) > 0;
}

}  // namespace

ArrowColumn::ArrowColumn(const ArrowSchema& schema, const ArrowArray& array, std::int64_t rows_at,
                         const std::string& name)
    : format_(schema.format), array_(&array), begin_(array.offset + rows_at) {
  if (schema.dictionary != nullptr) {
    dictionary_.emplace_back(*schema.dictionary, *array.dictionary, 0, name);
    is_number_ = dictionary_.front().is_number();
    return;
  }
  is_number_ = python::is_number(format_);
  if (is_number_ && seconds_of(format_) > 0) unit_ = seconds_of(format_);
  if (is_number_ || is_text(format_)) return;
  throw Error(ErrorCode::invalid_argument,
              (name.empty() ? std::string("the data") : "the column '" + name + "'") +
                  " holds no texts but values of the Arrow type '" + format_ + "'");
}

std::optional<std::string_view> ArrowColumn::text(std::int64_t row) const {
  const std::int64_t at = begin_ + row;
  if (format_ == "n") return std::nullopt;
  if (array_->null_count != 0 && array_->buffers[0] != nullptr && !is_set(array_->buffers[0], at)) {
    return std::nullopt;
  }
  if (dictionary_.empty()) return plain_text(at);
  const auto index = whole_number(format_.front(), array_->buffers[1], at);
  return index ? dictionary_.front().text(*index) : std::nullopt;
}

std::optional<std::string_view> ArrowColumn::plain_text(std::int64_t at) const {
  if (format_.front() == 'v') {
    const char* view =
        static_cast<const char*>(array_->buffers[1]) + static_cast<std::size_t>(at) * kViewBytes;
    const auto bytes = value_at<std::int32_t>(view, 0);
    if (bytes <= kInlineBytesMax)
      return std::string_view(view + 4, static_cast<std::size_t>(bytes));
    const auto buffer = value_at<std::int32_t>(view, 2);
    const auto offset = value_at<std::int32_t>(view, 3);
    const char* data = static_cast<const char*>(array_->buffers[2 + buffer]);
    return std::string_view(data + offset, static_cast<std::size_t>(bytes));
  }
  const bool is_large = format_ == "U" || format_ == "Z";
  const void* offsets = array_->buffers[1];
  const std::int64_t begin =
      is_large ? value_at<std::int64_t>(offsets, at) : value_at<std::int32_t>(offsets, at);
  const std::int64_t end =
      is_large ? value_at<std::int64_t>(offsets, at + 1) : value_at<std::int32_t>(offsets, at + 1);
  const char* data = static_cast<const char*>(array_->buffers[2]);
  // An array of empty texts may have no data at all.
  if (begin == end) return std::string_view();
  return std::string_view(data + begin, static_cast<std::size_t>(end - begin));
}

bool ArrowColumn::is_unicode() const noexcept {
  if (!dictionary_.empty()) return dictionary_.front().is_unicode();
  return format_ == "u" || format_ == "U" || format_ == "vu";
}

std::optional<std::int64_t> ArrowColumn::whole(std::int64_t row) const {
  const std::int64_t at = begin_ + row;
  if (array_->null_count != 0 && array_->buffers[0] != nullptr && !is_set(array_->buffers[0], at)) {
    return std::nullopt;
  }
  return whole_number(format_.front(), array_->buffers[1], at);
}

std::optional<double> ArrowColumn::number(std::int64_t row) const {
  const std::int64_t at = begin_ + row;
  if (array_->null_count != 0 && array_->buffers[0] != nullptr && !is_set(array_->buffers[0], at)) {
    return std::nullopt;
  }
  if (!dictionary_.empty()) {
    const auto index = whole_number(format_.front(), array_->buffers[1], at);
    return index ? dictionary_.front().number(*index) : std::nullopt;
  }
  if (format_ == "f") return value_at<float>(array_->buffers[1], at);
  if (format_ == "g") return value_at<double>(array_->buffers[1], at);
  const char kind = format_ == "tdD" ? 'i' : format_.front() == 't' ? 'l' : format_.front();
  const auto whole = whole_number(kind, array_->buffers[1], at);
  return whole ? std::optional(static_cast<double>(*whole) * unit_) : std::nullopt;
}

std::string ArrowColumn::label(std::int64_t row) const {
  if (!is_number_) return std::string(text(row).value_or(std::string_view()));
  const auto value = number(row);
  if (!value) return {};
  if (format_ == "f" || format_ == "g") return std::to_string(*value);
  const auto whole = dictionary_.empty()
                         ? whole_number(format_.front(), array_->buffers[1], begin_ + row)
                         : std::optional(static_cast<std::int64_t>(*value));
  return whole ? std::to_string(*whole) : std::string();
}

ArrowChunk::ArrowChunk(const ArrowSchema& schema, ArrowArray array)
    : schema_(&schema), array_(array) {}

ArrowChunk::~ArrowChunk() {
  if (array_.release != nullptr) array_.release(&array_);
}

ArrowChunk::ArrowChunk(ArrowChunk&& other) noexcept
    : schema_(other.schema_), array_(std::exchange(other.array_, {})) {}

ArrowColumn ArrowChunk::itself() const { return {*schema_, array_, 0, ""}; }

std::optional<ArrowColumn> ArrowChunk::column(const std::string& name) const {
  for (std::int64_t i = 0; i < schema_->n_children; ++i) {
    const ArrowSchema& child = *schema_->children[i];
    if (child.name == nullptr || name != child.name) continue;
    return ArrowColumn(child, *array_.children[i], array_.offset, name);
  }
  return std::nullopt;
}

bool ArrowReader::can_read(nb::handle data) {
  return nb::hasattr(data, "__arrow_c_stream__") || nb::hasattr(data, "__arrow_c_array__");
}

ArrowReader::ArrowReader(nb::handle data) {
  if (nb::hasattr(data, "__arrow_c_stream__")) {
    capsule_ = data.attr("__arrow_c_stream__")();
    stream_ =
        static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule_.ptr(), "arrow_array_stream"));
    if (stream_ == nullptr) throw nb::python_error();
    if (stream_->get_schema(stream_, &own_schema_) != 0) {
      const char* why = stream_->get_last_error(stream_);
      throw Error(ErrorCode::invalid_argument, why != nullptr ? why : "the stream has no schema");
    }
    schema_ = &own_schema_;
    return;
  }
  capsule_ = data.attr("__arrow_c_array__")();
  schema_ = static_cast<ArrowSchema*>(
      PyCapsule_GetPointer(nb::object(capsule_[0]).ptr(), "arrow_schema"));
  auto* array =
      static_cast<ArrowArray*>(PyCapsule_GetPointer(nb::object(capsule_[1]).ptr(), "arrow_array"));
  if (schema_ == nullptr || array == nullptr) throw nb::python_error();
  // Moved out of the capsule, which must not release it again.
  single_ = *array;
  array->release = nullptr;
}

ArrowReader::~ArrowReader() {
  if (single_ && single_->release != nullptr) single_->release(&*single_);
  if (own_schema_.release != nullptr) own_schema_.release(&own_schema_);
}

std::optional<ArrowChunk> ArrowReader::next() {
  if (single_) {
    ArrowChunk chunk(*schema_, *std::exchange(single_, std::nullopt));
    return chunk;
  }
  if (stream_ == nullptr) return std::nullopt;
  ArrowArray array{};
  const auto next = [&] { return stream_->get_next(stream_, &array); };
  if (unlocked(next) != 0) {
    const char* why = stream_->get_last_error(stream_);
    throw Error(ErrorCode::io, why != nullptr ? why : "the Arrow stream failed");
  }
  if (array.release == nullptr) {
    stream_ = nullptr;
    return std::nullopt;
  }
  return ArrowChunk(*schema_, array);
}

bool ArrowReader::is_table() const { return std::string_view(schema_->format) == "+s"; }

std::vector<std::string> ArrowReader::names() const {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < schema_->n_children; ++i) {
    const char* name = schema_->children[i]->name;
    names.emplace_back(name != nullptr ? name : "");
  }
  return names;
}

}  // namespace facsim::python
