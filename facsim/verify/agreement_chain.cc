// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/agreement_chain.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

// The base of the polynomial that hashes a shingle, and the factor for the hash's slot in a table.
constexpr std::uint64_t kPolynomialBase = 0x9e3779b97f4a7c15U;

std::size_t shingle_count(ShingleChain::Units units, std::size_t shingle_size) {
  return units.size() < shingle_size ? 0 : units.size() - shingle_size + 1;
}

std::uint64_t sum_of(ShingleChain::Units units) {
  std::uint64_t sum = 0;
  for (const std::uint64_t unit : units) sum += unit;
  return sum;
}

std::uint16_t more(std::uint16_t count) {
  return static_cast<std::uint16_t>(std::min(count + 1, 0xffff));
}

// Calls visit(position, hash) for every shingle. The hash is a rolling polynomial in the units,
// which are hashes already.
template <class Visit>
void each_shingle(ShingleChain::Units units, std::size_t shingle_size, const Visit& visit) {
  const std::size_t count = shingle_count(units, shingle_size);
  if (count == 0) return;
  std::uint64_t power = 1;  // of the unit that leaves the shingle
  std::uint64_t hash = 0;
  for (const std::uint64_t unit : units.first(shingle_size)) {
    hash = hash * kPolynomialBase + unit;
    power *= kPolynomialBase;
  }
  visit(std::uint32_t{0}, hash);
  for (std::uint32_t i = 1; i < count; ++i) {
    hash = hash * kPolynomialBase + (units[i + shingle_size - 1] - units[i - 1] * power);
    visit(i, hash);
  }
}

// Returns the first index whose value is not less than `value`; such a value must exist. Shingles
// that occur in both stretches are searched for near the last one found: in steps from the hint
// that double, then without branches, which the processor could not predict.
std::size_t lower_bound_near(std::span<const std::uint32_t> ascending, std::size_t hint,
                             std::uint32_t value) {
  const std::size_t size = ascending.size();
  std::size_t begin = std::min(hint, size - 1);
  std::size_t count = 0;  // number of candidates, besides the index after them
  std::size_t step = 1;
  if (ascending[begin] < value) {
    ++begin;
    while (begin + step < size && ascending[begin + step - 1] < value) {
      begin += step;
      step *= 2;
    }
    count = std::min(step, size - begin);
  } else {
    while (begin >= step && ascending[begin - step] >= value) {
      begin -= step;
      step *= 2;
    }
    const std::size_t end = begin;
    begin = begin >= step ? begin - step + 1 : 0;
    count = end - begin;
  }
  while (count > 0) {
    const std::size_t half = (count + 1) / 2;
    begin += ascending[begin + half - 1] < value ? half : 0;
    count -= half;
  }
  return begin;
}

}  // namespace

// The slot of a hash depends on the salt, and the salt on all units, so no page can be constructed
// to fill one corner of the table.
std::size_t ShingleChain::place_of(std::uint64_t hash) const {
  const auto tag = static_cast<std::uint32_t>(hash);
  std::size_t place = (hash ^ salt_) * kPolynomialBase >> shift_;
  while (slots_[place].last != kNone && slots_[place].tag != tag) {
    place = (place + 1) & (slots_.size() - 1);
  }
  return place;
}

void ShingleChain::index(Units shorter, std::size_t shingle_size, std::uint64_t salt) {
  const std::size_t count = shingle_count(shorter, shingle_size);
  const std::size_t size = std::bit_ceil(2 * count + 2);
  slots_.assign(size, Slot{});
  salt_ = salt;
  shift_ = 64 - std::countr_zero(size);
  positions_.resize(count);
  each_shingle(shorter, shingle_size, [&](std::uint32_t i, std::uint64_t hash) {
    Slot& slot = slots_[place_of(hash)];
    slot.tag = static_cast<std::uint32_t>(hash);
    const std::uint32_t before = std::exchange(slot.last, i);
    const std::uint16_t so_far =
        before == kNone ? std::uint16_t{0} : positions_[before].shorter_count;
    positions_[i] = {before, 0, more(so_far)};
  });
}

void ShingleChain::look_up(Units longer, std::size_t shingle_size) {
  found_.clear();
  each_shingle(longer, shingle_size, [&](std::uint32_t i, std::uint64_t hash) {
    const std::uint32_t last = slots_[place_of(hash)].last;
    if (last == kNone) return;
    found_.push_back({i, last});
    positions_[last].longer_count = more(positions_[last].longer_count);
  });
}

void ShingleChain::add_link(std::uint32_t longer, std::uint32_t shorter) {
  // Most of the time the stretches run in parallel and the chain grows at its end.
  std::size_t length = end_places_.size();
  if (length > 0 && end_places_.back() >= shorter) {
    length = lower_bound_near(end_places_, last_length_ + 1, shorter);
    last_length_ = length;
    if (end_places_[length] == shorter) return;
  } else {
    last_length_ = length;
    ends_.push_back(kNone);
    end_places_.push_back(0);
  }
  end_places_[length] = shorter;
  ends_[length] = static_cast<std::uint32_t>(links_.size());
  links_.push_back({longer, shorter, length == 0 ? kNone : ends_[length - 1]});
}

// Positions of the longer stretch are visited ascending, their partners descending, so two partners
// of one position cannot follow each other and the chain is a longest ascending subsequence.
void ShingleChain::link(std::uint32_t occurrences_max) {
  links_.clear();
  ends_.clear();
  end_places_.clear();
  last_length_ = 0;
  for (const Found& found : found_) {
    const Position& last = positions_[found.last];
    if (std::max(last.longer_count, last.shorter_count) > occurrences_max) continue;
    for (std::uint32_t j = found.last; j != kNone; j = positions_[j].before) {
      add_link(found.longer, j);
    }
  }
}

std::span<const ShinglePair> ShingleChain::find(Units first, Units second, std::size_t shingle_size,
                                                std::uint32_t occurrences_max) {
  chain_.clear();
  const bool first_is_longer = first.size() > second.size();
  const Units shorter = first_is_longer ? second : first;
  const Units longer = first_is_longer ? first : second;
  if (shingle_count(shorter, shingle_size) == 0) return chain_;
  index(shorter, shingle_size, mix64(mix64(sum_of(first)) + sum_of(second)));
  look_up(longer, shingle_size);
  link(occurrences_max);
  std::uint32_t at = ends_.empty() ? kNone : ends_.back();
  chain_.resize(ends_.size());
  for (std::size_t left = chain_.size(); left > 0; --left) {
    const Link& link = links_[at];
    chain_[left - 1] = first_is_longer ? ShinglePair{link.longer, link.shorter}
                                       : ShinglePair{link.shorter, link.longer};
    at = link.before;
  }
  return chain_;
}

}  // namespace facsim
