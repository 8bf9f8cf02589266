// SPDX-License-Identifier: Apache-2.0
#include "match_tables.h"

#include <string>
#include <utility>

#include "columns.h"
#include "facsim/report/summary.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

// Rows are filled column by column, in the order in which the columns were made.
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
  columns.emplace_back("by", "u");
  return columns;
}

// Returns the row behind these columns.
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
  row.text(name_of(match.by));
  return row;
}

}  // namespace

TableSink::TableSink(bool of_files)
    : of_files_(of_files), removed_(match_columns(of_files)), reported_(match_columns(of_files)) {
  reported_.emplace_back("kept_by", "u");
  place_columns(clusters_, of_files, "");
  clusters_.emplace_back("id", "u");
  clusters_.emplace_back("size", "L");
}

void TableSink::removed(const SinkPage& page, const SinkPage& representative, const Match& match) {
  (void)add_match(removed_, of_files_, page, representative, match);
}

void TableSink::reported(const SinkPage& page, const SinkPage& other, const Match& match) {
  add_match(reported_, of_files_, page, other, match).text(page.kept_by);
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
  const std::string json = to_json(summary);
  dict["summary"] = nb::str(json.data(), json.size());
  return dict;
}

}  // namespace facsim::python
