// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/agreement.h"

#include <algorithm>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/verify/agreement_chain.h"
#include "facsim/verify/agreement_gaps.h"
#include "facsim/verify/agreement_passages.h"
#include "facsim/verify/agreement_runs.h"

namespace facsim {
namespace {

using Units = std::span<const std::uint64_t>;

// A long run has at least this many units, and at least as many as a shingle. If the pages have
// fewer than kRunsSearchedFrom units between what they share at their ends, the search is not
// worthwhile.
constexpr std::uint32_t kRunUnitsMin = 24;
constexpr std::size_t kRunsSearchedFrom = 128;

// Some 30 MB of buffers are retained at most.
constexpr std::size_t kKeptUnitsMax = std::size_t{1} << 18;

// The chain counts to 65,535, so that number is always too many.
constexpr std::uint32_t kOccurrencesMax = 65'534;

bool equal_units(Units a, Units b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

std::size_t common_prefix(Units a, Units b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                                  a.begin());
}

std::size_t common_suffix(Units a, Units b) {
  return static_cast<std::size_t>(std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first -
                                  a.rbegin());
}

std::uint32_t length_of(std::size_t units) { return static_cast<std::uint32_t>(units); }

// One of several longest chains is found; with a fixed order of the pages it is always the same
// one.
bool in_order(Units first, Units second) {
  if (first.size() != second.size()) return first.size() < second.size();
  const auto [a, b] = std::mismatch(first.begin(), first.end(), second.begin());
  return a == first.end() || *a < *b;
}

}  // namespace

class AgreementMeter::Work {
 public:
  // Finds all passages except those of single units in gaps. The pages must be in order.
  void find(Units first, Units second, const AgreementOptions& options) {
    passages_.begin(first, second);
    const std::size_t shingle = std::min<std::size_t>(options.shingle_size, first.size());
    if (shingle == 0) return;
    // Less than a shingle may be equal by chance.
    std::size_t head = common_prefix(first, second);
    if (head < shingle) head = 0;
    std::size_t tail = common_suffix(first.subspan(head), second.subspan(head));
    if (tail < shingle) tail = 0;
    const Passage end{length_of(first.size() - tail), length_of(second.size() - tail),
                      length_of(tail)};
    Passage last{0, 0, length_of(head)};
    if (head > 0) passages_.add(last);
    const Units first_rest = first.subspan(head, end.first_begin - head);
    const Units second_rest = second.subspan(head, end.second_begin - head);
    if (std::min(first_rest.size(), second_rest.size()) >= kRunsSearchedFrom) {
      const std::uint32_t length_min = std::max(kRunUnitsMin, length_of(shingle));
      for (Passage run : runs_.find(first_rest, second_rest, length_min)) {
        run.first_begin += length_of(head);
        run.second_begin += length_of(head);
        add_chain(first, second, last, run, shingle, options);
        passages_.add(run);
        last = run;
      }
    }
    add_chain(first, second, last, end, shingle, options);
    if (tail > 0) passages_.add(end);
    passages_.extend();
    passages_.drop_islands(gaps_);
  }

  [[nodiscard]] std::uint64_t covered() { return passages_.covered_with_gaps(gaps_); }
  [[nodiscard]] std::vector<Passage> passages() { return passages_.with_gaps(gaps_); }

 private:
  // Adds the chain of shingles that the stretches between two passages share.
  void add_chain(Units first, Units second, const Passage& before, const Passage& after,
                 std::size_t shingle, const AgreementOptions& options) {
    const std::uint32_t first_begin = before.first_begin + before.length;
    const std::uint32_t second_begin = before.second_begin + before.length;
    for (const ShinglePair& pair :
         chain_.find(first.subspan(first_begin, after.first_begin - first_begin),
                     second.subspan(second_begin, after.second_begin - second_begin), shingle,
                     std::min(options.occurrences_max, kOccurrencesMax))) {
      const Passage passage{first_begin + pair.first, second_begin + pair.second,
                            length_of(shingle)};
      if (passages_.lengthened(passage)) continue;
      // Equal hashes do not prove equal units.
      if (!equal_units(first.subspan(passage.first_begin, shingle),
                       second.subspan(passage.second_begin, shingle))) {
        continue;
      }
      passages_.add(passage);
    }
  }

  LongRuns runs_;
  ShingleChain chain_;
  PassageList passages_;
  GapMatcher gaps_;
};

AgreementMeter::AgreementMeter(const AgreementOptions& options)
    : options_(options), work_(std::make_unique<Work>()) {
  if (options.shingle_size == 0) {
    throw Error{ErrorCode::invalid_argument, "a shingle has at least one unit"};
  }
}

AgreementMeter::AgreementMeter(AgreementMeter&&) noexcept = default;
AgreementMeter& AgreementMeter::operator=(AgreementMeter&&) noexcept = default;
AgreementMeter::~AgreementMeter() = default;

double AgreementMeter::share(Units first, Units second) {
  if (first.empty() && second.empty()) return 1;
  if (!in_order(first, second)) std::swap(first, second);
  work_->find(first, second, options_);
  const std::uint64_t covered = work_->covered();
  if (second.size() > kKeptUnitsMax) *work_ = Work{};
  return static_cast<double>(covered) / static_cast<double>(second.size());
}

Agreement AgreementMeter::measure(Units first, Units second) {
  if (first.empty() && second.empty()) return {1.0, {}};
  const bool swapped = !in_order(first, second);
  if (swapped) std::swap(first, second);
  work_->find(first, second, options_);
  Agreement result;
  result.passages = work_->passages();
  if (second.size() > kKeptUnitsMax) *work_ = Work{};
  std::uint64_t covered = 0;
  for (Passage& passage : result.passages) {
    covered += passage.length;
    if (swapped) std::swap(passage.first_begin, passage.second_begin);
  }
  result.share = static_cast<double>(covered) / static_cast<double>(second.size());
  return result;
}

Agreement agreement(Units first, Units second, const AgreementOptions& options) {
  return AgreementMeter(options).measure(first, second);
}

}  // namespace facsim
