// SPDX-License-Identifier: Apache-2.0
// Pages for a store elsewhere: as the lines that its service accepts, and as facts.
#include <nanobind/stl/string.h>

#include <mutex>
#include <string>

#include "any_pages.h"
#include "bind.h"
#include "facsim/extract/charset.h"
#include "facsim/extract/markup.h"
#include "facsim/report/json_line.h"
#include "facsim/seen/facts_bytes.h"
#include "facsim/seen/read_page.h"
#include "held_store.h"
#include "rows.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

// Rows of Python objects, or the pages of files, as lines of JSON. Bytes are decoded with the
// charsets that the store would find, because JSON is Unicode only.
class PageLines {
 public:
  PageLines(nb::handle data, const RowFields& fields, bool strict) : pages_(data, fields, strict) {}

  // The next lines, or all the remaining ones if `is_all`; empty at the end. Needs the
  // interpreter's lock.
  nb::list next(bool is_all) {
    nb::list lines;
    std::size_t bytes = 0;
    while (!is_over_ && (is_all || (lines.size() < kPagesAtOnce && bytes < kBytesAtOnce))) {
      check_signals();
      page_ = Page();
      is_over_ = !pages_.next(page_);
      if (is_over_) break;
      const std::string line = line_of(page_);
      bytes += line.size();
      lines.append(nb::bytes(line.data(), line.size()));
    }
    return lines;
  }

 private:
  std::string line_of(const Page& page) {
    const bool is_html = page.format == PageFormat::html;
    const DecodedText decoded = decoder_.decode(
        page.bytes,
        {.http_charset = page.http_charset, .is_html = is_html, .is_unicode = page.is_unicode});
    JsonLine line;
    if (!page.id.empty()) line.text("id", page.id);
    if (!page.url.empty()) line.text("url", page.url);
    if (page.status) line.number("status", *page.status);
    const std::string_view prefix = markup_prefix(page, decoded.text);
    if (prefix.empty()) {
      line.text(is_html ? "html" : "text", decoded.text);
    } else {
      line.text("html", std::string(prefix).append(decoded.text));
    }
    return std::move(line).take() + "\n";
  }

  AnyPages pages_;
  Decoder decoder_;
  Page page_;
  bool is_over_ = false;
};

// Makes the same facts as SeenStore::facts(), without a store.
class FactsMaker {
 public:
  explicit FactsMaker(const ReadyProfile& judge)
      : judge_(judge), analyzer_(analyzer_of_store(judge_, best_kernel())) {}

  nb::bytes facts(nb::handle row, const RowFields& fields) {
    const Page page = page_of(row, fields);
    const std::string made = unlocked([&] {
      const std::lock_guard lock(mutex_);
      const Recipe& recipe = judge_.profile.recipe;
      return encode_facts(read_page(page, analyzer_, recipe), recipe.id());
    });
    return nb::bytes(made.data(), made.size());
  }

 private:
  const ReadyProfile judge_;
  std::mutex mutex_;  // guards the analyzer
  PageAnalyzer analyzer_;
};

}  // namespace

void bind_seen_pages(nb::module_& module) {
  nb::class_<PageLines>(module, "PageLines")
      .def(nb::init<nb::handle, const RowFields&, bool>(), nb::arg("data").none(),
           nb::arg("fields"), nb::arg("strict") = false)
      .def("next", &PageLines::next, nb::arg("is_all"));
  nb::class_<FactsMaker>(module, "FactsMaker")
      .def(nb::init<const ReadyProfile&>(), nb::arg("judge"))
      .def("facts", &FactsMaker::facts, nb::arg("row").none(), nb::arg("fields"));
}

}  // namespace facsim::python
