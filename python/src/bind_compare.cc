// SPDX-License-Identifier: Apache-2.0
// Returns how alike two pages are.
#include <nanobind/stl/string.h>

#include <string>

#include "bind.h"
#include "facsim/compare.h"
#include "facsim/report/html_text.h"
#include "texts.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

Page page_of(nb::handle text, bool is_html, std::size_t row) {
  Page page;
  page.format = is_html ? PageFormat::html : PageFormat::text;
  page.is_unicode = PyUnicode_Check(text.ptr());
  if (const auto held = held_text_of(text, row)) page.bytes.assign(held->text);
  return page;
}

nb::dict dict_of_passage(const TextPassage& passage) {
  nb::dict dict;
  dict["shared"] = passage.shared;
  dict["first"] = passage.first;
  dict["second"] = passage.second;
  dict["first_units"] = passage.first_units;
  dict["second_units"] = passage.second_units;
  return dict;
}

nb::dict compare_texts(nb::handle first, nb::handle second, const ReadyProfile& judge,
                       bool first_is_html, bool second_is_html) {
  const Page one = page_of(first, first_is_html, 0);
  const Page other = page_of(second, second_is_html, 1);
  const Comparison found = unlocked([&] { return compare(one, other, judge); });
  nb::dict dict;
  dict["kind"] =
      found.kind ? nb::object(nb::str(std::string(name_of(*found.kind)).c_str())) : nb::none();
  dict["resemblance"] = found.resemblance;
  dict["containment"] = nb::make_tuple(found.containment, found.containment_reverse);
  dict["agreement"] = found.agreement;
  dict["cosine"] = found.cosine;
  dict["distance"] = found.distance < 0 ? nb::none() : nb::object(nb::int_(found.distance));
  dict["layout"] = found.layout ? nb::object(nb::float_(*found.layout)) : nb::none();
  dict["judged"] = nb::make_tuple(found.first.judged_share, found.second.judged_share);
  const auto word = [](const std::string& text) {
    return text.empty() ? nb::none() : nb::object(nb::str(text.c_str(), text.size()));
  };
  dict["name_words"] =
      found.names ? nb::object(nb::make_tuple(word(found.names->page), word(found.names->other)))
                  : nb::none();
  dict["same_text"] = found.same_text;
  dict["too_short"] = found.too_short;
  nb::list passages;
  for (const TextPassage& passage : found.passages) passages.append(dict_of_passage(passage));
  dict["passages"] = passages;
  return dict;
}

}  // namespace

void bind_compare(nb::module_& module) {
  module.def("compare", &compare_texts, nb::arg("first"), nb::arg("second"), nb::arg("judge"),
             nb::arg("first_is_html"), nb::arg("second_is_html"));
  module.def(
      "html_text",
      [](const std::string& text) {
        const std::string shown = html_text(text);
        return nb::str(shown.c_str(), shown.size());
      },
      nb::arg("text"));
}

}  // namespace facsim::python
