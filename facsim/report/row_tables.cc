// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/row_tables.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/files/name_text.h"
#include "facsim/report/row_members_internal.h"

namespace facsim {
namespace {

using parquet::NewColumn;
using parquet::NewValue;
using ColumnKind = NewColumn::Kind;

constexpr std::string_view kKindsBefore = "kinds.";

// Concatenates the columns of two tables.
template <std::size_t kFirst, std::size_t kSecond>
constexpr std::array<NewColumn, kFirst + kSecond> joined(
    const std::array<NewColumn, kFirst>& first, const std::array<NewColumn, kSecond>& second) {
  std::array<NewColumn, kFirst + kSecond> all{};
  for (std::size_t i = 0; i < kFirst; ++i) all[i] = first[i];
  for (std::size_t i = 0; i < kSecond; ++i) all[kFirst + i] = second[i];
  return all;
}

constexpr std::array kPageColumns = {
    NewColumn{"id", ColumnKind::text},
    NewColumn{"url", ColumnKind::text},
    NewColumn{"file", ColumnKind::text},
    NewColumn{"offset", ColumnKind::whole},
};
constexpr std::array kOtherColumns = {
    NewColumn{"representative", ColumnKind::text},
    NewColumn{"representative_url", ColumnKind::text},
    NewColumn{"representative_file", ColumnKind::text},
    NewColumn{"representative_offset", ColumnKind::whole},
    NewColumn{"in_index", ColumnKind::flag},
};
constexpr std::array kKindColumn = {NewColumn{"kind", ColumnKind::text}};
constexpr std::array kLikenessColumns = {
    NewColumn{"distance", ColumnKind::whole},
    NewColumn{"resemblance", ColumnKind::real},
    NewColumn{"resemblance_error", ColumnKind::real},
    NewColumn{"containment", ColumnKind::reals},
    NewColumn{"agreement", ColumnKind::real},
    NewColumn{"template", ColumnKind::flag},
    NewColumn{"judged", ColumnKind::reals},
    NewColumn{"payload_identical", ColumnKind::flag},
};
constexpr std::array kByColumns = {
    NewColumn{"cluster", ColumnKind::text},
    NewColumn{"by", ColumnKind::text},
};
constexpr std::array kStatusColumns = {
    NewColumn{"status", ColumnKind::whole},
    NewColumn{"representative_status", ColumnKind::whole},
};
constexpr std::array kApartColumns = {
    NewColumn{"kept_apart", ColumnKind::text},
    NewColumn{"name_words", ColumnKind::texts},
};
constexpr std::array kClusterLabelColumns = {
    NewColumn{"removed", ColumnKind::flag},
    NewColumn{"cluster", ColumnKind::text},
};

constexpr std::array kPairColumns =
    joined(joined(joined(kPageColumns, kOtherColumns), joined(kKindColumn, kLikenessColumns)),
           joined(kByColumns, kStatusColumns));
constexpr std::array kRevisitColumn = {NewColumn{"revisit_of", ColumnKind::text}};
constexpr std::array kKeptByColumn = {NewColumn{"kept_by", ColumnKind::text}};
constexpr std::array kDuplicateColumns = joined(kPairColumns, kRevisitColumn);
constexpr std::array kReportedColumns = joined(joined(kPairColumns, kKeptByColumn), kApartColumns);
constexpr std::array kAnnotationColumns = joined(
    joined(joined(kClusterLabelColumns, kKindColumn), joined(kOtherColumns, kLikenessColumns)),
    joined(kStatusColumns, kApartColumns));
constexpr std::array kClusterColumns = {
    NewColumn{"cluster", ColumnKind::text},       NewColumn{"url", ColumnKind::text},
    NewColumn{"file", ColumnKind::text},          NewColumn{"offset", ColumnKind::whole},
    NewColumn{"in_index", ColumnKind::flag},      NewColumn{"size", ColumnKind::whole},
    NewColumn{"kinds.exact", ColumnKind::whole},  NewColumn{"kinds.content", ColumnKind::whole},
    NewColumn{"kinds.layout", ColumnKind::whole}, NewColumn{"kinds.partial", ColumnKind::whole},
    NewColumn{"bytes_saved", ColumnKind::whole},
};

// Receives the members of a row, like JsonLine. A column without a value is null.
class TableRow {
 public:
  explicit TableRow(std::span<const NewColumn> columns)
      : columns_(columns),
        values_(columns.size()),
        texts_(columns.size()),
        ratios_(columns.size()),
        lists_(columns.size()) {}

  void text(std::string_view name, std::string_view value) {
    NewValue& to = at(name);
    std::string& text = texts_[static_cast<std::size_t>(&to - values_.data())];
    text = text_of_name(value);
    to.text = text;
  }
  void text_or_null(std::string_view name, std::string_view value) {
    if (!value.empty()) text(name, value);
  }
  void number(std::string_view name, std::uint64_t value) {
    at(name).whole = static_cast<std::int64_t>(value);
  }
  void ratio(std::string_view name, double value) { at(name).real = ratio_as_read(value); }
  void ratios(std::string_view name, std::span<const double> values) {
    NewValue& to = at(name);
    std::vector<double>& read = ratios_[static_cast<std::size_t>(&to - values_.data())];
    for (const double value : values) read.push_back(ratio_as_read(value));
    to.reals = read;
  }
  // An empty text becomes null.
  void texts_or_null(std::string_view name, std::span<const std::string> values) {
    NewValue& to = at(name);
    const auto column = static_cast<std::size_t>(&to - values_.data());
    List& list = lists_[column];
    list.texts.assign(values.begin(), values.end());
    for (const std::string& text : list.texts) {
      list.views.push_back(text.empty() ? std::string_view() : std::string_view(text));
    }
    to.texts = list.views;
  }
  void boolean(std::string_view name, bool value) { at(name).whole = value ? 1 : 0; }
  void null(std::string_view /*name*/) {}

  [[nodiscard]] std::span<const NewValue> values() const noexcept { return values_; }

 private:
  // Returns the value of a column and marks it as set. Members come in the order of the columns.
  NewValue& at(std::string_view name) {
    while (next_ < columns_.size() && columns_[next_].name != name) ++next_;
    assert(next_ < columns_.size() && "each member of a row has a column, in its order");
    NewValue& value = values_[next_++];
    value.is_null = false;
    return value;
  }

  std::span<const NewColumn> columns_;
  std::size_t next_ = 0;
  std::vector<NewValue> values_;
  std::vector<std::string> texts_;  // storage for the views in values_
  std::vector<std::vector<double>> ratios_;
  struct List {
    std::vector<std::string> texts;
    std::vector<std::string_view> views;
  };
  std::vector<List> lists_;
};

// Receives the members of `kinds`.
class KindsOfRow {
 public:
  explicit KindsOfRow(TableRow& row) : row_(row) {}
  void number(std::string_view name, std::uint64_t value) {
    row_.number(std::string(kKindsBefore).append(name), value);
  }

 private:
  TableRow& row_;
};

void add_kinds_member(TableRow& row, const ClusterCounts& counts) {
  KindsOfRow kinds(row);
  row_members::add_kinds(kinds, counts);
}

}  // namespace

DuplicateTable::DuplicateTable(std::unique_ptr<ByteSink> to)
    : table_(kDuplicateColumns, std::move(to)) {}

void DuplicateTable::add(const PageName& page, const PageName& representative, const Match& match,
                         const std::string& revisit_of) {
  TableRow row(kDuplicateColumns);
  row_members::add_duplicate(row, page, representative, match);
  row_members::add_revisit_of(row, revisit_of);
  table_.add(row.values());
}

ReportedTable::ReportedTable(std::unique_ptr<ByteSink> to)
    : table_(kReportedColumns, std::move(to)) {}

void ReportedTable::add(const PageName& page, const PageName& other, const Match& match,
                        const OwnWords& words, std::string_view kept_by) {
  TableRow row(kReportedColumns);
  row_members::add_reported(row, page, other, match, words, kept_by);
  table_.add(row.values());
}

struct AnnotationValues::Held {
  std::optional<TableRow> row;
};

AnnotationValues::AnnotationValues() : held_(std::make_unique<Held>()) {}
AnnotationValues::~AnnotationValues() = default;

std::span<const NewColumn> AnnotationValues::columns() noexcept { return kAnnotationColumns; }

std::span<const NewValue> AnnotationValues::of(const Annotation& said) {
  held_->row.emplace(kAnnotationColumns);
  row_members::add_annotation(*held_->row, said);
  return held_->row->values();
}

ClusterTable::ClusterTable(std::unique_ptr<ByteSink> to) : table_(kClusterColumns, std::move(to)) {}

void ClusterTable::add(const PageName& representative, const ClusterCounts& counts) {
  TableRow row(kClusterColumns);
  row_members::add_cluster(row, representative, counts);
  table_.add(row.values());
}

}  // namespace facsim
