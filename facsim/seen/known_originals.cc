// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/known_originals.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "facsim/base/hash64.h"
#include "facsim/corpus/scan.h"

namespace facsim {
namespace {

constexpr std::uint64_t kLookEvery = 1U << 16;

// What a revisit asks for.
struct Wish {
  std::uint64_t key = 0;
  std::uint64_t revisit = 0;
  friend auto operator<=>(const Wish&, const Wish&) = default;
};

// Wishes for ids, or for URLs.
class Wishes {
 public:
  void add(std::uint64_t key, std::uint64_t revisit) { wishes_.push_back({key, revisit}); }
  void sort() { std::sort(wishes_.begin(), wishes_.end()); }
  [[nodiscard]] bool empty() const noexcept { return wishes_.empty(); }
  void grant(std::string_view name, std::vector<bool>& granted) const {
    const std::uint64_t key = hash64(name);
    auto wish = std::lower_bound(wishes_.begin(), wishes_.end(), Wish{key, 0});
    // Where the first was granted, all were: a name may stand in the index a million times.
    if (wish == wishes_.end() || wish->key != key || granted[wish->revisit]) return;
    for (; wish != wishes_.end() && wish->key == key; ++wish) granted[wish->revisit] = true;
  }

 private:
  std::vector<Wish> wishes_;
};

}  // namespace

std::vector<bool> originals_in_index(const OpenIndex& index, const Revisits& revisits,
                                     const Run& run) {
  Wishes ids;
  Wishes urls;
  for (std::uint64_t i = 0; i < revisits.size(); ++i) {
    if (revisits.original_of(i) != kNoPage) continue;
    const RevisitRow row = revisits.at(i);
    if (row.original_id != 0) {
      ids.add(row.original_id, i);
    } else if (row.original_url != 0) {
      urls.add(row.original_url, i);
    }
  }
  if (ids.empty() && urls.empty()) return {};
  ids.sort();
  urls.sort();
  std::vector<bool> granted(revisits.size());
  for (const auto& part : index.parts()) {
    part->ids.for_each([&](std::uint64_t ordinal, std::string_view name) {
      if (ordinal % kLookEvery == 0) run.throw_if_cancelled();
      if (part->is_deleted(ordinal)) return;
      ids.grant(name, granted);
      if (!urls.empty()) urls.grant(part->pages->url(ordinal), granted);
    });
  }
  return granted;
}

}  // namespace facsim
