// SPDX-License-Identifier: Apache-2.0
#include "apps/show_search.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "apps/interrupt.h"
#include "apps/nearest.h"
#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr const char* kRemovedRows = "duplicates.jsonl";
constexpr const char* kReportedRows = "reported.jsonl";
constexpr std::size_t kPlacesMax = 100;
constexpr std::size_t kNearestMax = 3;

std::string path_of(const std::string& folder, const char* name) {
  return (std::filesystem::path(folder) / name).string();
}

// Calls `take` with the reader and each line, until it says false.
template <class Take>
void for_lines(const std::string& path, Take take) {
  RowReader reader(path);
  std::string_view line;
  for (std::uint64_t count = 0; reader.next(line); ++count) {
    if (count % 1024 == 0) throw_if_interrupted();
    if (!take(reader, line)) return;
  }
}

bool is_at(const PageName& page, const PageWord& wanted) {
  return wanted.offset && page.offset == *wanted.offset && page.file == wanted.file;
}

bool is_same_place(const PageName& a, const PageName& b) {
  return a.offset == b.offset && a.in_index == b.in_index && a.file == b.file;
}

// Whether a member that RowReader::pair() does not ask for is as duplicate_row() writes it.
bool is_sound(const std::string& name, const OrderedJson& value) {
  if (name == "resemblance") return value.is_number();
  if (name == "resemblance_error" || name == "agreement") {
    return value.is_null() || value.is_number();
  }
  if (name == "distance") return value.is_null() || value.is_number_integer();
  if (name == "template") return value.is_null() || value.is_boolean();
  if (name == "containment") {
    return value.is_array() && value.size() == 2 && value[0].is_number() && value[1].is_number();
  }
  return !value.is_structured();
}

ShownRow shown_row(const RowReader& reader, const PairRow& pair, std::string_view line) {
  ShownRow row{pair, OrderedJson::parse(line, nullptr, false)};
  if (!row.members.is_object()) reader.throw_damaged();
  for (const auto& [name, value] : row.members.items()) {
    if (!is_sound(name, value)) reader.throw_damaged();
  }
  return row;
}

// The first of each sort.
struct Firsts {
  std::optional<ShownRow> removed;
  std::optional<ShownRow> reported;
  std::optional<PageName> kept;

  [[nodiscard]] bool has_any() const { return removed || reported || kept; }
};

class Search {
 public:
  explicit Search(const PageWord& wanted) : wanted_(wanted) {}

  void look_at(const RowReader& reader, std::string_view line,
               std::optional<ShownRow> Firsts::* sort) {
    const PairRow row = reader.pair(line);
    const auto keep = [&](std::optional<ShownRow>& first) {
      if (!first) first = shown_row(reader, row, line);
    };
    if (is_at(row.page, wanted_)) keep(by_place_.*sort);
    if (row.page.id == wanted_.word) {
      keep(by_id_.*sort);
      add_place(row.page);
    }
    look_at_kept(row.representative);
  }

  RowsOfPage result() && {
    Firsts& firsts = by_place_.has_any() ? by_place_ : by_id_;
    RowsOfPage rows;
    if (&firsts == &by_id_) {
      rows.places = std::move(places_);
      rows.has_more_places = has_more_places_;
    }
    rows.removed = std::move(firsts.removed);
    if (!rows.removed) rows.reported = std::move(firsts.reported);
    if (!rows.removed && !rows.reported) rows.kept = std::move(firsts.kept);
    return rows;
  }

 private:
  void look_at_kept(const PageName& page) {
    if (!by_place_.kept && is_at(page, wanted_)) by_place_.kept = page;
    if (page.id != wanted_.word) return;
    if (!by_id_.kept) by_id_.kept = page;
    add_place(page);
  }

  void add_place(const PageName& page) {
    std::string place = place_of(page);
    if (page.in_index) place += " (of the index)";
    if (std::find(places_.begin(), places_.end(), place) != places_.end()) return;
    if (places_.size() == kPlacesMax) {
      has_more_places_ = true;
    } else {
      places_.push_back(std::move(place));
    }
  }

  const PageWord& wanted_;
  Firsts by_place_;
  Firsts by_id_;
  std::vector<std::string> places_;
  bool has_more_places_ = false;
};

std::optional<SkippedRow> skipped_at(const std::string& folder, const PageWord& wanted) {
  std::optional<SkippedRow> found;
  if (!wanted.offset) return found;
  for_lines(path_of(folder, "skipped.jsonl"), [&](const RowReader& reader, std::string_view line) {
    SkippedRow row = reader.skipped(line);
    if (row.offset == *wanted.offset && row.file == wanted.file) found = std::move(row);
    return !found;
  });
  return found;
}

}  // namespace

std::string place_of(const PageName& page) { return page.file + ':' + std::to_string(page.offset); }

PageWord page_word(const std::string& word) {
  PageWord wanted{.word = word, .offset = {}, .file = {}};
  const std::size_t colon = word.rfind(':');
  if (colon == std::string::npos || colon == 0) return wanted;
  std::uint64_t offset = 0;
  const char* end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data() + colon + 1, end, offset);
  if (error != std::errc() || rest != end) return wanted;
  wanted.offset = offset;
  wanted.file = word.substr(0, colon);
  return wanted;
}

RowsOfPage rows_of_page(const std::string& folder, const PageWord& wanted) {
  Search search(wanted);
  for_lines(path_of(folder, kRemovedRows), [&](const RowReader& reader, std::string_view line) {
    search.look_at(reader, line, &Firsts::removed);
    return true;
  });
  for_lines(path_of(folder, kReportedRows), [&](const RowReader& reader, std::string_view line) {
    search.look_at(reader, line, &Firsts::reported);
    return true;
  });
  RowsOfPage rows = std::move(search).result();
  if (rows.is_empty()) rows.skipped = skipped_at(folder, wanted);
  return rows;
}

WentRows rows_for(const std::string& folder, const PageName& kept, std::size_t count_max) {
  WentRows went;
  for_lines(path_of(folder, kRemovedRows), [&](const RowReader& reader, std::string_view line) {
    const PairRow row = reader.pair(line);
    if (!is_same_place(row.representative, kept)) return true;
    ++went.count;
    if (const auto kind = kind_named(row.kind)) ++went.kinds[static_cast<std::size_t>(*kind)];
    if (went.first.size() < count_max) went.first.push_back(shown_row(reader, row, line));
    return true;
  });
  return went;
}

std::vector<std::string> nearest_ids(const std::string& folder, const std::string& word) {
  NearestWords nearest_words(word, kNearestMax);
  for (const char* name : {kRemovedRows, kReportedRows}) {
    for_lines(path_of(folder, name), [&](const RowReader& reader, std::string_view line) {
      const PairRow row = reader.pair(line);
      nearest_words.add(row.page.id);
      nearest_words.add(row.representative.id);
      return true;
    });
  }
  return std::move(nearest_words).take();
}

}  // namespace facsim
