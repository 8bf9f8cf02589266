// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/source_tables.h"

#include <algorithm>
#include <tuple>

#include "facsim/files/name_text.h"

namespace facsim {
namespace {

constexpr std::uint32_t kIndex = SourceNames::kOthers + 1;
// The number of different moves that are counted, the first in input order, and that the summary
// lists.
constexpr std::size_t kMovesCountedMax = 100'000;
constexpr std::size_t kMovesListedMax = 1'000;

// For a file that is one page, counts would only repeat whether it was removed; its folder shows
// more.
std::string counted_name(const InputFile& file) {
  if (!is_whole_file(file.kind)) return text_of_name(file.name);
  const std::size_t slash = file.name.rfind('/');
  return slash == std::string::npos ? "./" : text_of_name(file.name.substr(0, slash + 1));
}

std::string shown_name(const SourceNames& names, std::uint32_t number) {
  if (number == kIndex) return "(index)";
  return number == SourceNames::kOthers ? "(others)" : names.names()[number];
}

}  // namespace

SourceTables::SourceTables(const Corpus& corpus) : corpus_(corpus) {
  number_of_file_.reserve(corpus.files.size());
  for (const InputFile& file : corpus.files) {
    number_of_file_.push_back(files_.names.number_of(counted_name(file)));
  }
  files_.rows.resize(SourceNames::kOthers + 1);
  for (std::size_t file = 0; file < corpus.skipped_of_file.size(); ++file) {
    SourceFigures& row = files_.rows[number_of_file_[file]];
    row.skipped = row.skipped.value_or(0) + corpus.skipped_of_file[file];
  }
  if (!corpus.counts_values) return;
  values_.names = corpus.values;
  values_.rows.resize(SourceNames::kOthers + 1);
  for (std::size_t value = 0; value < corpus.skipped_of_value.size(); ++value) {
    values_.rows[value].skipped = corpus.skipped_of_value[value];
  }
}

void SourceTables::count(Table& table, std::uint32_t from, std::uint32_t to, const PageFate& fate) {
  SourceFigures& row = table.rows[from];
  ++row.pages;
  row.bytes_saved += fate.bytes_saved;
  if (fate.match == nullptr) return;
  const auto kind = static_cast<std::size_t>(fate.match->kind);
  ++(fate.is_removed ? row.removed : row.reported)[kind];
  if (!fate.is_removed || from == to) return;
  const std::pair move{from, to};
  if (table.moves.size() >= kMovesCountedMax && !table.moves.contains(move)) {
    ++table.moves_uncounted;
  } else {
    ++table.moves[move];
  }
}

void SourceTables::count(std::uint32_t page, std::uint32_t file, const PageFate& fate) {
  // The file of a known page belongs to the list of the index.
  const bool has_other = fate.is_removed && !fate.representative_is_known;
  count(files_, number_of_file_[file],
        has_other ? number_of_file_[fate.representative_file] : kIndex, fate);
  if (!corpus_.counts_values) return;
  count(values_, corpus_.value_of_page.at(page),
        has_other ? corpus_.value_of_page.at(fate.representative) : kIndex, fate);
}

SourceTable SourceTables::summed(const Table& table) {
  SourceTable made;
  for (std::size_t number = 0; number <= table.names.names().size(); ++number) {
    const bool is_others = number == table.names.names().size();
    SourceFigures row = table.rows[is_others ? SourceNames::kOthers : number];
    // A value or file without pages is listed; the others are listed only if there are some.
    if (is_others && row.pages == 0 && row.skipped.value_or(0) == 0) break;
    if (is_others) {
      made.others = row;
    } else {
      row.name = table.names.names()[number];
      made.rows.push_back(std::move(row));
    }
  }
  std::sort(made.rows.begin(), made.rows.end(), [](const auto& a, const auto& b) {
    return std::tie(b.pages, a.name) < std::tie(a.pages, b.name);
  });
  for (const auto& [move, removed] : table.moves) {
    made.moves.push_back(
        {shown_name(table.names, move.first), shown_name(table.names, move.second), removed});
    made.moved += removed;
  }
  made.moved += table.moves_uncounted;
  std::sort(made.moves.begin(), made.moves.end(), [](const auto& a, const auto& b) {
    return std::tie(b.removed, a.from, a.to) < std::tie(a.removed, b.from, b.to);
  });
  if (made.moves.size() > kMovesListedMax) made.moves.resize(kMovesListedMax);
  return made;
}

void SourceTables::fill(DecisionCounts& counts) const {
  counts.by_file = summed(files_);
  if (corpus_.counts_values) counts.by_value = summed(values_);
}

}  // namespace facsim
