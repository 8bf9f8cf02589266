// SPDX-License-Identifier: Apache-2.0
#include "row_members.h"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "dotted.h"
#include "facsim/base/nearest.h"
#include "facsim/base/shown_names.h"
#include "texts.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

// The target of a name: the member, a missing value on the way to it, another value without such a
// member, or nothing.
enum class Way : std::uint8_t { member, null, other, none };

// Returns an invalid object if the mapping has no such key.
nb::object value_at(nb::handle mapping, std::string_view name) {
  nb::object value = nb::steal(PyMapping_GetItemString(mapping.ptr(), std::string(name).c_str()));
  if (!value.is_valid()) {
    if (PyErr_ExceptionMatches(PyExc_KeyError) == 0) throw nb::python_error();
    PyErr_Clear();
  }
  return value;
}

// Sets `value` if the member is found.
Way walk(nb::handle row, std::string_view name, nb::object& value) {
  Way way = Way::none;
  const auto leads = [&](std::string_view first, std::optional<std::string_view> rest) {
    nb::object found = value_at(row, first);
    if (!found.is_valid()) return false;
    Way inner = Way::other;
    if (!rest) {
      inner = Way::member;
      value = std::move(found);
    } else if (is_missing(found)) {
      inner = Way::null;
    } else if (is_mapping(found)) {
      inner = walk(found, *rest, value);
    }
    if (inner == Way::member || (inner == Way::null && way != Way::member)) way = inner;
    if (way == Way::none) way = Way::other;
    return way == Way::member;
  };
  (void)along_dots(name, leads);
  return way;
}

}  // namespace

bool is_mapping(nb::handle value) {
  return PyDict_Check(value.ptr()) || (PyMapping_Check(value.ptr()) && nb::hasattr(value, "keys"));
}

nb::object member(nb::handle row, const std::string& name) {
  nb::object value;
  if (!name.empty() && walk(row, name, value) == Way::null) return nb::none();
  return value;
}

MembersSought::MembersSought(std::vector<std::string> names) {
  for (std::string& name : names) {
    if (!name.empty()) sought_.push_back({.name = std::move(name)});
  }
}

void MembersSought::note(nb::handle row) {
  ++rows_;
  std::erase_if(sought_, [&](Sought& each) {
    nb::object value;
    const Way way = walk(row, each.name, value);
    each.had_null = each.had_null || way == Way::null;
    each.had_other = each.had_other || way == Way::other;
    return way == Way::member;
  });
  if (sought_.empty() || rows_ > kRowsNamed) return;
  for (const nb::handle key : nb::steal(PyMapping_Keys(row.ptr()))) {
    std::string name = nb::cast<std::string>(nb::str(key));
    if (std::ranges::find(known_, name) == known_.end()) known_.push_back(std::move(name));
  }
}

std::vector<std::string> MembersSought::missing() const {
  std::vector<std::string> sentences;
  if (rows_ == 0) return sentences;
  for (const Sought& each : sought_) {
    if (each.had_other || !each.had_null) sentences.push_back(no_row_has(each.name, known_));
  }
  return sentences;
}

std::string no_row_has(const std::string& name, const std::vector<std::string>& names) {
  ShownNames shown;
  for (const std::string& each : names) {
    if (!shown.add(ShownNames::shortened(each))) break;
  }
  return "no row has a member '" + name + "'; members are: " + shown.take() +
         suggestion(name, {names.begin(), names.end()});
}

}  // namespace facsim::python
