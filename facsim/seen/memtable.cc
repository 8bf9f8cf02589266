// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/memtable.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <tuple>
#include <utility>

#include "facsim/known/page_sections.h"
#include "facsim/seen/row_names.h"
#include "facsim/verify/overlap.h"

namespace facsim {
namespace {

// An entry and how many keys led to it.
struct Met {
  std::uint32_t number = 0;
  std::uint32_t keys = 0;
};

std::vector<Met> counted(std::vector<std::uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  std::vector<Met> met;
  for (const std::uint32_t number : numbers) {
    if (met.empty() || met.back().number != number) met.push_back({number, 0});
    ++met.back().keys;
  }
  return met;
}

// Keeps the entries that share the most keys, among equals the first; sorted by number again.
void cut(std::vector<Met>& met, std::size_t limit) {
  const auto at = met.begin() + static_cast<std::ptrdiff_t>(limit);
  std::nth_element(met.begin(), at, met.end(), [](const Met& a, const Met& b) {
    return std::tie(b.keys, a.number) < std::tie(a.keys, b.number);
  });
  met.resize(limit);
  std::sort(met.begin(), met.end(), [](const Met& a, const Met& b) { return a.number < b.number; });
}

}  // namespace

MemtableKeys memtable_keys(const StoredPage& page) noexcept {
  MemtableKeys keys{.digest = digest_table_key(page.facts.digest)};
  if (!page.id.empty()) keys.id = id_name_hash(page.id);
  if (!page.url.empty()) keys.url = url_name_hash(page.url);
  if (page.facts.has_fingerprint) keys.bands = band_table_keys(page.facts.sketch);
  return keys;
}

Memtable::Memtable(const Profile& profile, int max_distance)
    : use_bands_(profile.bands > 0),
      anchors_shared_min_(profile.anchors_shared_min),
      anchor_pages_max_(profile.anchor_pages_max),
      blocks_(max_distance) {}

void Memtable::add(std::uint64_t row, std::uint64_t ticket, StoredPage page,
                   const MemtableKeys& keys) {
  assert(row > last_row());
  const auto number = static_cast<std::uint32_t>(entries_.size());
  if (!page.id.empty()) names_.add(keys.id, number);
  if (!page.url.empty()) names_.add(keys.url, number);
  name_bytes_ += page.id.capacity() + page.url.capacity();
  if (page.is_representative() && page.facts.has_text) add_keys(number, page, keys);
  entries_.push_back({row, ticket, std::move(page), false});
}

void Memtable::add_keys(std::uint32_t number, const StoredPage& page, const MemtableKeys& keys) {
  digests_.add(keys.digest, number);
  for (const std::uint64_t anchor : page.anchors) anchors_.add(anchor, number);
  for (const std::uint64_t key : bands_of(page.facts, keys)) bands_.add(key, number);
  if (page.facts.has_fingerprint) blocks_.add(page.facts.fingerprint, number);
}

bool Memtable::erase(std::uint64_t row) {
  const Entry* const found = entry(row);
  if (found == nullptr) return false;
  const_cast<Entry*>(found)->is_erased = true;
  return true;
}

std::span<const std::uint64_t> Memtable::bands_of(const PageFacts& facts,
                                                  const MemtableKeys& keys) const noexcept {
  return std::span(keys.bands).first(use_bands_ && facts.has_fingerprint ? kBands : 0);
}

// Some 15 keys are in as many places: fetched together they cost as much as one or two.
void Memtable::fetch(const StoredPage& page, const MemtableKeys& keys,
                     std::size_t step) const noexcept {
  const auto each = [&](const auto& fetch_key) {
    if (!page.id.empty()) fetch_key(names_, keys.id);
    if (!page.url.empty()) fetch_key(names_, keys.url);
    fetch_key(digests_, keys.digest);
    for (const std::uint64_t key : bands_of(page.facts, keys)) fetch_key(bands_, key);
  };
  const bool has_fingerprint = page.facts.has_fingerprint;
  if (step == 0) {
    each([](const KeyChains& chains, std::uint64_t key) { chains.fetch_mark(key); });
    if (has_fingerprint) blocks_.fetch_heads(page.facts.fingerprint);
  } else if (step == 1) {
    each([](const KeyChains& chains, std::uint64_t key) { chains.fetch_head(key); });
    if (has_fingerprint) blocks_.fetch_nodes(page.facts.fingerprint);
  } else {
    each([](const KeyChains& chains, std::uint64_t key) { chains.fetch_link(key); });
  }
}

bool Memtable::find(const StoredPage& page, const MemtableKeys& keys,
                    std::vector<const Entry*>& found) const {
  std::vector<std::uint32_t> numbers;
  const auto meet = [&numbers](std::uint32_t number) { numbers.push_back(number); };
  digests_.for_each(keys.digest, meet);
  for (const std::uint64_t key : bands_of(page.facts, keys)) bands_.for_each(key, meet);
  if (page.facts.has_fingerprint) blocks_.for_each_near(page.facts.fingerprint, meet);
  meet_by_anchors(page.anchors, numbers);
  std::erase_if(numbers, [this](std::uint32_t number) { return entries_[number].is_erased; });
  std::vector<Met> met = counted(numbers);
  const bool is_cut = met.size() > kKnownPagesMax;
  if (is_cut) cut(met, kKnownPagesMax);
  for (const Met& each : met) found.push_back(&entries_[each.number]);
  return is_cut;
}

// Like page_search.h, ignores an anchor of too many pages.
void Memtable::meet_by_anchors(std::span<const std::uint64_t> anchors,
                               std::vector<std::uint32_t>& met) const {
  std::vector<std::uint32_t> led;
  for (const std::uint64_t anchor : anchors) {
    const std::size_t before = led.size();
    anchors_.for_each(anchor, [&](std::uint32_t number) {
      if (!entries_[number].is_erased) led.push_back(number);
    });
    if (led.size() - before > anchor_pages_max_) led.resize(before);
  }
  std::sort(led.begin(), led.end());
  led.erase(std::unique(led.begin(), led.end()), led.end());
  for (const std::uint32_t number : led) {
    const std::vector<std::uint64_t>& known = entries_[number].page.anchors;
    if (overlap(anchors, known).shared >= anchors_shared_min_) met.push_back(number);
  }
}

void Memtable::find_named(std::uint64_t hash, std::vector<const Entry*>& found) const {
  const auto first = static_cast<std::ptrdiff_t>(found.size());
  names_.for_each(hash, [&](std::uint32_t number) {
    if (!entries_[number].is_erased) found.push_back(&entries_[number]);
  });
  std::reverse(found.begin() + first, found.end());
}

void Memtable::find_id(std::string_view id, std::uint64_t hash,
                       std::vector<const Entry*>& found) const {
  const auto first = static_cast<std::ptrdiff_t>(found.size());
  find_named(hash, found);
  const auto is_other = [&](const Entry* entry) { return entry->page.id != id; };
  found.erase(std::remove_if(found.begin() + first, found.end(), is_other), found.end());
}

void Memtable::find_url(std::string_view url, std::uint64_t hash,
                        std::vector<const Entry*>& found) const {
  const auto first = static_cast<std::ptrdiff_t>(found.size());
  find_named(hash, found);
  const auto is_other = [&](const Entry* entry) { return entry->page.url != url; };
  found.erase(std::remove_if(found.begin() + first, found.end(), is_other), found.end());
}

void Memtable::find_id(std::string_view id, std::vector<const Entry*>& found) const {
  find_id(id, id_name_hash(id), found);
}

void Memtable::find_url(std::string_view url, std::vector<const Entry*>& found) const {
  find_url(url, url_name_hash(url), found);
}

void Memtable::find_names(const StoredPage& page, const MemtableKeys& keys,
                          std::vector<const Entry*>& found) const {
  if (!page.id.empty()) find_id(page.id, keys.id, found);
  if (!page.url.empty()) find_url(page.url, keys.url, found);
}

const Memtable::Entry* Memtable::entry(std::uint64_t row) const {
  const auto at =
      std::lower_bound(entries_.begin(), entries_.end(), row,
                       [](const Entry& entry, std::uint64_t wanted) { return entry.row < wanted; });
  if (at == entries_.end() || at->row != row || at->is_erased) return nullptr;
  return &*at;
}

std::size_t Memtable::bytes() const noexcept {
  return entries_.size() * sizeof(Entry) + name_bytes_ + names_.bytes() + digests_.bytes() +
         bands_.bytes() + blocks_.bytes() + anchors_.bytes();
}

}  // namespace facsim
