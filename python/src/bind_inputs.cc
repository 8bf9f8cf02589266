// SPDX-License-Identifier: Apache-2.0
// The pages of files, one after the other, as dicts.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "bind.h"
#include "facsim/read_pages.h"
#include "rows.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

nb::object text_or_none(const std::string& text) {
  if (text.empty()) return nb::none();
  return nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape"));
}

nb::object body_of(const Page& page) {
  if (!page.is_unicode) return nb::bytes(page.bytes.data(), page.bytes.size());
  return nb::steal(PyUnicode_DecodeUTF8(page.bytes.data(),
                                        static_cast<Py_ssize_t>(page.bytes.size()), "replace"));
}

class InputPages {
 public:
  InputPages(const std::vector<std::string>& inputs, const RowFields& fields)
      : reader_(inputs, {.read = named_read_options_of(fields)}) {}

  // Returns nothing at the end.
  nb::object next() {
    if (is_over_) return {};
    check_signals();
    page_ = Page{};
    is_over_ = !unlocked([&] { return reader_.next(page_); });
    if (is_over_) return {};
    const PageName& name = reader_.name();
    nb::dict dict;
    dict["id"] = text_or_none(page_.id);
    dict["url"] = text_or_none(page_.url);
    dict["file"] = text_or_none(name.file);
    dict["offset"] = name.offset;
    dict["time"] = page_.unix_time ? nb::object(nb::int_(*page_.unix_time)) : nb::none();
    dict[page_.format == PageFormat::html ? "html" : "text"] = body_of(page_);
    return dict;
  }

 private:
  PageReader reader_;
  Page page_;
  bool is_over_ = false;
};

}  // namespace

void bind_inputs(nb::module_& module) {
  nb::class_<InputPages>(module, "InputPages", "The pages of files and folders, as dicts.")
      .def(nb::init<const std::vector<std::string>&, const RowFields&>(), nb::arg("inputs"),
           nb::arg("fields"))
      .def(
          "__iter__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __iter__(self) -> InputPages"))
      .def(
          "__next__",
          [](InputPages& pages) {
            nb::object page = pages.next();
            if (!page.is_valid()) throw nb::stop_iteration();
            return page;
          },
          nb::sig("def __next__(self) -> dict"));
}

}  // namespace facsim::python
