// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/agreement_runs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <numeric>

namespace facsim {
namespace {

using Units = std::span<const std::uint64_t>;

constexpr std::uint32_t kFree = 0xffffffffU;
constexpr std::uint32_t kRepeated = 0xfffffffeU;
constexpr std::uint32_t kNoRun = 0xffffffffU;
constexpr std::size_t kProbesMax = 16;
constexpr int kRoundsMax = 16;
constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15U;
constexpr int kSampleShift = 64 - std::countr_zero(kSampleRate);

// Two units decide whether a window is sampled; all of them make its hash.
bool is_sampled(const std::uint64_t* window) {
  return (window[0] + std::rotl(window[1], 23)) * kMultiplier >> kSampleShift == 0;
}

std::uint64_t window_hash(const std::uint64_t* window) {
  std::uint64_t even = 0;
  std::uint64_t odd = 0;
  for (std::size_t i = 0; i < kWindowUnits; i += 2) {
    even = even * kMultiplier + window[i];
    odd = odd * kMultiplier + window[i + 1];
  }
  const std::uint64_t sum = even + std::rotl(odd, 32);
  return (sum ^ sum >> 29U) * kMultiplier;
}

std::uint32_t equal_forwards(Units first, Units second, std::size_t i, std::size_t j) {
  const std::size_t begin = i;
  while (i < first.size() && j < second.size() && first[i] == second[j]) {
    ++i;
    ++j;
  }
  return static_cast<std::uint32_t>(i - begin);
}

// Stops at the positions first_min and second_min.
std::uint32_t equal_backwards(Units first, Units second, std::size_t i, std::size_t j,
                              std::size_t first_min, std::size_t second_min) {
  const std::size_t end = i;
  while (i > first_min && j > second_min && first[i - 1] == second[j - 1]) {
    --i;
    --j;
  }
  return static_cast<std::uint32_t>(end - i);
}

struct Gap {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

Gap gap_between(const Passage& before, const Passage& after) {
  return {after.first_begin - before.first_begin - before.length,
          after.second_begin - before.second_begin - before.length};
}

}  // namespace

// No branch on what is sampled, because the processor cannot predict it.
void LongRuns::sample(Units units) {
  const std::size_t count = units.size() < kWindowUnits ? 0 : units.size() - kWindowUnits + 1;
  if (samples_.size() < count + 1) samples_.resize(count + 1);
  std::size_t sampled = 0;
  for (std::size_t i = 0; i < count; ++i) {
    samples_[sampled] = static_cast<std::uint32_t>(i);
    sampled += is_sampled(units.data() + i) ? 1 : 0;
  }
  sample_count_ = sampled;
}

// A page cannot be constructed to make this slow: a hash without a free slot near its own is left
// out.
LongRuns::Slot* LongRuns::slot_of(std::uint64_t hash) {
  const auto tag = static_cast<std::uint32_t>(hash);
  const std::size_t home = hash >> shift_;
  for (std::size_t probe = 0; probe < kProbesMax; ++probe) {
    Slot& slot = slots_[(home + probe) & (slots_.size() - 1)];
    if (slot.position == kFree) slot.tag = tag;
    if (slot.tag == tag) return &slot;
  }
  return nullptr;
}

void LongRuns::index_samples(Units units) {
  sample(units);
  const std::size_t size = std::bit_ceil(2 * sample_count_ + 2);
  slots_.assign(size, {0, kFree});
  shift_ = 64 - std::countr_zero(size);
  for (std::size_t s = 0; s < sample_count_; ++s) {
    Slot* const slot = slot_of(window_hash(units.data() + samples_[s]));
    if (slot != nullptr) slot->position = slot->position == kFree ? samples_[s] : kRepeated;
  }
}

// Collects runs in the order of the first page, in which they do not overlap. Each sample is looked
// up once, none within a run, and runs are extended backwards at most to the last one: O(n) steps.
void LongRuns::collect(Units first, Units second, std::uint32_t length_min) {
  runs_.clear();
  sample(first);
  std::size_t first_end = 0;  // of the last run, long or short
  std::size_t second_end = 0;
  for (std::size_t s = 0; s < sample_count_; ++s) {
    const std::size_t i = samples_[s];
    if (i < first_end) continue;
    const Slot* const slot = slot_of(window_hash(first.data() + i));
    if (slot == nullptr || slot->position >= kRepeated) continue;
    const std::size_t j = slot->position;
    const std::uint32_t ahead = equal_forwards(first, second, i, j);
    if (ahead < kWindowUnits) continue;  // equal hashes do not prove equal units
    const std::uint32_t back =
        equal_backwards(first, second, i, j, first_end, second_end <= j ? second_end : 0);
    first_end = i + ahead;
    second_end = j + ahead;
    if (back + ahead < length_min) continue;
    runs_.push_back(
        {static_cast<std::uint32_t>(i - back), static_cast<std::uint32_t>(j - back), back + ahead});
  }
}

// Runs may overlap in the second page, as repetitions do, by half of the least length; the overlap
// is then cut off the second one.
void LongRuns::keep_heaviest_chain(std::uint32_t length_min) {
  const std::uint32_t overlap_max = length_min / 2;
  const auto end_of = [this](std::uint32_t run) {
    return runs_[run].second_begin + runs_[run].length;
  };
  by_end_.resize(runs_.size());
  std::iota(by_end_.begin(), by_end_.end(), 0U);
  std::sort(by_end_.begin(), by_end_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(end_of(a), a) < std::pair(end_of(b), b);
  });
  best_of_.assign(runs_.size() + 1, kNoRun);
  weights_.resize(runs_.size());
  run_before_.resize(runs_.size());
  const auto weight_of = [this](std::uint32_t run) { return run == kNoRun ? 0 : weights_[run]; };
  // Returns how many runs end at or before this position of the second page.
  const auto rank_of = [&](std::uint32_t place) {
    return static_cast<std::size_t>(
        std::partition_point(by_end_.begin(), by_end_.end(),
                             [&](std::uint32_t run) { return end_of(run) <= place; }) -
        by_end_.begin());
  };
  std::uint32_t last = kNoRun;
  for (std::uint32_t run = 0; run < runs_.size(); ++run) {
    std::uint32_t before = kNoRun;
    for (std::size_t at = rank_of(runs_[run].second_begin + overlap_max); at > 0; at &= at - 1) {
      if (weight_of(best_of_[at]) > weight_of(before)) before = best_of_[at];
    }
    weights_[run] = weight_of(before) + runs_[run].length;
    run_before_[run] = before;
    if (weights_[run] > weight_of(last)) last = run;
    for (std::size_t at = rank_of(end_of(run)); at < best_of_.size(); at += at & (~at + 1)) {
      if (weights_[run] > weight_of(best_of_[at])) best_of_[at] = run;
    }
  }
  std::size_t begin = runs_.size();
  for (; last != kNoRun; last = run_before_[last]) by_end_[--begin] = last;
  std::size_t kept = 0;
  std::uint32_t second_end = 0;
  for (; begin < by_end_.size(); ++begin) {
    Passage run = runs_[by_end_[begin]];
    const std::uint32_t cut = second_end > run.second_begin ? second_end - run.second_begin : 0;
    run.first_begin += cut;
    run.second_begin += cut;
    run.length -= cut;
    second_end = run.second_begin + run.length;
    runs_[kept++] = run;
  }
  runs_.resize(kept);
}

// Returns how many runs from this one on (with `before` before them) gain less than the alternative
// of bypassing them: matching the text before them in the first page with that after them in the
// second, or the reverse. 0 if there is no such number. It examines no more runs than the gap
// before them pays for, so it takes O(n) steps for all of them.
std::size_t LongRuns::dear_from(std::size_t begin, const Passage& before,
                                const Passage& end) const {
  const Gap gap = gap_between(before, runs_[begin]);
  const std::uint64_t most = std::max(gap.first, gap.second);
  std::uint64_t weight = 0;
  for (std::size_t i = begin; i < runs_.size(); ++i) {
    weight += runs_[i].length;
    if (weight >= most) return 0;
    const Gap next = gap_between(runs_[i], i + 1 < runs_.size() ? runs_[i + 1] : end);
    const std::uint64_t other =
        std::max(std::min(gap.first, next.second), std::min(gap.second, next.first));
    if (other > weight) return i + 1 - begin;
  }
  return 0;
}

// Dropping a run widens the gaps of its neighbours, which are then examined again.
bool LongRuns::drop_dear_runs(const Passage& end) {
  std::size_t kept = 0;
  Passage before;
  for (std::size_t i = 0; i < runs_.size();) {
    if (const std::size_t dear = dear_from(i, before, end); dear > 0) {
      i += dear;
    } else {
      before = runs_[i++];
      runs_[kept++] = before;
    }
  }
  const bool dropped = kept < runs_.size();
  runs_.resize(kept);
  return dropped;
}

std::span<const Passage> LongRuns::find(Units first, Units second, std::uint32_t length_min) {
  assert(length_min >= kWindowUnits && "a run has a window at least");
  index_samples(second);
  collect(first, second, length_min);
  if (!runs_.empty()) {
    keep_heaviest_chain(length_min);
    const Passage end{static_cast<std::uint32_t>(first.size()),
                      static_cast<std::uint32_t>(second.size()), 0};
    int rounds = 0;
    while (drop_dear_runs(end)) {
      if (++rounds == kRoundsMax) runs_.clear();
    }
  }
  return runs_;
}

}  // namespace facsim
