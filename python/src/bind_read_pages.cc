// SPDX-License-Identifier: Apache-2.0
// The pages of files, and their texts.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bind.h"
#include "facsim/extract/extractor.h"
#include "facsim/extract/markup.h"
#include "facsim/ready_profile.h"
#include "held_reader.h"
#include "labels.h"
#include "texts.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

nb::dict dict_of_counts(const Document& document) {
  nb::dict dict;
  dict["title"] = label_or_none(document.title);
  dict["main_text"] = label(document.main());
  dict["visible_text"] = label(document.visible_text);
  dict["canonical_url"] = label_or_none(document.canonical_url);
  dict["language"] = label_or_none(document.language);
  dict["charset"] = label_or_none(document.charset);
  dict["replaced"] = document.replaced;
  dict["is_cut"] = document.is_cut;
  return dict;
}

nb::dict dict_of_counts(const HeldReader::Found& found, bool with_bytes) {
  const Page& page = found.page;
  nb::dict dict;
  dict["id"] = label_or_none(page.id);
  dict["url"] = label_or_none(page.url);
  dict["title"] = label_or_none(found.document.title);
  dict["text"] = label(found.document.main());
  dict["time"] = page.unix_time ? nb::object(nb::int_(*page.unix_time)) : nb::none();
  dict["file"] = label_or_none(found.name.file);
  dict["offset"] = found.name.offset;
  if (!with_bytes) return dict;
  dict["format"] = page.format == PageFormat::html ? "html" : "text";
  dict["bytes"] = nb::bytes(page.bytes.data(), page.bytes.size());
  return dict;
}

nb::object next(HeldReader& reader, bool with_bytes) {
  const auto found = reader.next_found();
  return found ? nb::object(dict_of_counts(*found, with_bytes)) : nb::none();
}

nb::dict dict_of_counts(const ReadCounts& counts) {
  nb::dict dict;
  dict["files"] = counts.files;
  dict["records_read"] = counts.records_read;
  dict["pages_read"] = counts.pages_read;
  dict["bytes_read"] = counts.bytes_read;
  nb::dict skipped;
  for (int reason = 0; reason < kSkipCount; ++reason) {
    const std::uint64_t count = counts.skipped[static_cast<std::size_t>(reason)];
    if (count > 0) skipped[std::string(name_of(static_cast<Skip>(reason))).c_str()] = count;
  }
  dict["skipped"] = skipped;
  return dict;
}

nb::list labels(const std::vector<std::string>& texts) {
  nb::list list;
  for (const std::string& text : texts) list.append(label(text));
  return list;
}

Markup markup_of(const std::string& media_type) {
  if (media_type == "application/xhtml+xml") return Markup::xhtml;
  return media_type == "text/html" ? Markup::html : Markup::unstated;
}

nb::dict extract(nb::handle html, const std::string& url, const std::string& charset,
                 const std::string& media_type) {
  Page page;
  page.format = PageFormat::html;
  page.markup = markup_of(media_type);
  page.url = url;
  page.http_charset = charset;
  page.is_unicode = PyUnicode_Check(html.ptr());
  if (const auto bytes = text_of(html, 0)) page.bytes.assign(*bytes);
  return dict_of_counts(unlocked([&] { return Extractor().extract(page); }));
}

// The prefix that a page of this media type needs in a member "html", which has no media type.
// `beginning` is the beginning of the page.
std::string prefix_of_html(const std::string& beginning, const std::string& media_type) {
  Page page;
  page.format = PageFormat::html;
  page.markup = markup_of(media_type);
  return std::string(markup_prefix(page, beginning));
}

}  // namespace

void bind_read_pages(nb::module_& module) {
  nb::class_<HeldReader>(module, "PageReader")
      .def(
          "__init__",
          [](HeldReader* made, const std::vector<std::string>& inputs, const std::string& text,
             const std::string& html, const std::string& id, const std::string& url,
             const std::string& time, std::uint64_t page_bytes_max, const ReadyProfile& judge,
             const std::string& tmp) {
            PageReaderOptions options;
            options.read.text_field = text;
            options.read.html_field = html;
            options.read.id_field = id;
            options.read.url_field = url;
            options.read.time_field = time;
            const ReadOptions usual;
            const auto name = [&](const std::string& field, const std::string& by_default) {
              if (field != by_default) options.read.named_fields.push_back(field);
            };
            name(text, usual.text_field);
            name(html, usual.html_field);
            name(id, usual.id_field);
            name(url, usual.url_field);
            name(time, usual.time_field);
            options.read.page_bytes_max = page_bytes_max;
            options.recipe = judge.profile.recipe;
            options.tmp = tmp;
            new (made) HeldReader(inputs, options);
          },
          nb::arg("inputs"), nb::arg("text"), nb::arg("html"), nb::arg("id"), nb::arg("url"),
          nb::arg("time"), nb::arg("page_bytes_max"), nb::arg("judge"), nb::arg("tmp"))
      .def("next", &next, nb::arg("with_bytes"),
           nb::sig("def next(self, with_bytes: bool) -> dict | None"))
      .def_prop_ro("counts",
                   [](const HeldReader& reader) {
                     return dict_of_counts(unlocked([&] { return reader.counts(); }));
                   })
      .def_prop_ro("progress",
                   [](const HeldReader& reader) {
                     const ProgressState state = unlocked([&] { return reader.progress(); });
                     return nb::make_tuple(state.bytes, state.bytes_total);
                   })
      .def_prop_ro("warnings", [](const HeldReader& reader) {
        return labels(unlocked([&] { return reader.warnings(); }));
      });
  module.def("extract", &extract, nb::arg("html"), nb::arg("url"), nb::arg("charset"),
             nb::arg("media_type"));
  module.def("prefix_of_html", &prefix_of_html, nb::arg("beginning"), nb::arg("media_type"));
}

}  // namespace facsim::python
