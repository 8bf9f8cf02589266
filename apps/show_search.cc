// SPDX-License-Identifier: Apache-2.0
#include "apps/show_search.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "apps/interrupt.h"
#include "facsim/base/error.h"
#include "facsim/base/nearest.h"
#include "facsim/corpus/find_page.h"
#include "facsim/corpus/near_url.h"
#include "facsim/model/label.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

constexpr std::size_t kNearestMax = 3;

std::string path_of(const std::string& folder, const char* name) {
  return (std::filesystem::path(folder) / name).string();
}

// Calls `take` with the reader and each line, until it returns false.
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

// True if a member that RowReader::pair() does not check has the form that duplicate_row() writes.
bool is_sound(const std::string& name, const OrderedJson& value) {
  if (name == "resemblance") return value.is_number();
  if (name == "resemblance_error" || name == "agreement") {
    return value.is_null() || value.is_number();
  }
  if (name == "distance") return value.is_null() || value.is_number_integer();
  if (name == "revisit_of") return value.is_null() || value.is_string();
  if (name == "template" || name == "payload_identical")
    return value.is_null() || value.is_boolean();
  if (name == "containment" || name == "judged") {
    return value.is_array() && value.size() == 2 && value[0].is_number() && value[1].is_number();
  }
  if (name == "name_words") {
    const auto is_word = [](const OrderedJson& word) { return word.is_null() || word.is_string(); };
    return value.is_null() ||
           (value.is_array() && value.size() == 2 && is_word(value[0]) && is_word(value[1]));
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

// The result of one interpretation of the word: the first page of each sort, and all their places.
struct Finds {
  std::optional<ShownRow> removed;
  std::optional<ShownRow> reported;
  std::optional<PageName> kept;
  std::vector<Namesake> namesakes;
  bool has_more = false;

  [[nodiscard]] bool has_any() const { return removed || reported || kept; }

  void add(const PageName& page, bool is_removed) {
    const auto is_it = [&](const Namesake& known) { return is_same_place(known.page, page); };
    if (std::any_of(namesakes.begin(), namesakes.end(), is_it)) return;
    has_more = namesakes.size() == kNamesakesMax;
    if (!has_more) namesakes.push_back({page, is_removed});
  }

  // Puts the shown page before the others.
  void put_first(const PageName& page) {
    const auto is_it = [&](const Namesake& known) { return is_same_place(known.page, page); };
    const auto at = std::find_if(namesakes.begin(), namesakes.end(), is_it);
    if (at != namesakes.end()) std::rotate(namesakes.begin(), at, at + 1);
  }
};

class Search {
 public:
  explicit Search(const PageWord& wanted) : wanted_(wanted) {}

  void look_at(const RowReader& reader, std::string_view line,
               std::optional<ShownRow> Finds::* sort) {
    const PairRow row = reader.pair(line);
    const bool is_removed = sort == &Finds::removed;
    if (Finds* finds = that_name(row.page)) {
      if (!(finds->*sort)) finds->*sort = shown_row(reader, row, line);
      finds->add(row.page, is_removed);
    }
    if (Finds* finds = that_name(row.representative)) {
      if (!finds->kept) finds->kept = row.representative;
      finds->add(row.representative, false);
    }
  }

  RowsOfPage result() && {
    RowsOfPage rows;
    rows.by = by_place_.has_any() ? NamedBy::place : by_id_.has_any() ? NamedBy::id : NamedBy::url;
    Finds& finds = rows.by == NamedBy::place ? by_place_
                   : rows.by == NamedBy::id  ? by_id_
                                             : by_url_;
    rows.removed = std::move(finds.removed);
    if (!rows.removed) rows.reported = std::move(finds.reported);
    if (!rows.removed && !rows.reported) rows.kept = std::move(finds.kept);
    if (rows.by == NamedBy::place || rows.is_empty()) return rows;
    finds.put_first(rows.removed    ? rows.removed->pair.page
                    : rows.reported ? rows.reported->pair.page
                                    : *rows.kept);
    rows.namesakes = std::move(finds.namesakes);
    rows.has_more_namesakes = finds.has_more;
    return rows;
  }

 private:
  // The finds for the interpretation of the word that names this page; null if none does.
  Finds* that_name(const PageName& page) {
    if (is_at(page, wanted_)) return &by_place_;
    if (page.id == wanted_.word) return &by_id_;
    if (!page.url.empty() && page.url == wanted_.word) return &by_url_;
    return nullptr;
  }

  const PageWord& wanted_;
  Finds by_place_;
  Finds by_id_;
  Finds by_url_;
};

std::optional<SkippedRow> skipped_at(const std::string& folder, const PageWord& wanted) {
  std::optional<SkippedRow> found;
  if (!wanted.offset) return found;
  for_lines(path_of(folder, kSkippedName), [&](const RowReader& reader, std::string_view line) {
    SkippedRow row = reader.skipped(line);
    if (row.offset == *wanted.offset && row.file == wanted.file) found = std::move(row);
    return !found;
  });
  return found;
}

}  // namespace

std::string place_of(const PageName& page) { return page.file + ':' + std::to_string(page.offset); }

PageWord page_word(const std::string& word) {
  PageWord wanted{.word = cut_label(word), .offset = {}, .file = {}};
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
  for_lines(path_of(folder, kDuplicatesName), [&](const RowReader& reader, std::string_view line) {
    search.look_at(reader, line, &Finds::removed);
    return true;
  });
  for_lines(path_of(folder, kReportedName), [&](const RowReader& reader, std::string_view line) {
    search.look_at(reader, line, &Finds::reported);
    return true;
  });
  RowsOfPage rows = std::move(search).result();
  if (rows.is_empty()) rows.skipped = skipped_at(folder, wanted);
  return rows;
}

WentRows rows_for(const std::string& folder, const PageName& kept, std::size_t count_max) {
  WentRows went;
  for_lines(path_of(folder, kDuplicatesName), [&](const RowReader& reader, std::string_view line) {
    const PairRow row = reader.pair(line);
    if (!is_same_place(row.representative, kept)) return true;
    ++went.count;
    if (const auto kind = kind_named(row.kind)) ++went.kinds[static_cast<std::size_t>(*kind)];
    if (went.first.size() < count_max) went.first.push_back(shown_row(reader, row, line));
    return true;
  });
  return went;
}

std::vector<std::string> nearest_names(const std::string& folder, const std::string& word) {
  NearestWords nearest_words(word, kNearestMax);
  NearUrls near_urls(word, kNearUrlsMax);
  const auto look_at = [&](const PageName& page) {
    nearest_words.add(page.id);
    if (page.url.empty()) return;
    nearest_words.add(page.url);
    near_urls.add(page.url);
  };
  for (const char* name : {kDuplicatesName, kReportedName}) {
    for_lines(path_of(folder, name), [&](const RowReader& reader, std::string_view line) {
      const PairRow row = reader.pair(line);
      look_at(row.page);
      look_at(row.representative);
      return true;
    });
  }
  return near_urls.found().empty() ? std::move(nearest_words).take() : near_urls.found();
}

}  // namespace facsim
