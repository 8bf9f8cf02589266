// SPDX-License-Identifier: Apache-2.0
#include "arrow_in.h"

#include <string_view>
#include <utility>

#include "bind.h"
#include "dotted.h"
#include "facsim/base/error.h"
#include "facsim/base/shown_names.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

const ArrowSchema* struct_child(const ArrowSchema& schema, std::string_view name,
                                std::int64_t& at) {
  for (at = schema.n_children; at-- > 0;) {
    const ArrowSchema& child = *schema.children[at];
    if (child.name != nullptr && name == child.name) return &child;
  }
  return nullptr;
}

// The child indexes that lead from struct to struct to a column; empty if it does not exist.
std::vector<std::int64_t> way_to(const ArrowSchema& schema, std::string_view name) {
  std::vector<std::int64_t> way;
  std::vector<std::int64_t> null;  // to a column without values, whose members are all null
  const auto leads = [&](std::string_view first, std::optional<std::string_view> rest) {
    std::int64_t at = 0;
    const ArrowSchema* child = struct_child(schema, first, at);
    if (child == nullptr) return false;
    if (rest) {
      if (std::string_view(child->format) == "n") null = {at};
      if (std::string_view(child->format) != "+s") return false;
      way = way_to(*child, *rest);
      if (way.empty()) return false;
    }
    way.insert(way.begin(), at);
    return true;
  };
  return along_dots(name, leads) ? way : null;
}

bool add_names(const ArrowSchema& schema, const std::string& prefix, int depth, ShownNames& names) {
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    const ArrowSchema& child = *schema.children[i];
    const std::string name =
        prefix + ShownNames::shortened(child.name != nullptr ? child.name : "");
    if (std::string_view(child.format) == "+s" && depth < ShownNames::kDepthMax) {
      if (!add_names(child, name + ".", depth + 1, names)) return false;
    } else if (!names.add(name)) {
      return false;
    }
  }
  return true;
}

}  // namespace

ArrowChunk::ArrowChunk(const ArrowSchema& schema, ArrowArray array)
    : schema_(&schema), array_(array) {}

ArrowChunk::~ArrowChunk() {
  if (array_.release != nullptr) array_.release(&array_);
}

ArrowChunk::ArrowChunk(ArrowChunk&& other) noexcept
    : schema_(other.schema_), array_(std::exchange(other.array_, {})) {}

ArrowColumn ArrowChunk::itself() const { return {*schema_, array_, 0, ""}; }

std::optional<ArrowColumn> ArrowChunk::column(const std::string& name) const {
  const std::vector<std::int64_t> way = way_to(*schema_, name);
  if (way.empty()) return std::nullopt;
  const ArrowSchema* schema = schema_;
  const ArrowArray* array = &array_;
  std::int64_t rows_at = 0;
  std::vector<std::pair<const ArrowArray*, std::int64_t>> parents;
  for (const std::int64_t at : way) {
    if (array != &array_) parents.emplace_back(array, rows_at);
    rows_at += array->offset;
    schema = schema->children[at];
    array = array->children[at];
  }
  ArrowColumn column(*schema, *array, rows_at, name);
  for (const auto& [parent, begin] : parents) column.within(*parent, begin);
  return column;
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
  // Move the array out of the capsule, so that the capsule does not release it again.
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

bool ArrowReader::has(const std::string& name) const { return !way_to(*schema_, name).empty(); }

std::string ArrowReader::names() const {
  ShownNames names;
  (void)add_names(*schema_, "", 0, names);
  return names.take();
}

}  // namespace facsim::python
