// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/uncrawled_book.h"

#include <algorithm>
#include <array>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/model/host.h"
#include "facsim/seen/store_keys.h"

namespace facsim {
namespace {

constexpr std::size_t kNumberBytes = 8;
constexpr std::array kCounts = {&Uncrawled::links, &Uncrawled::links_by_rules,
                                &Uncrawled::mirror_links, &Uncrawled::mirror_links_back};

void add_to(Uncrawled& sum, const Uncrawled& counts) {
  for (const auto count : kCounts) {
    sum.*count += std::min(counts.*count, kUncrawledCountMax - sum.*count);
  }
}

// Returns the links that were not followed in the end.
std::uint64_t spared(const Uncrawled& counts) {
  const std::uint64_t back = std::min(counts.mirror_links_back, counts.mirror_links);
  return counts.links + counts.links_by_rules + counts.mirror_links - back;
}

// The path of a mirror is case-sensitive.
std::string known_place(const std::string& place) {
  const std::size_t end = std::min(place.find('/'), place.size());
  return known_host(place.substr(0, end)) + place.substr(end);
}

}  // namespace

const Uncrawled& UncrawledBook::add(const Uncrawled& counts) {
  std::string place;
  if (counts.place.size() <= kUncrawledPlaceBytesMax) place = known_place(counts.place);
  // The others always have a place.
  const bool has_room = places_.size() - places_.count("") < places_max_;
  if (!has_room && places_.count(place) == 0) place.clear();
  Uncrawled& kept = places_[place];
  kept.place = std::move(place);
  add_to(kept, counts);
  add_to(all_, counts);
  return kept;
}

std::uint64_t UncrawledBook::links() const noexcept { return spared(all_); }

UncrawledFigures UncrawledBook::figures(std::size_t most) const {
  UncrawledFigures figures{.all = all_};
  for (const auto& [place, counts] : places_) {
    if (counts.mirror_links > counts.mirror_links_back) ++figures.mirrors;
    if (!place.empty()) ++figures.places;
    figures.top.push_back(counts);
  }
  const auto comes_before = [](const Uncrawled& a, const Uncrawled& b) {
    return spared(a) != spared(b) ? spared(a) > spared(b) : a.place < b.place;
  };
  const auto end =
      figures.top.begin() + static_cast<std::ptrdiff_t>(std::min(most, figures.top.size()));
  std::partial_sort(figures.top.begin(), end, figures.top.end(), comes_before);
  figures.top.erase(end, figures.top.end());
  return figures;
}

std::string encode_uncrawled(const Uncrawled& counts) {
  std::string bytes;
  for (const auto count : kCounts) bytes += bytes_of_number(counts.*count);
  return bytes;
}

std::optional<Uncrawled> decode_uncrawled(std::string_view place, std::string_view bytes) {
  if (bytes.size() != kCounts.size() * kNumberBytes) return std::nullopt;
  Uncrawled counts{.place = std::string(place)};
  for (const auto count : kCounts) {
    counts.*count = number_of(bytes.substr(0, kNumberBytes));
    bytes.remove_prefix(kNumberBytes);
  }
  return counts;
}

UncrawledBook read_uncrawled(const RowStore& rows, const std::string& folder) {
  UncrawledBook book;
  rows.for_each_key(
      kUncrawledPrefix, kUncrawledPrefix, [&](std::string_view key, std::string_view value) {
        const auto counts = decode_uncrawled(key.substr(kUncrawledPrefix.size()), value);
        if (!counts) {
          throw Error{ErrorCode::damaged, "what crawlers left out cannot be read; restore a backup",
                      folder};
        }
        (void)book.add(*counts);
        return true;
      });
  return book;
}

}  // namespace facsim
