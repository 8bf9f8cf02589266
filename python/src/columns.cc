// SPDX-License-Identifier: Apache-2.0
#include "columns.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/value_text.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

// A row number, which counts from the end if it is negative.
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

// Iterates by row number, as Python would without this; type checkers need it explicitly.
template <class Row>
nb::typed<nb::iterator, Row> iterator_of(nb::handle rows) {
  return nb::steal<nb::typed<nb::iterator, Row>>(PySeqIter_New(rows.ptr()));
}

// A NumPy view of a column of fixed width; nulls are 0 in it.
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

template <class Value>
nb::bytes bytes_of(const std::vector<Value>& values) {
  return nb::bytes(values.data(), values.size() * sizeof(Value));
}

std::string_view view_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

// The state of a column for pickle.
nb::tuple state_of(const Column& column) {
  if (column.items() != nullptr) {
    return nb::make_tuple(column.name(), column.format(), column.rows(),
                          bytes_of(column.validity()), state_of(*column.items()));
  }
  return nb::make_tuple(column.name(), column.format(), column.rows(), bytes_of(column.data()),
                        bytes_of(column.validity()), bytes_of(column.offsets()));
}

Column column_of(nb::handle state) {
  const auto bytes_at = [&](std::size_t part) { return nb::cast<nb::bytes>(state[part]); };
  constexpr std::size_t kPartsOfPairs = 5;
  if (nb::len(state) == kPartsOfPairs) {
    return Column::of_pairs(nb::cast<std::string>(state[0]), nb::cast<std::int64_t>(state[2]),
                            view_of(bytes_at(3)), column_of(state[4]));
  }
  return Column::of_parts(nb::cast<std::string>(state[0]), nb::cast<std::string>(state[1]),
                          nb::cast<std::int64_t>(state[2]), view_of(bytes_at(3)),
                          view_of(bytes_at(4)), view_of(bytes_at(5)));
}

Columns columns_of(const nb::tuple& states) {
  Columns columns;
  for (const nb::handle state : states) columns.push_back(column_of(state));
  for (const Column& column : columns) {
    if (column.rows() != columns.front().rows()) {
      throw std::invalid_argument("the columns of a table have different numbers of rows");
    }
  }
  return columns;
}

// The rows of a slice. Throws TypeError for any other key; callers handle whole numbers first.
std::vector<std::int64_t> rows_taken(nb::handle key, std::int64_t rows) {
  if (!PySlice_Check(key.ptr())) {
    throw nb::type_error(("rows are counted by whole numbers or taken by slices, not by " +
                          nb::cast<std::string>(nb::str(key.type().attr("__name__"))))
                             .c_str());
  }
  Py_ssize_t begin = 0;
  Py_ssize_t end = 0;
  Py_ssize_t step = 0;
  if (PySlice_Unpack(key.ptr(), &begin, &end, &step) != 0) throw nb::python_error();
  const Py_ssize_t count = PySlice_AdjustIndices(rows, &begin, &end, step);
  std::vector<std::int64_t> taken;
  for (Py_ssize_t i = 0; i < count; ++i) taken.push_back(begin + i * step);
  return taken;
}

// True for whole numbers, also for those beyond any row.
bool is_index(nb::handle key) { return PyIndex_Check(key.ptr()) != 0; }

// The text for people, which a Python module formats.
nb::object shown(const char* function, nb::handle self) {
  return nb::module_::import_("facsim._shown").attr(function)(self);
}

}  // namespace

void bind_columns(nb::module_& module) {
  module.def("text_of_real", &text_of_real<double>, nb::arg("value"),
             "A number as an id has it: the fewest digits that lead back to it.");
  nb::class_<Array>(module, "Array",
                    "A column of results: numpy.asarray(x), pyarrow.array(x), x[i].")
      .def("__len__", [](const Array& array) { return array.column().rows(); })
      .def(
          "__getitem__",
          [](const Array& array, std::int64_t row) {
            return array.column().at(row_of(row, array.column().rows()));
          },
          nb::arg("row"))
      .def(
          "__getitem__",
          [](const Array& array, nb::handle rows) {
            if (is_index(rows)) throw nb::index_error("row out of range");
            return Array(array.column().taken(rows_taken(rows, array.column().rows())));
          },
          nb::arg("rows").none(), nb::sig("def __getitem__(self, rows: slice) -> Array"))
      .def(
          "__repr__", [](nb::handle self) { return shown("repr_of_array", self); },
          nb::sig("def __repr__(self) -> str"))
      .def_prop_ro(
          "type", [](const Array& array) { return array.column().format(); },
          "Its type, in the words of Arrow's C interface: L, I, g, b, u, w:16.")
      .def("__iter__", &iterator_of<nb::object>)
      .def("__getstate__", [](const Array& array) { return state_of(array.column()); })
      .def("__setstate__",
           [](Array& array, const nb::tuple& state) { new (&array) Array(column_of(state)); })
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
            return column_capsules(array.columns(), array.number(), requested);
          },
          nb::arg("requested_schema") = nb::none());

  nb::class_<Table>(module, "Table",
                    "Rows of results: iterates as dicts; pl.DataFrame(x), pa.table(x) read it.")
      .def("__len__", &Table::rows)
      .def("__iter__", &iterator_of<nb::dict>)
      .def(
          "__getitem__",
          [](const Table& table, std::int64_t row) {
            return row_as_dict(*table.columns(), row_of(row, table.rows()));
          },
          nb::arg("row"))
      .def(
          "__getitem__",
          [](const Table& table, nb::handle rows) {
            if (is_index(rows)) throw nb::index_error("row out of range");
            if (PyUnicode_Check(rows.ptr())) {
              throw nb::type_error("rows are counted by whole numbers; column(name) is a column");
            }
            const std::vector<std::int64_t> wanted = rows_taken(rows, table.rows());
            Columns taken;
            for (const Column& column : *table.columns()) taken.push_back(column.taken(wanted));
            return Table(std::move(taken));
          },
          nb::arg("rows").none(), nb::sig("def __getitem__(self, rows: slice) -> Table"))
      .def(
          "__repr__", [](nb::handle self) { return shown("repr_of_table", self); },
          nb::sig("def __repr__(self) -> str"))
      .def(
          "_repr_html_", [](nb::handle self) { return shown("html_of_table", self); },
          nb::sig("def _repr_html_(self) -> str"))
      .def("__getstate__",
           [](const Table& table) {
             nb::list states;
             for (const Column& column : *table.columns()) states.append(state_of(column));
             return nb::tuple(states);
           })
      .def("__setstate__",
           [](Table& table, const nb::tuple& states) { new (&table) Table(columns_of(states)); })
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
            return table_capsules(table.columns(), requested);
          },
          nb::arg("requested_schema") = nb::none())
      .def(
          "__arrow_c_stream__",
          [](const Table& table, nb::handle requested) {
            return stream_capsule(table.columns(), requested);
          },
          nb::arg("requested_schema") = nb::none());
}

}  // namespace facsim::python
