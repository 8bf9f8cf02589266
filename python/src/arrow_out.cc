// SPDX-License-Identifier: Apache-2.0
#include "arrow_out.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

namespace facsim::python {
namespace {

namespace nb = nanobind;

constexpr const char* kPairs = "+w:2";

// No column of facsim is wider.
constexpr std::size_t kWidthMax = std::size_t{1} << 20;

// Returns 0 for bits, texts and unknown formats.
std::size_t width_of(const std::string& format) {
  if (format == "L" || format == "l" || format == "g") return 8;
  if (format == "I") return 4;
  if (format.starts_with("w:")) {
    std::size_t width = 0;
    const char* const end = format.data() + format.size();
    const auto [last, error] = std::from_chars(format.data() + 2, end, width);
    return error == std::errc{} && last == end && width <= kWidthMax ? width : 0;
  }
  return 0;
}

// An entry of a string_view: up to 12 bytes of text, or the first four and the text's position.
struct View {
  std::int32_t length = 0;
  std::array<char, 12> bytes = {};
};
static_assert(sizeof(View) == 16);
constexpr std::size_t kBytesInView = sizeof(View::bytes);

// The memory owned by an exported array or schema.
struct ArrayOwner {
  std::shared_ptr<const Columns> columns;
  std::array<const void*, 4> buffers{};
  std::vector<std::int32_t> offsets;  // of utf8
  std::vector<View> views;            // of string_view
  std::int64_t text_bytes = 0;        // the bytes that views refer to
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> child_pointers;
};
struct SchemaOwner {
  std::string format;
  std::string name;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> child_pointers;
};

template <class T>
void release_with_children(T* released) {
  for (std::int64_t i = 0; i < released->n_children; ++i) {
    T* child = released->children[i];
    if (child->release != nullptr) child->release(child);
  }
}
void release_array(ArrowArray* array) {
  release_with_children(array);
  delete static_cast<ArrayOwner*>(array->private_data);
  array->release = nullptr;
}
void release_schema(ArrowSchema* schema) {
  release_with_children(schema);
  delete static_cast<SchemaOwner*>(schema->private_data);
  schema->release = nullptr;
}

// The format in which a column is exported to a reader that wants `wanted`, which may be empty.
std::string exported_format(const Column& column, std::string_view wanted) {
  if (column.format() == "L" && wanted == "l") return "l";
  if (column.format() != "u") return column.format();
  const bool is_short = column.data().size() <= std::numeric_limits<std::int32_t>::max();
  constexpr std::array<std::string_view, 4> kOfShort = {"u", "z", "vu", "vz"};
  const bool is_of_short = std::ranges::find(kOfShort, wanted) != kOfShort.end();
  return wanted == "Z" || (is_short && is_of_short) ? std::string(wanted) : "U";
}

const ArrowSchema* requested_schema(nb::handle requested) {
  if (!requested.is_valid() || requested.is_none()) return nullptr;
  const void* schema = PyCapsule_GetPointer(requested.ptr(), "arrow_schema");
  if (schema == nullptr) throw nb::python_error();
  return static_cast<const ArrowSchema*>(schema);
}

std::string_view format_in(const ArrowSchema* schema) {
  return schema == nullptr || schema->format == nullptr ? "" : schema->format;
}

// The same for each column.
std::vector<std::string> exported_formats(const Columns& columns, nb::handle requested) {
  const ArrowSchema* schema = requested_schema(requested);
  std::vector<std::string> formats;
  for (const Column& column : columns) {
    const ArrowSchema* wanted = nullptr;
    for (std::int64_t i = 0; schema != nullptr && i < schema->n_children; ++i) {
      const ArrowSchema* child = schema->children[i];
      if (child->name != nullptr && column.name() == child->name) wanted = child;
    }
    formats.push_back(exported_format(column, format_in(wanted)));
  }
  return formats;
}

ArrowSchema empty_schema(std::string format, std::string name) {
  auto* owner = new SchemaOwner{std::move(format), std::move(name), {}, {}};
  ArrowSchema schema{};
  schema.format = owner->format.c_str();
  schema.name = owner->name.c_str();
  schema.flags = kArrowNullable;
  schema.release = release_schema;
  schema.private_data = owner;
  return schema;
}

// The schema of a column, with the columns inside it.
ArrowSchema schema_of(const Column& column, const std::string& format) {
  ArrowSchema schema = empty_schema(format, column.name());
  if (column.items() == nullptr) return schema;
  auto* owner = static_cast<SchemaOwner*>(schema.private_data);
  owner->children.push_back(empty_schema("U", column.items()->name()));
  owner->child_pointers.push_back(&owner->children.front());
  schema.n_children = 1;
  schema.children = owner->child_pointers.data();
  return schema;
}

ArrowSchema schema_of(const Columns& columns, const std::vector<std::string>& formats) {
  ArrowSchema schema = empty_schema("+s", "");
  schema.flags = 0;
  auto* owner = static_cast<SchemaOwner*>(schema.private_data);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    owner->children.push_back(schema_of(columns[i], formats[i]));
  }
  for (ArrowSchema& child : owner->children) owner->child_pointers.push_back(&child);
  schema.n_children = static_cast<std::int64_t>(columns.size());
  schema.children = owner->child_pointers.data();
  return schema;
}

std::vector<View> views_of(const Column& column) {
  std::vector<View> views(static_cast<std::size_t>(column.rows()));
  for (std::size_t row = 0; row < views.size(); ++row) {
    const std::int64_t begin = column.offsets()[row];
    const auto length = static_cast<std::size_t>(column.offsets()[row + 1] - begin);
    View& view = views[row];
    view.length = static_cast<std::int32_t>(length);
    const char* text = column.data().data() + begin;
    if (length <= kBytesInView) {
      std::copy_n(text, length, view.bytes.data());
    } else {
      // The first four bytes, the buffer number, which is 0, and the position in the buffer.
      const auto place = static_cast<std::int32_t>(begin);
      std::copy_n(text, 4, view.bytes.data());
      std::memcpy(view.bytes.data() + 8, &place, sizeof place);
    }
  }
  return views;
}

// Fills the buffers of texts, and returns their number.
std::int64_t text_buffers(ArrayOwner& owner, const Column& column, const std::string& format) {
  const void* text = column.data().data();
  if (format.starts_with('v')) {
    owner.views = views_of(column);
    owner.text_bytes = static_cast<std::int64_t>(column.data().size());
    owner.buffers[1] = owner.views.data();
    owner.buffers[2] = text;
    owner.buffers[3] = &owner.text_bytes;
    return 4;
  }
  owner.buffers[1] = column.offsets().data();
  owner.buffers[2] = text;
  if (format == "u" || format == "z") {
    for (const std::int64_t offset : column.offsets()) {
      owner.offsets.push_back(static_cast<std::int32_t>(offset));
    }
    owner.buffers[1] = owner.offsets.data();
  }
  return 3;
}

ArrowArray array_of(const std::shared_ptr<const Columns>& columns, const Column& column,
                    const std::string& format) {
  auto owner = std::make_unique<ArrayOwner>();
  owner->columns = columns;
  owner->buffers[0] = column.nulls() > 0 ? column.validity().data() : nullptr;
  owner->buffers[1] = column.data().data();
  ArrowArray array{};
  array.length = column.rows();
  array.null_count = column.nulls();
  array.n_buffers = column.format() == "u" ? text_buffers(*owner, column, format) : 2;
  array.buffers = owner->buffers.data();
  array.release = release_array;
  if (column.items() != nullptr) {
    array.n_buffers = 1;
    owner->children.push_back(array_of(columns, *column.items(), "U"));
    owner->child_pointers.push_back(&owner->children.front());
    array.n_children = 1;
    array.children = owner->child_pointers.data();
  }
  array.private_data = owner.release();
  return array;
}

ArrowArray array_of(const std::shared_ptr<const Columns>& columns,
                    const std::vector<std::string>& formats) {
  auto* owner = new ArrayOwner;
  owner->columns = columns;
  for (std::size_t i = 0; i < columns->size(); ++i) {
    owner->children.push_back(array_of(columns, (*columns)[i], formats[i]));
  }
  for (ArrowArray& child : owner->children) owner->child_pointers.push_back(&child);
  ArrowArray array{};
  array.length = columns->empty() ? 0 : columns->front().rows();
  array.n_buffers = 1;
  array.buffers = owner->buffers.data();
  array.n_children = static_cast<std::int64_t>(columns->size());
  array.children = owner->child_pointers.data();
  array.release = release_array;
  array.private_data = owner;
  return array;
}

template <class T>
void destroy(PyObject* capsule) {
  auto* held = static_cast<T*>(PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)));
  if (held->release != nullptr) held->release(held);
  delete held;
}

template <class T>
nb::object capsule_of(T value, const char* name) {
  auto* held = new T(value);
  PyObject* capsule = PyCapsule_New(held, name, destroy<T>);
  if (capsule == nullptr) {
    held->release(held);
    delete held;
    throw nb::python_error();
  }
  return nb::steal(capsule);
}

struct StreamOwner {
  std::shared_ptr<const Columns> columns;
  std::vector<std::string> formats;
  bool is_done = false;
};

int stream_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  const auto* owner = static_cast<StreamOwner*>(stream->private_data);
  *out = schema_of(*owner->columns, owner->formats);
  return 0;
}
int stream_next(ArrowArrayStream* stream, ArrowArray* out) {
  auto* owner = static_cast<StreamOwner*>(stream->private_data);
  *out = owner->is_done ? ArrowArray{} : array_of(owner->columns, owner->formats);
  owner->is_done = true;
  return 0;
}
const char* stream_error(ArrowArrayStream* /*stream*/) { return nullptr; }
void release_stream(ArrowArrayStream* stream) {
  delete static_cast<StreamOwner*>(stream->private_data);
  stream->release = nullptr;
}

}  // namespace

Column::Column(std::string name, std::string format)
    : name_(std::move(name)), format_(std::move(format)), width_(width_of(format_)) {
  if (format_ == "u") offsets_.push_back(0);
  if (format_ == kPairs) items_.emplace_back("item", "u");
}

Column Column::of_pairs(std::string name, std::int64_t rows, std::string_view validity,
                        Column items) {
  Column column(std::move(name), kPairs);
  const auto count = static_cast<std::size_t>(rows);
  if (rows < 0 || items.format() != "u" || items.rows() != 2 * rows ||
      validity.size() != (count + 7) / 8) {
    throw std::invalid_argument("the parts of a column are not of one size");
  }
  column.rows_ = rows;
  column.validity_.assign(validity.begin(), validity.end());
  column.items_.front() = std::move(items);
  for (std::int64_t row = 0; row < rows; ++row) column.nulls_ += column.is_null(row) ? 1 : 0;
  return column;
}

Column Column::taken(const std::vector<std::int64_t>& rows) const {
  Column taken(name_, format_);
  for (const std::int64_t row : rows) {
    if (is_null(row)) {
      taken.add_null();
      continue;
    }
    const auto at = static_cast<std::size_t>(row);
    if (format_ == "u") {
      taken.add_text(text_at(row));
    } else if (format_ == "b") {
      taken.add_bool((data_[at / 8] >> (at % 8) & 1) != 0);
    } else if (const Column* all = items()) {
      taken.add_pair(all->text_at(2 * row), all->text_at(2 * row + 1));
    } else {
      taken.add_bytes(data_.data() + at * width_);
    }
  }
  return taken;
}

// Empty if the row is null.
std::string_view Column::text_at(std::int64_t row) const {
  const auto begin = static_cast<std::size_t>(offsets_[static_cast<std::size_t>(row)]);
  const auto end = static_cast<std::size_t>(offsets_[static_cast<std::size_t>(row) + 1]);
  return {data_.data() + begin, end - begin};
}

Column Column::of_parts(std::string name, std::string format, std::int64_t rows,
                        std::string_view data, std::string_view validity,
                        std::string_view offsets) {
  constexpr std::int64_t kRowsMax = std::int64_t{1} << 48;
  Column column(std::move(name), std::move(format));
  const bool is_text = column.format_ == "u";
  const bool is_bits = column.format_ == "b";
  if ((column.width_ == 0 && !is_text && !is_bits) || rows < 0 || rows > kRowsMax) {
    throw std::invalid_argument("no column has format '" + column.format_ + "' and " +
                                std::to_string(rows) + " rows");
  }
  const auto count = static_cast<std::size_t>(rows);
  const std::size_t bits_bytes = (count + 7) / 8;
  column.rows_ = rows;
  column.data_.assign(data.begin(), data.end());
  column.validity_.assign(validity.begin(), validity.end());
  bool is_whole = validity.size() == bits_bytes;
  if (is_text) {
    is_whole &= offsets.size() == (count + 1) * sizeof(std::int64_t);
    if (is_whole) {
      column.offsets_.resize(count + 1);
      std::memcpy(column.offsets_.data(), offsets.data(), offsets.size());
      is_whole = column.offsets_.front() == 0 && std::ranges::is_sorted(column.offsets_) &&
                 static_cast<std::size_t>(column.offsets_.back()) == data.size();
    }
  } else {
    is_whole &= offsets.empty() && data.size() == (is_bits ? bits_bytes : count * column.width_);
  }
  if (!is_whole) throw std::invalid_argument("the parts of a column are not of one size");
  for (std::int64_t row = 0; row < rows; ++row) column.nulls_ += column.is_null(row) ? 1 : 0;
  return column;
}

void Column::count(bool valid) {
  const auto bit = static_cast<std::uint8_t>(1U << (rows_ % 8));
  if (rows_ % 8 == 0) validity_.push_back(0);
  if (valid) validity_.back() = static_cast<std::uint8_t>(validity_.back() | bit);
  if (!valid) ++nulls_;
  ++rows_;
}

void Column::add_null() {
  if (format_ == "u") offsets_.push_back(offsets_.back());
  if (format_ == "b" && rows_ % 8 == 0) data_.push_back(0);
  for (Column& items : items_) {
    items.add_null();
    items.add_null();
  }
  data_.resize(data_.size() + width_);
  count(false);
}

void Column::add_pair(std::string_view first, std::string_view second) {
  for (const std::string_view text : {first, second}) {
    text.empty() ? items_.front().add_null() : items_.front().add_text(text);
  }
  count(true);
}

void Column::add_text(std::string_view text) {
  data_.insert(data_.end(), text.begin(), text.end());
  offsets_.push_back(static_cast<std::int64_t>(data_.size()));
  count(true);
}

void Column::add_bool(bool value) {
  if (rows_ % 8 == 0) data_.push_back(0);
  if (value) data_.back() = static_cast<char>(data_.back() | static_cast<char>(1U << (rows_ % 8)));
  count(true);
}

void Column::add_bytes(const void* bytes) {
  const char* begin = static_cast<const char*>(bytes);
  data_.insert(data_.end(), begin, begin + width_);
  count(true);
}

bool Column::is_null(std::int64_t row) const {
  const auto at = static_cast<std::size_t>(row);
  return (validity_[at / 8] >> (at % 8) & 1) == 0;
}

nb::object Column::at(std::int64_t row) const {
  if (is_null(row)) return nb::none();
  const auto at = static_cast<std::size_t>(row);
  const char* bytes = data_.data() + at * width_;
  const auto read = [bytes]<class T>(T value) {
    std::memcpy(&value, bytes, sizeof value);
    return value;
  };
  if (format_ == "u") {
    // As os.fsdecode() has a path that is not UTF-8.
    const std::string_view text = text_at(row);
    PyObject* const made =
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
    if (made == nullptr) throw nb::python_error();
    return nb::steal<nb::object>(made);
  }
  if (const Column* all = items()) {
    nb::list pair;
    pair.append(all->at(2 * row));
    pair.append(all->at(2 * row + 1));
    return pair;
  }
  if (format_ == "b") return nb::bool_((data_[at / 8] >> (at % 8) & 1) != 0);
  if (format_ == "L") return nb::int_(read(std::uint64_t{}));
  if (format_ == "I") return nb::int_(read(std::uint32_t{}));
  if (format_ == "g") return nb::float_(read(double{}));
  return nb::bytes(bytes, width_);
}

nb::tuple column_capsules(const std::shared_ptr<const Columns>& columns, std::size_t number,
                          nb::handle requested) {
  const Column& column = (*columns)[number];
  const std::string format = exported_format(column, format_in(requested_schema(requested)));
  return nb::make_tuple(capsule_of(schema_of(column, format), "arrow_schema"),
                        capsule_of(array_of(columns, column, format), "arrow_array"));
}

nb::tuple table_capsules(const std::shared_ptr<const Columns>& columns, nb::handle requested) {
  const std::vector<std::string> formats = exported_formats(*columns, requested);
  return nb::make_tuple(capsule_of(schema_of(*columns, formats), "arrow_schema"),
                        capsule_of(array_of(columns, formats), "arrow_array"));
}

nb::object stream_capsule(const std::shared_ptr<const Columns>& columns, nb::handle requested) {
  ArrowArrayStream stream{};
  stream.get_schema = stream_schema;
  stream.get_next = stream_next;
  stream.get_last_error = stream_error;
  stream.release = release_stream;
  stream.private_data = new StreamOwner{columns, exported_formats(*columns, requested), false};
  return capsule_of(stream, "arrow_array_stream");
}

}  // namespace facsim::python
