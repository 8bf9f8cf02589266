// SPDX-License-Identifier: Apache-2.0
#include "match_tables.h"

#include <string>
#include <utility>

#include "columns.h"
#include "facsim/report/rows.h"
#include "facsim/report/summary_text.h"
#include "labels.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

// Fills a row column by column, in the order in which the columns were created.
class RowOf {
 public:
  explicit RowOf(Columns& columns) : at_(columns.begin()) {}
  void text(std::string_view value) {
    if (value.empty()) {
      null();
    } else {
      (at_++)->add_text(value);
    }
  }
  void status(std::uint16_t value) {
    if (value == 0) return null();
    number(std::uint32_t{value});
  }
  template <class T>
  void number(T value) {
    (at_++)->add(value);
  }
  template <class T>
  void number(const std::optional<T>& value) {
    if (value) {
      number(*value);
    } else {
      null();
    }
  }
  void yes_or_no(const std::optional<bool>& value) {
    if (value) {
      (at_++)->add_bool(*value);
    } else {
      null();
    }
  }
  // Null if both are empty.
  void pair(std::string_view first, std::string_view second) {
    if (first.empty() && second.empty()) {
      null();
    } else {
      (at_++)->add_pair(first, second);
    }
  }
  void null() { (at_++)->add_null(); }

 private:
  Columns::iterator at_;
};

void place_columns(Columns& columns, bool of_files, const std::string& prefix) {
  if (of_files) {
    columns.emplace_back(prefix + "file", "u");
    columns.emplace_back(prefix + "offset", "L");
  } else {
    columns.emplace_back(prefix + "row", "L");
  }
}

void add_place(RowOf& row, const SinkPage& page, bool of_files) {
  if (of_files) {
    row.text(page.name.file);
    row.number(page.name.offset);
  } else {
    row.number(std::uint64_t{page.number});
  }
}

Columns match_columns(bool of_files) {
  Columns columns;
  place_columns(columns, of_files, "");
  columns.emplace_back("id", "u");
  columns.emplace_back("url", "u");
  place_columns(columns, of_files, "representative_");
  columns.emplace_back("representative", "u");
  columns.emplace_back("representative_url", "u");
  columns.emplace_back("kind", "u");
  columns.emplace_back("distance", "I");
  columns.emplace_back("resemblance", "g");
  columns.emplace_back("resemblance_error", "g");
  columns.emplace_back("containment", "g");
  columns.emplace_back("containment_reverse", "g");
  columns.emplace_back("agreement", "g");
  columns.emplace_back("template", "b");
  columns.emplace_back("judged", "g");
  columns.emplace_back("judged_representative", "g");
  columns.emplace_back("payload_identical", "b");
  columns.emplace_back("by", "u");
  columns.emplace_back("status", "I");
  columns.emplace_back("representative_status", "I");
  return columns;
}

// The columns of a match, and more after them.
Columns reported_columns(bool of_files) {
  Columns columns = match_columns(of_files);
  columns.emplace_back("kept_by", "u");
  columns.emplace_back("kept_apart", "u");
  columns.emplace_back("name_words", "+w:2");
  return columns;
}

nb::str str_of(const std::string& text) { return nb::str(text.data(), text.size()); }

// Returns the row, positioned after these columns.
RowOf add_match(Columns& columns, bool of_files, const SinkPage& page, const SinkPage& other,
                const Match& match) {
  RowOf row(columns);
  add_place(row, page, of_files);
  row.text(page.name.id);
  row.text(page.name.url);
  add_place(row, other, of_files);
  row.text(other.name.id);
  row.text(other.name.url);
  row.text(name_of(match.kind));
  row.number(match.distance < 0
                 ? std::nullopt
                 : std::optional<std::uint32_t>(static_cast<std::uint32_t>(match.distance)));
  row.number(match.resemblance);
  row.number(match.by == By::sketch ? std::optional<double>(match.error) : std::nullopt);
  row.number(match.containment);
  row.number(match.containment_reverse);
  row.number(match.agreement);
  row.yes_or_no(match.is_template);
  row.number(match.judged[0]);
  row.number(match.judged[1]);
  row.yes_or_no(match.same_payload);
  row.text(name_of(match.by));
  row.status(page.name.status);
  row.status(other.name.status);
  return row;
}

}  // namespace

TableSink::TableSink(bool of_files)
    : of_files_(of_files),
      removed_(match_columns(of_files)),
      reported_(reported_columns(of_files)) {
  place_columns(clusters_, of_files, "");
  clusters_.emplace_back("id", "u");
  clusters_.emplace_back("size", "L");
}

void TableSink::removed(const SinkPage& page, const SinkPage& representative, const Match& match) {
  (void)add_match(removed_, of_files_, page, representative, match);
}

void TableSink::reported(const SinkPage& page, const SinkPage& other, const Match& match) {
  RowOf row = add_match(reported_, of_files_, page, other, match);
  row.text(page.kept_by);
  const bool is_apart = !page.own_word.empty() || !other.own_word.empty();
  row.text(is_apart ? "names" : "");
  row.pair(page.own_word, other.own_word);
}

void TableSink::cluster(const SinkPage& representative, const ClusterCounts& counts) {
  RowOf row(clusters_);
  add_place(row, representative, of_files_);
  row.text(representative.name.id);
  row.number(std::uint64_t{counts.size});
}

nb::dict TableSink::result(const Summary& summary) {
  nb::dict dict;
  dict["duplicates"] = Table(std::move(removed_));
  dict["reported"] = Table(std::move(reported_));
  dict["clusters"] = Table(std::move(clusters_));
  dict["summary"] = str_of(to_json(summary));
  return dict;
}

void AnnotationSink::add(const SinkPage& page, const std::optional<std::uint32_t>& other,
                         const Annotation& annotation) {
  said_.push_back({page.name, page.number, other, facsim::annotation(annotation)});
}

void AnnotationSink::removed(const SinkPage& page, const SinkPage& representative,
                             const Match& match) {
  add(page, representative.number,
      {.removed = true,
       .cluster = representative.name,
       .other = representative.name,
       .match = match,
       .status = page.name.status});
}

void AnnotationSink::kept(const SinkPage& page) {
  if (page.name.status == 0) return;
  waiting_.emplace(page.number, Kept{page, {}, {.status = page.name.status}});
}

void AnnotationSink::reported(const SinkPage& page, const SinkPage& other, const Match& match) {
  waiting_.insert_or_assign(page.number, Kept{page,
                                              other.number,
                                              {.other = other.name,
                                               .match = match,
                                               .status = page.name.status,
                                               .words = {page.own_word, other.own_word}}});
}

void AnnotationSink::cluster(const SinkPage& representative, const ClusterCounts& /*counts*/) {
  const auto found = waiting_.find(representative.number);
  if (found != waiting_.end()) {
    found->second.annotation.cluster = representative.name;
  } else {
    add(representative, std::nullopt, {.cluster = representative.name});
  }
}

void AnnotationSink::finish(Summary& /*summary*/) {
  for (const auto& [number, each] : waiting_) add(each.page, each.other, each.annotation);
  waiting_.clear();
}

nb::dict AnnotationSink::result(const Summary& summary) {
  nb::list annotations;
  for (const Said& said : said_) {
    const nb::object place =
        of_files_ ? nb::object(nb::make_tuple(label(said.page.file), said.page.offset))
                  : nb::object(nb::int_(said.number));
    annotations.append(nb::make_tuple(
        place, said.other ? nb::object(nb::int_(*said.other)) : nb::none(), str_of(said.json)));
  }
  nb::dict dict;
  dict["annotations"] = annotations;
  dict["summary"] = str_of(to_json(summary));
  return dict;
}

}  // namespace facsim::python
