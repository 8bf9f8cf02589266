// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/key_groups.h"

namespace facsim {

// A key's first page is held back until a second page shows that there is a group.
std::uint64_t KeyGroups::for_each(const std::function<void(std::uint64_t, std::uint32_t)>& visit) {
  table_.sort();
  std::uint64_t groups = 0;
  bool is_open = false;  // true if pages of last.key have been visited
  KeyEntry last;
  if (!table_.next(last)) return 0;
  for (KeyEntry entry; table_.next(entry); last = entry) {
    if (entry.key != last.key) {
      is_open = false;
      continue;
    }
    if (entry.page == last.page) continue;
    if (!is_open) {
      visit(groups++, last.page);
      is_open = true;
    }
    visit(groups - 1, entry.page);
  }
  return groups;
}

}  // namespace facsim
