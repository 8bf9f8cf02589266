// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/ordered_pairs.h"

#include <algorithm>
#include <cassert>

namespace facsim {
namespace {

constexpr unsigned kDistanceShift = 60;
constexpr std::uint64_t kNumberMask = (std::uint64_t{1} << kDistanceShift) - 1;
constexpr std::uint64_t kBetweenChecks = 65536;
// The number of ordinals read ahead: for one group near an entry, and for all groups together.
constexpr std::size_t kBlockMost = 4096;
constexpr std::size_t kBlockLeast = 16;
constexpr std::size_t kBlocksTogether = std::size_t{1} << 20;

std::uint64_t packed(std::uint64_t distance, std::uint64_t number) noexcept {
  return distance << kDistanceShift | number;
}
std::uint64_t number_in(std::uint64_t packed) noexcept { return packed & kNumberMask; }
int distance_in(std::uint64_t packed) noexcept {
  return static_cast<int>(packed >> kDistanceShift);
}

struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

Range range_at(const SpillArray<std::uint64_t>& ends, std::uint64_t slot) {
  return {slot == 0 ? 0 : ends.at(slot - 1), ends.at(slot)};
}

}  // namespace

// Reports the pairs of one entry after the other.
class OrderedPairs::Expander {
 public:
  Expander(const OrderedPairs& pairs, std::uint64_t limit, const Visit& visit)
      : pairs_(pairs), limit_(limit), visit_(visit) {}

  void begin() { cursors_.clear(); }
  void add_single(std::uint64_t second, int distance) {
    cursors_.push_back({.next = second, .at = 0, .end = 0, .distance = distance});
  }
  // Adds the later members of the entry's own group, and of the groups near it.
  void add_near(std::uint64_t entry, std::uint64_t slot) {
    add_cursor(entry, slot, 0);
    const Range near = range_at(pairs_.near_ends_, slot);
    for (std::uint64_t at = near.begin; at < near.end; ++at) {
      const std::uint64_t one = pairs_.near_.at(at);
      add_cursor(entry, number_in(one), distance_in(one));
    }
  }
  void expand(std::uint64_t entry) {
    if (cursors_.empty()) return;
    block_ = std::clamp(kBlocksTogether / cursors_.size(), kBlockLeast, kBlockMost);
    if (limit_ > 0) {
      block_ = static_cast<std::size_t>(std::min<std::uint64_t>(block_, limit_ + 1));
      return give_nearest(entry);
    }
    (void)merge(cursors_, [&](std::uint64_t second, int distance) {
      visit_({entry, second, distance});
      return true;
    });
  }

  [[nodiscard]] std::uint64_t truncated() const noexcept { return truncated_; }

 private:
  // The rest of a group: `next`, and the members from `at` on.
  struct Cursor {
    std::uint64_t next = 0;
    std::uint64_t at = 0;
    std::uint64_t end = 0;
    int distance = 0;
    std::size_t in_block = 0;
    std::vector<std::uint64_t> block = {};
  };
  static bool is_later(const Cursor& a, const Cursor& b) noexcept { return a.next > b.next; }

  // Adds the members of a group that follow the entry, if any.
  void add_cursor(std::uint64_t entry, std::uint64_t slot, int distance) {
    Range members = range_at(pairs_.member_ends_, slot);
    const std::uint64_t end = members.end;
    while (members.begin < members.end) {
      const std::uint64_t middle = members.begin + (members.end - members.begin) / 2;
      if (pairs_.member(middle) <= entry) {
        members.begin = middle + 1;
      } else {
        members.end = middle;
      }
    }
    if (members.begin == end) return;
    cursors_.push_back({.next = pairs_.member(members.begin),
                        .at = members.begin + 1,
                        .end = end,
                        .distance = distance});
  }

  // Returns false at the end of the group.
  bool advance(Cursor& cursor) const {
    if (cursor.in_block == cursor.block.size()) {
      if (cursor.at == cursor.end) return false;
      cursor.block.resize(std::min<std::uint64_t>(block_, cursor.end - cursor.at));
      pairs_.read_members(cursor.at, cursor.block);
      cursor.at += cursor.block.size();
      cursor.in_block = 0;
    }
    cursor.next = cursor.block[cursor.in_block++];
    return true;
  }

  // Passes the members of all groups to `give` in order; stops and returns false if `give` does.
  template <class Give>
  bool merge(std::span<Cursor> heap, const Give& give) const {
    std::make_heap(heap.begin(), heap.end(), is_later);
    while (heap.size() > 1) {
      if (!give(heap.front().next, heap.front().distance)) return false;
      std::pop_heap(heap.begin(), heap.end(), is_later);
      if (advance(heap.back())) {
        std::push_heap(heap.begin(), heap.end(), is_later);
      } else {
        heap = heap.first(heap.size() - 1);
      }
    }
    do {
      if (!give(heap.front().next, heap.front().distance)) return false;
    } while (advance(heap.front()));
    return true;
  }

  // Merges the groups of one distance after the other until there are enough.
  void give_nearest(std::uint64_t entry) {
    nearest_.clear();
    std::stable_sort(cursors_.begin(), cursors_.end(),
                     [](const Cursor& a, const Cursor& b) { return a.distance < b.distance; });
    const std::span<Cursor> all(cursors_);
    for (std::size_t begin = 0; begin < all.size();) {
      std::size_t end = begin;
      while (end < all.size() && all[end].distance == all[begin].distance) ++end;
      const bool has_room =
          merge(all.subspan(begin, end - begin), [&](std::uint64_t second, int distance) {
            if (nearest_.size() == limit_) return false;
            nearest_.push_back({entry, second, distance});
            return true;
          });
      if (!has_room) {
        ++truncated_;
        break;
      }
      begin = end;
    }
    std::sort(nearest_.begin(), nearest_.end());
    std::for_each(nearest_.begin(), nearest_.end(), visit_);
  }

  const OrderedPairs& pairs_;
  const std::uint64_t limit_;
  const Visit& visit_;
  std::vector<Cursor> cursors_;
  std::vector<ClosePair> nearest_;
  std::size_t block_ = kBlockLeast;
  std::uint64_t truncated_ = 0;
};

OrderedPairs::OrderedPairs(Scratch& scratch, std::size_t memory_bytes)
    : scratch_(scratch),
      part_bytes_(memory_bytes / 8),
      plain_(scratch, memory_bytes / 2),
      links_(std::make_unique<SpillSorter<Link>>(scratch, part_bytes_)),
      members_(scratch, part_bytes_ / 4),
      member_ends_(scratch, part_bytes_ / 4),
      near_(scratch, part_bytes_ / 4),
      near_ends_(scratch, part_bytes_ / 4) {}

OrderedPairs::~OrderedPairs() = default;

std::uint64_t OrderedPairs::member(std::uint64_t at) const {
  std::uint64_t member = 0;
  read_members(at, {&member, 1});
  return member;
}

void OrderedPairs::read_members(std::uint64_t at, std::span<std::uint64_t> into) const {
  members_.read(at * sizeof(std::uint64_t), std::as_writable_bytes(into));
}

void OrderedPairs::add(const ClosePair& pair) {
  assert(pair.second <= kNumberMask && "entries are below 2^60");
  const auto distance = static_cast<std::uint64_t>(pair.distance);
  if (distance == 0) {
    if (is_shared_.size() <= pair.first) is_shared_.resize(pair.first + pair.first / 2 + 1);
    is_shared_[pair.first] = true;
    // A pair of equal fingerprints is stored only under the leader.
    links_->add({pair.first, packed(distance, pair.second)});
  } else if (is_shared(pair.first) || is_shared(pair.second)) {
    links_->add({pair.first, packed(distance, pair.second)});
    links_->add({pair.second, packed(distance, pair.first)});
  } else {
    plain_.add({pair.first, pair.second << 4 | distance});
  }
}

void OrderedPairs::finish(const std::function<void()>& check) {
  turned_ = std::make_unique<SpillSorter<Link>>(scratch_, part_bytes_);
  entries_ = std::make_unique<SpillSorter<Link>>(scratch_, part_bytes_);
  take_members(check);
  links_.reset();
  std::vector<bool>().swap(is_shared_);
  take_neighbours(check);
  turned_.reset();
  entries_->sort();
  plain_.sort();
}

void OrderedPairs::take_members(const std::function<void()>& check) {
  links_->sort();
  std::uint64_t slot = 0;
  std::uint64_t leader = 0;
  const auto take = [&](std::uint64_t entry) {
    members_.append(std::as_bytes(std::span(&entry, 1)));
    entries_->add({entry, slot});
  };
  std::uint64_t taken = 0;
  for (Link link; links_->next(link); ++taken) {
    if (check && taken % kBetweenChecks == 0) check();
    if (taken == 0 || link.from != leader) {
      if (taken > 0) {
        member_ends_.push_back(members_.size() / sizeof(std::uint64_t));
        ++slot;
      }
      leader = link.from;
      take(leader);
    }
    if (const int distance = distance_in(link.distance_and_to); distance == 0) {
      take(number_in(link.distance_and_to));
    } else {
      turned_->add(
          {number_in(link.distance_and_to), packed(static_cast<std::uint64_t>(distance), slot)});
    }
  }
  if (taken > 0) member_ends_.push_back(members_.size() / sizeof(std::uint64_t));
}

// Nearness is mutual, so the turned links give the slots near each leader.
void OrderedPairs::take_neighbours(const std::function<void()>& check) {
  turned_->sort();
  Link link;
  bool has_link = turned_->next(link);
  for (std::uint64_t slot = 0; slot < member_ends_.size(); ++slot) {
    if (check && slot % kBetweenChecks == 0) check();
    const std::uint64_t leader = member(range_at(member_ends_, slot).begin);
    for (; has_link && link.from == leader; has_link = turned_->next(link)) {
      near_.push_back(link.distance_and_to);
    }
    near_ends_.push_back(near_.size());
  }
  assert(!has_link && "every leader near another has a slot");
}

OrderedPairs::Crowds OrderedPairs::crowds(std::uint64_t entries_min, std::size_t most) const {
  Crowds crowds;
  // A heap with the smallest crowd in front.
  const auto is_larger = [](const Crowd& a, const Crowd& b) {
    return a.entries != b.entries ? a.entries > b.entries : a.leader < b.leader;
  };
  std::uint64_t begin = 0;
  for (std::uint64_t slot = 0; slot < member_ends_.size(); ++slot) {
    const std::uint64_t end = member_ends_.at(slot);
    if (end - begin >= entries_min) ++crowds.count;
    if (end - begin > 1) {
      crowds.largest.push_back({member(begin), end - begin});
      std::push_heap(crowds.largest.begin(), crowds.largest.end(), is_larger);
      if (crowds.largest.size() > most) {
        std::pop_heap(crowds.largest.begin(), crowds.largest.end(), is_larger);
        crowds.largest.pop_back();
      }
    }
    begin = end;
  }
  std::sort_heap(crowds.largest.begin(), crowds.largest.end(), is_larger);
  return crowds;
}

std::uint64_t OrderedPairs::for_each(std::uint64_t limit, const Visit& visit, std::uint64_t begin,
                                     std::uint64_t end) {
  Expander expander(*this, limit, visit);
  Link entry;
  ClosePair pair;
  const auto next_plain = [&] {
    PlainPair plain;
    const bool is_there = plain_.next(plain);
    pair = plain.pair();
    return is_there;
  };
  bool has_entry = entries_->next(entry);
  bool has_pair = next_plain();
  while (has_entry || has_pair) {
    const bool is_plain = !has_entry || (has_pair && pair.first < entry.from);
    const std::uint64_t first = is_plain ? pair.first : entry.from;
    const bool is_wanted = begin <= first && first < end;
    if (is_plain && is_wanted && limit == 0) {
      visit(pair);
      has_pair = next_plain();
      continue;
    }
    expander.begin();
    for (; has_pair && pair.first == first; has_pair = next_plain()) {
      expander.add_single(pair.second, pair.distance);
    }
    if (!is_plain && is_wanted) expander.add_near(first, entry.distance_and_to);
    if (is_wanted) expander.expand(first);
    if (!is_plain) has_entry = entries_->next(entry);
  }
  return expander.truncated();
}

}  // namespace facsim
