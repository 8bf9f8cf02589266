// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/about_pages.h"

#include <compare>

namespace facsim {
namespace {

// A record's id; sorted, it is followed by the candidates that name it.
struct NamedRecord {
  std::uint64_t key = 0;
  std::uint64_t number = 0;  // 0: the record; else 1 + the number of the candidate that names it
  friend auto operator<=>(const NamedRecord&, const NamedRecord&) = default;
};

}  // namespace

SpillSorter<AboutPage> AboutPages::resolve(const SpillArray<PageRow>& rows,
                                           std::uint64_t memory_bytes) const {
  SpillSorter<AboutPage> found(*scratch_, memory_bytes / 2);
  // A WET file by itself contains only candidates.
  if (pages_.size() == 0 || (pages_.size() == rows.size() && not_judged_.size() == 0)) {
    found.sort();
    return found;
  }
  SpillSorter<NamedRecord> named(*scratch_, memory_bytes / 2);
  std::uint64_t next = 0;
  for (std::uint64_t page = 0; page < rows.size(); ++page) {
    if (next < pages_.size()) {
      const AboutPage about = pages_.at(next);
      if (about.page == page) {
        ++next;
        named.add({about.about_key, next});
        continue;
      }
    }
    const PageRow row = rows.at(page);
    if (row.record_key != 0 && row.has_text) named.add({row.record_key, 0});
  }
  for (std::uint64_t i = 0; i < not_judged_.size(); ++i) named.add({not_judged_.at(i), 0});
  named.sort();
  std::uint64_t key = 0;
  for (NamedRecord each; named.next(each);) {
    if (each.number == 0) {
      key = each.key;
    } else if (each.key == key) {
      found.add(pages_.at(each.number - 1));
    }
  }
  found.sort();
  return found;
}

}  // namespace facsim
