// SPDX-License-Identifier: Apache-2.0
// Evaluates a channel and a sketch as one rule, without reading texts: candidates whose sketches of
// some size suggest a resemblance of at least a threshold.
#include <algorithm>
#include <mutex>
#include <optional>
#include <unordered_set>
#include <utility>

#include "facsim/dedup/candidates.h"
#include "facsim/eval/run_internal.h"
#include "facsim/fingerprint/sketcher.h"
#include "facsim/fingerprint/wide_sketch.h"

namespace facsim {
namespace {

constexpr int kDistance = 8;  // bits
constexpr std::size_t kItemsAtATime = 32;

enum Channel : std::size_t { kByBands, kByDistance, kChannels };

// The data of an item that a rule reads.
struct Side {
  std::uint64_t fingerprint = 0;
  std::array<std::uint32_t, kBandsMax> bands{};
  std::vector<std::vector<std::uint8_t>> sketches;  // by size; empty: the item has no fingerprint
};

// The pairs accepted by a rule of a channel and a sketch size, by the number of thresholds they
// pass.
struct Passed {
  std::vector<std::uint64_t> right;
  std::vector<std::uint64_t> wrong;
};

class SketchRules {
 public:
  explicit SketchRules(const EvalRun& run) : run_(run), specs_(run.options.sketches) {
    const SketchSpec& own = run.options.judge.profile.recipe.sketch;
    for (SketchSpec& spec : specs_) {
      spec.shingle_size = own.shingle_size;
      spec.seed = own.seed;
    }
    std::vector<std::uint64_t> shingles;
    for (const EvalItem& item : run.items) {
      Side& side = sides_.emplace_back();
      const PageRow row = run.corpus->row(item.page);
      if (!row.has_fingerprint) continue;
      side.fingerprint = row.fingerprint;
      side.bands = band_keys(row.sketch);
      run.corpus->shingles(item.page, shingles);
      for (const SketchSpec& spec : specs_) {
        side.sketches.push_back(wide_sketch_of(shingles, spec).value());
      }
    }
    for (const EvalPair& pair : run.listed) {
      if (pair.is_true) true_.insert(key(pair.first, pair.second));
    }
  }

  [[nodiscard]] std::vector<Passed> nothing() const {
    const std::size_t levels = run_.options.thresholds.size() + 1;
    return {kChannels * specs_.size(),
            {std::vector<std::uint64_t>(levels), std::vector<std::uint64_t>(levels)}};
  }

  void add(std::uint32_t first, std::uint32_t second, std::vector<Passed>& passed) const {
    const Side& a = sides_[first];
    const Side& b = sides_[second];
    if (a.sketches.empty() || b.sketches.empty()) return;
    const std::array<bool, kChannels> meets = {
        share_band(a, b),
        distance(Fingerprint{a.fingerprint}, Fingerprint{b.fingerprint}) <= kDistance};
    if (!meets[kByBands] && !meets[kByDistance]) return;
    const std::uint64_t weight = weight_of(run_, {first, second, 0, false});
    const bool is_true = true_.contains(key(first, second));
    const std::vector<double>& thresholds = run_.options.thresholds;
    for (std::size_t size = 0; size < specs_.size(); ++size) {
      const double estimate =
          estimated_resemblance(a.sketches[size], b.sketches[size], specs_[size]);
      const auto level = static_cast<std::size_t>(
          std::upper_bound(thresholds.begin(), thresholds.end(), estimate) - thresholds.begin());
      for (std::size_t channel = 0; channel < kChannels; ++channel) {
        if (!meets[channel]) continue;
        Passed& rule = passed[channel * specs_.size() + size];
        (is_true ? rule.right : rule.wrong)[level] += weight;
      }
    }
  }

  [[nodiscard]] std::vector<EvalMeasure> measures(const std::vector<Passed>& passed,
                                                  std::uint64_t all_true) const {
    std::vector<EvalMeasure> measures;
    for (std::size_t rule = 0; rule < passed.size(); ++rule) {
      measures.push_back(named(rule));
      EvalCounts sum;
      std::vector<ThresholdPoint>& points = measures.back().points;
      for (std::size_t i = run_.options.thresholds.size(); i-- > 0;) {
        sum.right += passed[rule].right[i + 1];
        sum.wrong += passed[rule].wrong[i + 1];
        sum.missed = all_true - sum.right;
        points.push_back({run_.options.thresholds[i], sum, false});
      }
      std::reverse(points.begin(), points.end());
      measures.back().pairs = sum.right + sum.wrong + passed[rule].right[0] + passed[rule].wrong[0];
      mark_best(points);
    }
    return measures;
  }

 private:
  static std::uint64_t key(std::uint32_t first, std::uint32_t second) {
    const auto [low, high] = std::minmax(first, second);
    return (std::uint64_t{low} << 32) | high;
  }

  static bool share_band(const Side& a, const Side& b) {
    bool shares = false;
    for (std::size_t band = 0; band < kBands; ++band) shares |= a.bands[band] == b.bands[band];
    return shares;
  }

  [[nodiscard]] EvalMeasure named(std::size_t rule) const {
    const SketchSpec& spec = specs_[rule % specs_.size()];
    const bool by_bands = rule / specs_.size() == kByBands;
    const std::string size = std::to_string(spec.bins) + "x" + std::to_string(spec.bits);
    EvalMeasure measure;
    measure.name = (by_bands ? "bands, " : "distance <= 8, ") + size;
    measure.about = std::string(by_bands ? "pairs that share a band" : "fingerprints in 8 bits") +
                    ", and sketches of " + size + " bits (" +
                    std::to_string((std::size_t{spec.bins} * spec.bits + 7) / 8) +
                    " bytes) suggest so much resemblance";
    return measure;
  }

  const EvalRun& run_;
  std::vector<SketchSpec> specs_;
  std::vector<Side> sides_;  // by item
  std::unordered_set<std::uint64_t> true_;
};

void add_all(std::vector<Passed>& to, const std::vector<Passed>& from) {
  for (std::size_t rule = 0; rule < to.size(); ++rule) {
    for (std::size_t i = 0; i < to[rule].right.size(); ++i) {
      to[rule].right[i] += from[rule].right[i];
      to[rule].wrong[i] += from[rule].wrong[i];
    }
  }
}

// Examines every pair of items, because channels may accept pairs that are not listed.
std::vector<Passed> count_all_pairs(EvalRun& run, const SketchRules& rules) {
  std::vector<Passed> total = rules.nothing();
  std::mutex mutex;
  std::uint64_t done = 0;
  const std::size_t items = run.items.size();
  run.executor.run((items + kItemsAtATime - 1) / kItemsAtATime, [&](std::size_t piece) {
    std::vector<Passed> passed = rules.nothing();
    const std::size_t begin = piece * kItemsAtATime;
    const std::size_t end = std::min(items, begin + kItemsAtATime);
    for (auto i = static_cast<std::uint32_t>(begin); i < end; ++i) {
      if (run.items[i].count > 1) rules.add(i, i, passed);
      for (std::uint32_t j = i + 1; j < items; ++j) rules.add(i, j, passed);
    }
    const std::lock_guard lock(mutex);
    add_all(total, passed);
    done += end - begin;
    run.progress("sketches", done, items);
  });
  return total;
}

}  // namespace

void measure_sketches(EvalRun& run) {
  if (run.options.sketches.empty()) return;
  const SketchRules rules(run);
  std::vector<Passed> passed = rules.nothing();
  if (run.options.truth == Truth::pairs) {
    for (const EvalPair& pair : run.listed) rules.add(pair.first, pair.second, passed);
  } else {
    passed = count_all_pairs(run, rules);
  }
  EvalReport& report = run.result.report;
  for (EvalMeasure& measure : rules.measures(passed, report.pairs_true)) {
    report.measures.push_back(std::move(measure));
  }
}

}  // namespace facsim
