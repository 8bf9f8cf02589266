// SPDX-License-Identifier: Apache-2.0
// The pages of files as columns, some at a time, for engines that read many files side by side.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bind.h"
#include "columns.h"
#include "facsim/base/error.h"
#include "facsim/corpus/inputs.h"
#include "facsim/extract/charset.h"
#include "facsim/extract/extractor.h"
#include "facsim/extract/markup.h"
#include "facsim/known/page_manifest.h"
#include "facsim/read_pages.h"
#include "facsim/ready_profile.h"
#include "labels.h"
#include "rows.h"
#include "words.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

// The columns for which the page's markup must be parsed.
constexpr const char* kExtracted[] = {"title", "main_text", "visible_text", "canonical_url",
                                      "language"};

bool is_extracted(const std::string& name) {
  return std::find(std::begin(kExtracted), std::end(kExtracted), name) != std::end(kExtracted);
}

void add_or_null(Column& column, const std::string& text) {
  text.empty() ? column.add_null() : column.add_text(well_formed(text));
}

// The pages of one input. Only one thread at a time.
class PageColumns {
 public:
  // `name` is the FILE in names of pages, `path` the place of the file.
  PageColumns(const std::string& path, std::string name, const RowFields& fields,
              std::uint64_t page_bytes_max, const ReadyProfile& judge,
              std::vector<std::string> wanted)
      : name_(std::move(name)),
        root_(root_of({.file = name_, .path = path})),
        wanted_(std::move(wanted)) {
    for (const std::string& each : wanted_) {
      extracts_ = extracts_ || is_extracted(each);
      decodes_ = decodes_ || each == "text" || each == "html";
      (void)format_of(each);
    }
    PageReaderOptions options;
    options.read = read_options_of(fields);
    options.read.page_bytes_max = page_bytes_max;
    options.recipe = judge.profile.recipe;
    unlocked([&] { reader_.emplace(std::vector{path}, options); });
  }

  // At most `pages_max` pages; ends with the page that passes `bytes_max`. Returns nothing at the
  // end.
  std::optional<Table> next(std::uint64_t pages_max, std::uint64_t bytes_max) {
    Columns columns;
    for (const std::string& name : wanted_) columns.emplace_back(name, format_of(name));
    std::uint64_t pages = 0;
    std::uint64_t bytes = 0;
    while (!is_over_ && pages < pages_max && bytes < bytes_max) {
      check_signals();
      unlocked([&] {
        is_over_ = true;  // also if it throws
        is_over_ = !reader_->next(page_);
        if (is_over_) return;
        add(columns);
        bytes += page_.bytes.size();
        ++pages;
      });
    }
    if (pages == 0) return std::nullopt;
    return Table(std::move(columns));
  }

  // Records without a page so far, by reason.
  [[nodiscard]] nb::dict skipped() const {
    nb::dict dict;
    for (int reason = 0; reason < kSkipCount; ++reason) {
      const auto count = reader_->counts().skipped[static_cast<std::size_t>(reason)];
      if (count > 0) dict[std::string(name_of(static_cast<Skip>(reason))).c_str()] = count;
    }
    return dict;
  }
  [[nodiscard]] nb::list warnings() const {
    nb::list list;
    for (const Sentence& sentence : reader_->warnings()) {
      list.append(label(sentence.in(python_words)));
    }
    return list;
  }

 private:
  static std::string format_of(const std::string& name) {
    if (name == "offset" || name == "time") return "L";
    for (const char* text : {"id", "url", "text", "html", "bytes", "file", "root"}) {
      if (name == text) return "u";
    }
    if (is_extracted(name)) return "u";
    throw Error(ErrorCode::invalid_argument, "pages have no column '" + name + "'");
  }

  void add(Columns& columns) {
    const bool is_html = page_.format == PageFormat::html;
    const PageName& name = reader_->name();
    if (extracts_) document_ = extractor_.extract(page_);
    DecodedText decoded;
    if (decodes_) {
      decoded = decoder_.decode(
          page_.bytes,
          {.http_charset = page_.http_charset, .is_html = is_html, .is_unicode = page_.is_unicode});
    }
    for (Column& column : columns) {
      const std::string& each = column.name();
      if (each == "id") {
        add_or_null(column, page_.id);
      } else if (each == "url") {
        add_or_null(column, page_.url);
      } else if (each == "text") {
        is_html ? column.add_null() : column.add_text(decoded.text);
      } else if (each == "html") {
        is_html ? add_html(column, decoded.text) : column.add_null();
      } else if (each == "bytes") {
        column.add_text(page_.bytes);
      } else if (each == "time") {
        page_.unix_time ? column.add(*page_.unix_time) : column.add_null();
      } else if (each == "file") {
        column.add_text(well_formed(name_));
      } else if (each == "root") {
        add_or_null(column, root_);
      } else if (each == "offset") {
        column.add(std::uint64_t{name.offset});
      } else {
        add_extracted(column);
      }
    }
  }
  // The column has no media type, so a prefix says how to parse the markup.
  void add_html(Column& column, std::string_view html) const {
    const std::string_view prefix = markup_prefix(page_, html);
    prefix.empty() ? column.add_text(html) : column.add_text(std::string(prefix).append(html));
  }
  void add_extracted(Column& column) const {
    const std::string& each = column.name();
    if (each == "title") {
      add_or_null(column, document_.title);
    } else if (each == "main_text") {
      column.add_text(well_formed(document_.main()));
    } else if (each == "visible_text") {
      column.add_text(well_formed(document_.visible_text));
    } else if (each == "canonical_url") {
      add_or_null(column, document_.canonical_url);
    } else {
      add_or_null(column, document_.language);
    }
  }

  std::string name_;
  std::string root_;
  std::vector<std::string> wanted_;
  bool extracts_ = false;
  bool decodes_ = false;
  bool is_over_ = false;
  std::optional<PageReader> reader_;
  Extractor extractor_;
  Decoder decoder_;
  Page page_;
  Document document_;
};

// (path, name, bytes) of each file with pages, in input order, and sentences about what was
// skipped.
nb::tuple input_files(const std::vector<std::string>& inputs, const RowFields& fields) {
  SpooledStdin no_stdin("");
  const InputFiles found =
      unlocked([&] { return find_inputs(inputs, read_options_of(fields), no_stdin); });
  nb::list files;
  for (const InputFile& file : found.files) {
    files.append(
        nb::make_tuple(nb::str(file.path.c_str(), file.path.size()), label(file.name), file.bytes));
  }
  nb::list warnings;
  for (const Sentence& sentence : found.warnings) {
    warnings.append(label(sentence.in(python_words)));
  }
  return nb::make_tuple(files, warnings);
}

}  // namespace

void bind_page_columns(nb::module_& module) {
  nb::class_<PageColumns>(module, "PageColumns")
      .def(nb::init<const std::string&, std::string, const RowFields&, std::uint64_t,
                    const ReadyProfile&, std::vector<std::string>>(),
           nb::arg("path"), nb::arg("name"), nb::arg("fields"), nb::arg("page_bytes_max"),
           nb::arg("judge"), nb::arg("wanted"))
      .def("next", &PageColumns::next, nb::arg("pages_max"), nb::arg("bytes_max"),
           nb::sig("def next(self, pages_max: int, bytes_max: int) -> Table | None"))
      .def_prop_ro("skipped", &PageColumns::skipped)
      .def_prop_ro("warnings", &PageColumns::warnings);
  module.def("input_files", &input_files, nb::arg("inputs"), nb::arg("fields"));
}

}  // namespace facsim::python
