// SPDX-License-Identifier: Apache-2.0
// Facts of pages as columns: made from rows, read from an index, written to one, and matched with
// an index of pages.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "any_pages.h"
#include "arrow_in.h"
#include "bind.h"
#include "columns.h"
#include "facsim/base/error.h"
#include "facsim/cluster/leader_choice.h"
#include "facsim/known/facts_matcher.h"
#include "facsim/known/page_manifest.h"
#include "facsim/seen/facts_page.h"
#include "facsim/seen/facts_segments.h"
#include "facsim/seen/read_page.h"
#include "labels.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

// Looked up at once, which shares the walk through the tables.
constexpr std::size_t kQuestionsAtOnce = 256;
constexpr std::uint64_t kRowsBetweenLooks = 1024;

void add_text_or_null(Column& column, const std::string& text) {
  text.empty() ? column.add_null() : column.add_text(well_formed(text));
}

// Turns rows with a text into facts, one batch after the other. Only one thread at a time.
class FactsColumns {
 public:
  explicit FactsColumns(const ReadyProfile& judge)
      : judge_(judge),
        id_(judge_.profile.recipe.id()),
        analyzer_(analyzer_of_store(judge_, best_kernel())) {}

  // The facts of each row; null for a row without a text.
  Array make(nb::handle data, const RowFields& fields) {
    const auto rows = pages_of(data, fields);
    Column column("facts", "u");
    Page page;
    for (std::uint64_t row = 0; rows->next(page); ++row) {
      if (row % kRowsBetweenLooks == 0) check_signals();
      const nb::gil_scoped_release released;
      StoredPage read = read_page(page, analyzer_, judge_.profile.recipe);
      if (!read.facts.has_text) {
        column.add_null();
      } else {
        column.add_text(facts_without_names(std::move(read), id_));
      }
    }
    return Array(std::move(column));
  }

 private:
  const ReadyProfile judge_;
  RecipeId id_;
  PageAnalyzer analyzer_;
};

// Rows of facts from a table of any library, with the columns facts, id, url, file, offset and
// root. Only facts is required. Rows without facts are skipped.
class FactsRows {
 public:
  FactsRows(nb::handle data, const Recipe& recipe)
      : reader_(data), recipe_(recipe), id_(recipe.id()) {}

  // The next row with facts, and its number among all rows. Needs the interpreter's lock.
  bool next(FactsPage& page) {
    for (;;) {
      while (!chunk_ || at_ == chunk_->rows()) {
        if (!open_chunk()) return false;
      }
      const std::int64_t row = at_++;
      ++rows_;
      const auto bytes = facts_->text(row);
      if (!bytes) continue;
      page = read(*bytes, row);
      return true;
    }
  }
  [[nodiscard]] std::uint64_t row() const noexcept { return rows_ - 1; }

 private:
  FactsPage read(std::string_view bytes, std::int64_t row) const {
    PageName name;
    if (ids_) name.id = ids_->label(row);
    if (urls_) name.url = urls_->label(row);
    if (files_) name.file = files_->label(row);
    if (offsets_) {
      const double offset = offsets_->number(row).value_or(0);
      if (!(offset >= 0)) {
        throw Error(ErrorCode::invalid_argument,
                    "row " + std::to_string(rows_ - 1) + " has an offset below 0");
      }
      name.offset = static_cast<std::uint64_t>(offset);
    }
    try {
      FactsPage page = facts_page(bytes, std::move(name), recipe_, id_);
      if (roots_) page.root = roots_->label(row);
      return page;
    } catch (const Error& error) {
      throw Error(error.code(), "row " + std::to_string(rows_ - 1) + ": " + error.sentence());
    }
  }
  bool open_chunk() {
    check_signals();
    at_ = 0;
    chunk_.reset();
    auto next = reader_.next();
    if (!next) return false;
    chunk_.emplace(std::move(*next));
    const auto named = [&](std::optional<ArrowColumn>& column, const char* name) {
      column.reset();
      if (auto found = chunk_->column(name)) column.emplace(std::move(*found));
    };
    named(facts_, "facts");
    named(ids_, "id");
    named(urls_, "url");
    named(files_, "file");
    named(offsets_, "offset");
    named(roots_, "root");
    if (!facts_ || !facts_->is_text()) {
      throw Error(ErrorCode::invalid_argument,
                  "there is no column 'facts' of bytes; page_facts() makes one");
    }
    return true;
  }

  ArrowReader reader_;
  const Recipe& recipe_;
  RecipeId id_;
  std::optional<ArrowChunk> chunk_;
  std::optional<ArrowColumn> facts_, ids_, urls_, files_, offsets_, roots_;
  std::int64_t at_ = 0;
  std::uint64_t rows_ = 0;
};

// Throws if a row has facts by another recipe.
void check_facts(nb::handle data, const ReadyProfile& judge) {
  FactsRows rows(data, judge.profile.recipe);
  for (FactsPage page; rows.next(page);) {
  }
}

// (path, entries, bytes, digest) of a segment.
using SegmentTuple = std::tuple<std::string, std::uint64_t, std::uint64_t, std::uint64_t>;

SegmentTuple write_segment(const std::string& path, const ReadyProfile& judge, nb::handle data,
                           int max_distance, std::uint64_t memory_bytes, const std::string& tmp) {
  FactsRows rows(data, judge.profile.recipe);
  const FactsSegmentOptions options{
      .max_distance = max_distance, .memory_bytes = memory_bytes, .tmp = tmp, .check = [] {
        const nb::gil_scoped_acquire locked;
        check_signals();
      }};
  const FactsSegment made = unlocked([&] {
    return write_facts_segment(path, judge.profile, options, [&](FactsPage& page) {
      const nb::gil_scoped_acquire locked;
      return rows.next(page);
    });
  });
  return {made.path, made.entries, made.stamp.bytes, made.stamp.digest};
}

FactsCommit commit_of(bool overwrite) {
  return overwrite ? FactsCommit::overwrite : FactsCommit::append;
}

std::uint64_t commit(const std::string& folder, const ReadyProfile& judge, int max_distance,
                     bool overwrite, const std::vector<SegmentTuple>& made, std::int64_t wait_ms) {
  std::vector<FactsSegment> segments;
  for (const auto& [path, entries, bytes, digest] : made) {
    segments.push_back({path, entries, {bytes, digest}});
  }
  return unlocked([&] {
    return commit_facts_segments(folder, judge.profile, max_distance, commit_of(overwrite),
                                 segments, {.at_most = std::chrono::milliseconds(wait_ms)});
  });
}

// An index of pages, open for reading and matching. Only one thread at a time.
class FactsIndex {
 public:
  FactsIndex(const std::string& folder, const ReadyProfile& judge, bool load)
      : judge_(judge), id_(judge_.profile.recipe.id()) {
    OpenIndexOptions options;
    options.residence = load ? Residence::loaded : Residence::mapped;
    unlocked([&] {
      index_ = std::make_unique<OpenIndex>(folder, options);
      require_pages_of(judge_.profile.recipe, index_->manifest(), folder);
      (void)PageSearch(*index_, judge_.profile);
    });
    std::uint64_t first = 0;
    for (const auto& part : index_->parts()) {
      first_.push_back(first);
      first += part->hamming.size();
    }
  }

  // The number of entries of each segment, including deleted ones.
  [[nodiscard]] std::vector<std::uint64_t> segments() const {
    std::vector<std::uint64_t> entries;
    for (const auto& part : index_->parts()) entries.push_back(part->hamming.size());
    return entries;
  }

  [[nodiscard]] std::uint64_t generation() const { return index_->manifest().generation; }
  [[nodiscard]] std::uint64_t entries() const { return index_->entries(); }

  // The entries begin..end of one segment, without the deleted ones, with the wanted columns.
  Table read(std::uint32_t segment, std::uint64_t begin, std::uint64_t end,
             const std::vector<std::string>& wanted) const {
    if (segment >= index_->parts().size()) {
      throw Error(ErrorCode::invalid_argument,
                  "the index has no such segment any more; read it "
                  "again");
    }
    const OpenIndex::Part& part = *index_->parts()[segment];
    end = std::min(end, part.hamming.size());
    Columns columns;
    for (const std::string& name : wanted) columns.emplace_back(name, format_of(name));
    unlocked([&] {
      for (std::uint64_t ordinal = begin; ordinal < end; ++ordinal) {
        if (part.is_deleted(ordinal)) continue;
        for (Column& column : columns) add_to(column, part, segment, ordinal);
      }
    });
    return Table(std::move(columns));
  }

  // Returns a row for each matching pair of a page of `data` and one of the index: the two pages,
  // the figures of the new one against the known one, and the values by which the leader rule
  // chooses.
  Table match(nb::handle data, bool index_is_new) const {
    FactsRows rows(data, judge_.profile.recipe);
    FactsMatcher matcher(*index_, judge_.profile,
                         index_is_new ? IndexSide::new_pages : IndexSide::known_pages);
    Columns columns = match_columns();
    std::vector<PageQuestion> questions;
    std::vector<std::uint64_t> numbers;
    const auto ask = [&] {
      unlocked([&] {
        matcher.match(questions, [&](const FactsMatch& found) {
          add_match(columns, numbers[found.question], found);
        });
      });
      questions.clear();
      numbers.clear();
    };
    for (FactsPage page; rows.next(page);) {
      questions.push_back(std::move(page.question));
      numbers.push_back(rows.row());
      if (questions.size() == kQuestionsAtOnce) ask();
    }
    if (!questions.empty()) ask();
    return Table(std::move(columns));
  }

 private:
  static std::string format_of(const std::string& name) {
    for (const char* text : {"id", "url", "file", "root", "facts"}) {
      if (name == text) return "u";
    }
    for (const char* number : {"offset", "fingerprint", "order", "units", "shingles"}) {
      if (name == number) return "L";
    }
    throw Error(ErrorCode::invalid_argument, "an index has no column '" + name + "'");
  }
  void add_to(Column& column, const OpenIndex::Part& part, std::uint32_t segment,
              std::uint64_t ordinal) const {
    const PageSections& pages = *part.pages;
    const std::string& name = column.name();
    if (name == "id") {
      column.add_text(well_formed(part.ids.at(ordinal)));
    } else if (name == "url") {
      add_text_or_null(column, pages.url(ordinal));
    } else if (name == "file") {
      add_text_or_null(column, pages.file_name(pages.file_of(ordinal)));
    } else if (name == "root") {
      add_text_or_null(column, pages.root(pages.file_of(ordinal)));
    } else if (name == "facts") {
      column.add_text(facts_of_entry(pages, ordinal, id_));
    } else if (name == "offset") {
      column.add(pages.offset_of(ordinal));
    } else if (name == "order") {
      column.add(first_[segment] + ordinal);
    } else if (name == "fingerprint") {
      const auto fingerprint = pages.fingerprint(ordinal);
      fingerprint ? column.add(*fingerprint) : column.add_null();
    } else {
      const PageFacts facts = pages.facts(ordinal);
      column.add(std::uint64_t{name == "units" ? facts.units : facts.shingles});
    }
  }

  static Columns match_columns() {
    Columns columns;
    columns.emplace_back("row", "L");
    columns.emplace_back("order", "L");
    columns.emplace_back("id", "u");
    columns.emplace_back("url", "u");
    columns.emplace_back("kind", "u");
    columns.emplace_back("resemblance", "g");
    columns.emplace_back("containment", "g");
    columns.emplace_back("containment_reverse", "g");
    columns.emplace_back("distance", "I");
    columns.emplace_back("by", "u");
    columns.emplace_back("part_joins", "b");
    columns.emplace_back("is_one_page", "b");
    return columns;
  }
  void add_match(Columns& columns, std::uint64_t row, const FactsMatch& found) const {
    const OpenIndex::Part& part = *index_->parts()[found.place.segment];
    const Match& match = found.match;
    columns[0].add(row);
    columns[1].add(first_[found.place.segment] + found.place.ordinal);
    columns[2].add_text(well_formed(part.ids.at(found.place.ordinal)));
    add_text_or_null(columns[3], part.pages->url(found.place.ordinal));
    columns[4].add_text(name_of(match.kind));
    columns[5].add(match.resemblance);
    columns[6].add(match.containment);
    columns[7].add(match.containment_reverse);
    match.distance < 0 ? columns[8].add_null()
                       : columns[8].add(static_cast<std::uint32_t>(match.distance));
    columns[9].add_text(name_of(match.by));
    // True if the page joins the other one, provided that pages of its kind are removed.
    columns[10].add_bool(joins(
        match, {.joining = {match.kind},
                .min_containment_to_join = judge_.profile.thresholds.containment_to_remove()}));
    columns[11].add_bool(found.is_one_page);
  }

  const ReadyProfile judge_;
  RecipeId id_;
  std::unique_ptr<OpenIndex> index_;
  std::vector<std::uint64_t> first_;  // for each segment, the number of its first entry
};

}  // namespace

void bind_facts(nb::module_& module) {
  nb::class_<FactsColumns>(module, "FactsColumns")
      .def(nb::init<const ReadyProfile&>(), nb::arg("judge"))
      .def("make", &FactsColumns::make, nb::arg("data"), nb::arg("fields"));
  nb::class_<FactsIndex>(module, "FactsIndex")
      .def(nb::init<const std::string&, const ReadyProfile&, bool>(), nb::arg("folder"),
           nb::arg("judge"), nb::arg("load"))
      .def_prop_ro("segments", &FactsIndex::segments)
      .def_prop_ro("generation", &FactsIndex::generation)
      .def("__len__", &FactsIndex::entries)
      .def("read", &FactsIndex::read, nb::arg("segment"), nb::arg("begin"), nb::arg("end"),
           nb::arg("wanted"))
      .def("match", &FactsIndex::match, nb::arg("data"), nb::arg("index_is_new"));
  module.def("check_facts", &check_facts, nb::arg("data"), nb::arg("judge"));
  module.def("write_facts_segment", &write_segment, nb::arg("path"), nb::arg("judge"),
             nb::arg("data"), nb::arg("max_distance"), nb::arg("memory_bytes"), nb::arg("tmp"));
  module.def(
      "facts_distance",
      [](const std::string& folder, const ReadyProfile& judge, std::optional<int> wanted,
         bool overwrite) {
        return facts_distance(folder, judge.profile, wanted, commit_of(overwrite));
      },
      nb::arg("folder"), nb::arg("judge"), nb::arg("wanted").none(), nb::arg("overwrite"));
  module.def("commit_facts_segments", &commit, nb::arg("folder"), nb::arg("judge"),
             nb::arg("max_distance"), nb::arg("overwrite"), nb::arg("segments"),
             nb::arg("wait_ms"));
}

}  // namespace facsim::python
