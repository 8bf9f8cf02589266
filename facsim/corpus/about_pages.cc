// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/about_pages.h"

#include <algorithm>
#include <compare>

#include "facsim/base/spill_sort.h"

namespace facsim {
namespace {

// A record's id, then those who name it.
struct Named {
  std::uint64_t key = 0;
  std::uint64_t number = 0;  // 0: the record; else 1 + the number of who names it
  friend auto operator<=>(const Named&, const Named&) = default;
};

}  // namespace

std::vector<AboutPage> AboutPages::resolve(const SpillArray<PageRow>& rows,
                                           std::uint64_t memory_bytes) const {
  std::vector<AboutPage> found;
  // A WET file by itself has nothing but candidates.
  if (pages_.size() == 0) return found;
  if (pages_.size() == rows.size() && not_judged_.size() == 0) return found;
  SpillSorter<Named> named(*scratch_, memory_bytes);
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
  std::vector<std::uint64_t> numbers;
  std::uint64_t key = 0;
  for (Named each; named.next(each);) {
    if (each.number == 0) {
      key = each.key;
    } else if (each.key == key) {
      numbers.push_back(each.number - 1);
    }
  }
  std::ranges::sort(numbers);
  for (const std::uint64_t number : numbers) found.push_back(pages_.at(number));
  return found;
}

}  // namespace facsim
