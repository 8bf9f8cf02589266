// SPDX-License-Identifier: Apache-2.0
#include "columns.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <string>

namespace facsim::python {
namespace {

namespace nb = nanobind;

// A row counted from the front, or from the end where it is negative.
std::int64_t row_of(std::int64_t row, std::int64_t rows) {
  const std::int64_t at = row < 0 ? row + rows : row;
  if (at < 0 || at >= rows) throw nb::index_error("row out of range");
  return at;
}

nb::dict row_as_dict(const Columns& columns, std::int64_t row) {
  nb::dict dict;
  for (const Column& column : columns) dict[nb::str(column.name().c_str())] = column.at(row);
  return dict;
}

nb::list rows_of(const Array& array) {
  nb::list list;
  for (std::int64_t row = 0; row < array.column().rows(); ++row)
    list.append(array.column().at(row));
  return list;
}

// A view for NumPy of what has a fixed width; nulls are 0 there.
nb::object ndarray_of(nb::handle self, const Array& array) {
  const Column& column = array.column();
  const auto rows = static_cast<std::size_t>(column.rows());
  if (column.format() == "L") {
    return nb::cast(nb::ndarray<nb::numpy, const std::uint64_t, nb::ndim<1>>(column.data().data(),
                                                                             {rows}, self));
  }
  if (column.format().starts_with("w:")) {
    return nb::cast(nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<2>>(
        column.data().data(), {rows, column.width()}, self));
  }
  throw nb::type_error("this array has no NumPy form; use pyarrow.array(x) or to_list()");
}

}  // namespace

void bind_columns(nb::module_& module) {
  nb::class_<Array>(module, "Array",
                    "A column of results: numpy.asarray(x), pyarrow.array(x), x[i].")
      .def("__len__", [](const Array& array) { return array.column().rows(); })
      .def(
          "__getitem__",
          [](const Array& array, std::int64_t row) {
            return array.column().at(row_of(row, array.column().rows()));
          },
          nb::arg("row"))
      .def("to_list", &rows_of, "The rows as Python objects; None where a row is null.")
      .def_prop_ro("null_count", [](const Array& array) { return array.column().nulls(); })
      .def(
          "__array__",
          [](nb::handle self, nb::handle dtype, nb::handle copy) {
            nb::object view = ndarray_of(self, nb::cast<const Array&>(self));
            if (!dtype.is_none()) view = view.attr("astype")(dtype);
            if (!copy.is_none() && nb::cast<bool>(copy)) view = view.attr("copy")();
            return view;
          },
          nb::arg("dtype") = nb::none(), nb::arg("copy") = nb::none())
      .def(
          "__arrow_c_array__",
          [](const Array& array, nb::handle requested) {
            return column_capsules(array.columns(), array.number(), wants_signed(requested));
          },
          nb::arg("requested_schema") = nb::none());

  nb::class_<Table>(module, "Table",
                    "Rows of results: iterates as dicts; pl.DataFrame(x), pa.table(x) read it.")
      .def("__len__", &Table::rows)
      .def(
          "__getitem__",
          [](const Table& table, std::int64_t row) {
            return row_as_dict(*table.columns(), row_of(row, table.rows()));
          },
          nb::arg("row"))
      .def(
          "column",
          [](const Table& table, const std::string& name) {
            const Columns& columns = *table.columns();
            for (std::size_t i = 0; i < columns.size(); ++i) {
              if (columns[i].name() == name) return Array(table.columns(), i);
            }
            throw nb::key_error(("there is no column '" + name + "'").c_str());
          },
          nb::arg("name"), "One column, without a copy.")
      .def_prop_ro("column_names",
                   [](const Table& table) {
                     nb::list names;
                     for (const Column& column : *table.columns()) names.append(column.name());
                     return names;
                   })
      .def(
          "__arrow_c_array__",
          [](const Table& table, nb::handle requested) {
            return table_capsules(table.columns(), wants_signed(requested));
          },
          nb::arg("requested_schema") = nb::none())
      .def(
          "__arrow_c_stream__",
          [](const Table& table, nb::handle requested) {
            return stream_capsule(table.columns(), wants_signed(requested));
          },
          nb::arg("requested_schema") = nb::none());
}

}  // namespace facsim::python
