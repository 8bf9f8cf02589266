// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/row_tables.h"

#include <array>
#include <cassert>
#include <cstdint>
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

constexpr std::array kDuplicateColumns = {
    NewColumn{"id", ColumnKind::text},
    NewColumn{"url", ColumnKind::text},
    NewColumn{"file", ColumnKind::text},
    NewColumn{"offset", ColumnKind::whole},
    NewColumn{"representative", ColumnKind::text},
    NewColumn{"representative_url", ColumnKind::text},
    NewColumn{"representative_file", ColumnKind::text},
    NewColumn{"representative_offset", ColumnKind::whole},
    NewColumn{"in_index", ColumnKind::flag},
    NewColumn{"kind", ColumnKind::text},
    NewColumn{"distance", ColumnKind::whole},
    NewColumn{"resemblance", ColumnKind::real},
    NewColumn{"resemblance_error", ColumnKind::real},
    NewColumn{"containment", ColumnKind::reals},
    NewColumn{"agreement", ColumnKind::real},
    NewColumn{"template", ColumnKind::flag},
    NewColumn{"judged", ColumnKind::reals},
    NewColumn{"payload_identical", ColumnKind::flag},
    NewColumn{"cluster", ColumnKind::text},
    NewColumn{"by", ColumnKind::text},
    NewColumn{"revisit_of", ColumnKind::text},
};
constexpr std::array kClusterColumns = {
    NewColumn{"cluster", ColumnKind::text},       NewColumn{"url", ColumnKind::text},
    NewColumn{"file", ColumnKind::text},          NewColumn{"offset", ColumnKind::whole},
    NewColumn{"in_index", ColumnKind::flag},      NewColumn{"size", ColumnKind::whole},
    NewColumn{"kinds.exact", ColumnKind::whole},  NewColumn{"kinds.content", ColumnKind::whole},
    NewColumn{"kinds.layout", ColumnKind::whole}, NewColumn{"kinds.partial", ColumnKind::whole},
    NewColumn{"bytes_saved", ColumnKind::whole},
};

// Takes the members of a row, as JsonLine does. A column of which nothing is said is null.
class TableRow {
 public:
  explicit TableRow(std::span<const NewColumn> columns)
      : columns_(columns),
        values_(columns.size()),
        texts_(columns.size()),
        ratios_(columns.size()) {}

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
  void boolean(std::string_view name, bool value) { at(name).whole = value ? 1 : 0; }
  void null(std::string_view /*name*/) {}

  [[nodiscard]] std::span<const NewValue> values() const noexcept { return values_; }

 private:
  // The value of a column, which has one now. Members come in the order of the columns.
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
  std::vector<std::string> texts_;  // what values are views of
  std::vector<std::vector<double>> ratios_;
};

// Members of `kinds`.
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

ClusterTable::ClusterTable(std::unique_ptr<ByteSink> to) : table_(kClusterColumns, std::move(to)) {}

void ClusterTable::add(const PageName& representative, const ClusterCounts& counts) {
  TableRow row(kClusterColumns);
  row_members::add_cluster(row, representative, counts);
  table_.add(row.values());
}

}  // namespace facsim
