// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/known_originals.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "facsim/base/hash64.h"
#include "facsim/corpus/scan.h"
#include "facsim/known/known_captures.h"

namespace facsim {
namespace {

using Original = KnownOriginals::Original;

constexpr std::uint64_t kLookEvery = 1U << 16;

// The page that a revisit needs, by a key of its name.
struct Wish {
  std::uint64_t key = 0;
  std::uint64_t revisit = 0;
  bool is_removed = false;  // the page replaces the original, which was removed
  friend auto operator<=>(const Wish&, const Wish&) = default;
};

// Wishes for one kind of name.
class Wishes {
 public:
  void add(const Wish& wish) { wishes_.push_back(wish); }
  void sort() { std::sort(wishes_.begin(), wishes_.end()); }
  [[nodiscard]] bool empty() const noexcept { return wishes_.empty(); }
  // Fulfils the wishes for `key`: its page is at `place`.
  void grant(std::uint64_t key, IndexPlace place, std::vector<Original>& found) {
    auto wish = std::lower_bound(wishes_.begin(), wishes_.end(), Wish{.key = key});
    if (wish == wishes_.end() || wish->key != key) return;
    granted_.resize(wishes_.size());
    // A name may occur in the index a million times.
    if (granted_[at(wish)]) return;
    for (; wish != wishes_.end() && wish->key == key; ++wish) {
      granted_[at(wish)] = true;
      found.push_back({wish->revisit, wish->is_removed, true, place});
    }
  }

 private:
  [[nodiscard]] std::size_t at(std::vector<Wish>::const_iterator wish) const {
    return static_cast<std::size_t>(wish - wishes_.begin());
  }

  std::vector<Wish> wishes_;
  std::vector<bool> granted_;
};

// The fate of the capture that a key names, from all segments.
std::optional<CaptureFate> fate_of(const OpenIndex& index, std::uint64_t key) {
  std::vector<std::uint64_t> numbers;
  for (const auto& part : index.parts()) {
    if (part->captures) (void)part->captures->find(capture_key(key), 1, numbers);
  }
  if (numbers.empty()) return std::nullopt;
  return CaptureFate::of_number(std::ranges::min(numbers));
}

// Uses only the ways that are at least as sure as `last`.
std::optional<CaptureFate> fate_of(const OpenIndex& index, const ReferenceKeys& references,
                                   std::uint32_t last) {
  const auto keys = references.apart();
  for (std::uint32_t way = 0; way < kReferenceWays && way <= last; ++way) {
    if (keys[way] == 0) continue;
    if (const auto fate = fate_of(index, keys[way])) return fate;
  }
  return std::nullopt;
}

// The wishes of all revisits, by the kind of name.
struct AllWishes {
  Wishes kept;  // pages by kept_id_key()
  Wishes ids;   // `ids` and `urls` are for segments without captures
  Wishes urls;
};

AllWishes wishes_of(const OpenIndex& index, const Revisits& revisits,
                    std::vector<Original>& found) {
  AllWishes wishes;
  for (std::uint64_t i = 0; i < revisits.size(); ++i) {
    if (const auto fate = fate_of(index, revisits.references_of(i), revisits.way_of(i))) {
      if (fate->is_no_page()) {
        found.push_back({.revisit = i});
      } else {
        wishes.kept.add({fate->id_key(), i, fate->is_removed()});
      }
    } else if (revisits.original_of(i) == kNoPage) {
      const RevisitRow row = revisits.at(i);
      if (row.original_id != 0) {
        wishes.ids.add({row.original_id, i});
      } else if (row.original_url != 0) {
        wishes.urls.add({row.original_url, i});
      }
    }
  }
  wishes.kept.sort();
  wishes.ids.sort();
  wishes.urls.sort();
  return wishes;
}

void grant_from(const OpenIndex::Part& part, std::uint32_t segment, AllWishes& wishes,
                std::vector<Original>& found, const Run& run) {
  part.ids.for_each([&](std::uint64_t ordinal, std::string_view name) {
    if (ordinal % kLookEvery == 0) run.throw_if_cancelled();
    if (part.is_deleted(ordinal)) return;
    const IndexPlace place{segment, ordinal};
    wishes.kept.grant(kept_id_key(name), place, found);
    if (part.captures) return;
    wishes.ids.grant(hash64(name), place, found);
    if (!wishes.urls.empty()) wishes.urls.grant(hash64(part.pages->url(ordinal)), place, found);
  });
}

void find_pages(const OpenIndex& index, const Revisits& revisits, std::vector<Original>& found,
                const Run& run) {
  AllWishes wishes = wishes_of(index, revisits, found);
  if (wishes.kept.empty() && wishes.ids.empty() && wishes.urls.empty()) return;
  for (std::uint32_t segment = 0; segment < index.parts().size(); ++segment) {
    grant_from(*index.parts()[segment], segment, wishes, found, run);
  }
}

}  // namespace

KnownOriginals::KnownOriginals(const OpenIndex& index, Revisits& revisits, std::uint32_t pages,
                               const Run& run)
    : index_(index) {
  if (revisits.size() == 0) return;
  find_pages(index, revisits, found_, run);
  found_.shrink_to_fit();
  std::ranges::sort(found_, {}, &Original::revisit);
  std::vector<std::uint64_t> elsewhere;
  for (const Original& original : found_) elsewhere.push_back(original.revisit);
  revisits.set_elsewhere(elsewhere, pages);
}

PageName KnownOriginals::kept_page(const Original& original) const {
  const OpenIndex::Part& part = *index_.parts()[original.place.segment];
  PageName name = part.pages->name(original.place.ordinal);
  name.id = part.ids.at(original.place.ordinal);
  name.in_index = true;
  return name;
}

}  // namespace facsim
