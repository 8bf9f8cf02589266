// SPDX-License-Identifier: Apache-2.0
#include "arrow_out.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace facsim::python {
namespace {

namespace nb = nanobind;

std::size_t width_of(const std::string& format) {
  if (format == "L" || format == "l" || format == "g") return 8;
  if (format == "I") return 4;
  if (format.starts_with("w:")) return std::strtoul(format.c_str() + 2, nullptr, 10);
  return 0;
}

// What an exported array or schema owns.
struct ArrayOwner {
  std::shared_ptr<const Columns> columns;
  std::array<const void*, 3> buffers{};
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

std::string exported_format(const std::string& format, bool as_signed) {
  if (format == "u") return "U";
  return as_signed && format == "L" ? "l" : format;
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

ArrowSchema schema_of(const Column& column, bool as_signed) {
  return empty_schema(exported_format(column.format(), as_signed), column.name());
}

ArrowSchema schema_of(const Columns& columns, bool as_signed) {
  ArrowSchema schema = empty_schema("+s", "");
  schema.flags = 0;
  auto* owner = static_cast<SchemaOwner*>(schema.private_data);
  for (const Column& column : columns) owner->children.push_back(schema_of(column, as_signed));
  for (ArrowSchema& child : owner->children) owner->child_pointers.push_back(&child);
  schema.n_children = static_cast<std::int64_t>(columns.size());
  schema.children = owner->child_pointers.data();
  return schema;
}

ArrowArray array_of(const std::shared_ptr<const Columns>& columns, const Column& column) {
  auto* owner = new ArrayOwner{columns, {}, {}, {}};
  const bool is_text = column.format() == "u";
  owner->buffers[0] = column.nulls() > 0 ? column.validity().data() : nullptr;
  owner->buffers[1] = is_text ? static_cast<const void*>(column.offsets().data())
                              : static_cast<const void*>(column.data().data());
  owner->buffers[2] = is_text ? column.data().data() : nullptr;
  ArrowArray array{};
  array.length = column.rows();
  array.null_count = column.nulls();
  array.n_buffers = is_text ? 3 : 2;
  array.buffers = owner->buffers.data();
  array.release = release_array;
  array.private_data = owner;
  return array;
}

ArrowArray array_of(const std::shared_ptr<const Columns>& columns) {
  auto* owner = new ArrayOwner{columns, {}, {}, {}};
  for (const Column& column : *columns) owner->children.push_back(array_of(columns, column));
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
  bool as_signed = false;
  bool is_done = false;
};

int stream_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  const auto* owner = static_cast<StreamOwner*>(stream->private_data);
  *out = schema_of(*owner->columns, owner->as_signed);
  return 0;
}
int stream_next(ArrowArrayStream* stream, ArrowArray* out) {
  auto* owner = static_cast<StreamOwner*>(stream->private_data);
  *out = owner->is_done ? ArrowArray{} : array_of(owner->columns);
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
  data_.resize(data_.size() + width_);
  count(false);
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
    const auto begin = static_cast<std::size_t>(offsets_[at]);
    const auto end = static_cast<std::size_t>(offsets_[at + 1]);
    return nb::str(data_.data() + begin, end - begin);
  }
  if (format_ == "b") return nb::bool_((data_[at / 8] >> (at % 8) & 1) != 0);
  if (format_ == "L") return nb::int_(read(std::uint64_t{}));
  if (format_ == "I") return nb::int_(read(std::uint32_t{}));
  if (format_ == "g") return nb::float_(read(double{}));
  return nb::bytes(bytes, width_);
}

nb::tuple column_capsules(const std::shared_ptr<const Columns>& columns, std::size_t number,
                          bool as_signed) {
  const Column& column = (*columns)[number];
  return nb::make_tuple(capsule_of(schema_of(column, as_signed), "arrow_schema"),
                        capsule_of(array_of(columns, column), "arrow_array"));
}

nb::tuple table_capsules(const std::shared_ptr<const Columns>& columns, bool as_signed) {
  return nb::make_tuple(capsule_of(schema_of(*columns, as_signed), "arrow_schema"),
                        capsule_of(array_of(columns), "arrow_array"));
}

nb::object stream_capsule(const std::shared_ptr<const Columns>& columns, bool as_signed) {
  ArrowArrayStream stream{};
  stream.get_schema = stream_schema;
  stream.get_next = stream_next;
  stream.get_last_error = stream_error;
  stream.release = release_stream;
  stream.private_data = new StreamOwner{columns, as_signed, false};
  return capsule_of(stream, "arrow_array_stream");
}

bool wants_signed(nb::handle requested) {
  if (!requested.is_valid() || requested.is_none()) return false;
  const auto* schema =
      static_cast<const ArrowSchema*>(PyCapsule_GetPointer(requested.ptr(), "arrow_schema"));
  if (schema == nullptr) throw nb::python_error();
  if (std::string_view(schema->format) == "l") return true;
  for (std::int64_t i = 0; i < schema->n_children; ++i) {
    if (std::string_view(schema->children[i]->format) == "l") return true;
  }
  return false;
}

}  // namespace facsim::python
