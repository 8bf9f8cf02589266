// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/pair_verifier.h"

#include <algorithm>
#include <utility>

#include "facsim/dedup/candidates.h"
#include "facsim/features/shingles.h"
#include "facsim/fingerprint/sketcher.h"
#include "facsim/page/match_of_witnesses.h"
#include "facsim/page/pair_judge.h"
#include "facsim/verify/kind.h"
#include "facsim/verify/numbers.h"
#include "facsim/verify/overlap.h"
#include "facsim/verify/titles.h"

namespace facsim {
namespace {

// Spare buffers: at most 25 MB.
constexpr std::size_t kSpareTextsMax = 32;
constexpr std::size_t kSpareUnitsMax = 32'768;
// Memory per unit of the longer of two compared texts: both texts and their shingles, a copy to
// sort them, and the memory that verify/agreement.h states.
constexpr std::uint64_t kBytesPerUnit = 2 * 16 + 8 + 100;
// The number of pairs whose agreement is remembered.
constexpr std::size_t kMeasuredMax = 4'096;

}  // namespace

PairVerifier::PairVerifier(const Corpus& corpus, const RereadUnits& reread, const Profile& profile,
                           bool refuses_templates, std::uint64_t cache_bytes_max,
                           PageBudget* budget)
    : corpus_(corpus),
      reread_(reread),
      profile_(profile),
      refuses_templates_(refuses_templates),
      cache_bytes_max_(cache_bytes_max) {
  if (budget != nullptr) hold_ = std::make_unique<PageBudget::Hold>(*budget);
}

std::optional<Match> PairVerifier::verify(std::uint32_t page, std::uint32_t kept) {
  return verify(row_pair(corpus_, page, kept));
}

std::optional<Match> PairVerifier::verify(const RowPair& pair) {
  const PageRow& row = pair.row;
  const PageRow& kept = pair.other_row;
  if (!may_stand_for(kept, row)) return std::nullopt;  // a known page, which is always kept
  if (!are_candidates(row, kept, profile_) && !share_anchors(corpus_, row, kept, profile_)) {
    return std::nullopt;
  }
  ++counts_.pairs;
  Thresholds thresholds = profile_.thresholds;
  if (are_two_pages(row, kept, 1, thresholds)) {
    ++counts_.two_pages;
    if (are_menus_alone(row, kept)) return std::nullopt;
    thresholds.min_resemblance = thresholds.min_resemblance_with_agreement = 2;  // only parts
  }
  if (pair.have_one_text()) return compare(pair);
  if (!sizes_may_match(row.shingles, kept.shingles, thresholds)) {
    ++counts_.refused_by_size;
    return std::nullopt;
  }
  if (pair.lacks_text()) {
    ++counts_.by_sketch;
    return estimate_match(row, kept, profile_.thresholds).match;
  }
  if (!estimate_may_match(estimated_resemblance(row.sketch, kept.sketch), row.shingles,
                          kept.shingles, thresholds)) {
    ++counts_.refused_by_sketch;
    return std::nullopt;
  }
  return compare(pair);
}

void PairVerifier::complete(Match& match, std::uint32_t page, std::uint32_t other) {
  if (match.by != By::text && match.by != By::digest) return;
  const RowPair pair = row_pair(corpus_, page, other);
  judge_template(match, pair);
  if (!floor_) return;
  MeasuredPair* measured = remembered_.find(page, other);
  if (measured == nullptr) {
    measured = remembered_.put_back(listed(pair, compare_texts(pair, *floor_)));
  }
  measured->agreement = match.agreement;
  if (match.kind == Kind::content) {
    measured->fill_one_template = fill_one_template(pair, *match.agreement);
  }
}

void PairVerifier::judge_template(Match& match, const RowPair& pair) {
  if (match.is_template) return;
  if (!match.agreement) match.agreement = measure_agreement(pair);
  match.is_template = match.kind == Kind::content && fill_one_template(pair, *match.agreement) &&
                      !corpus_.have_one_url(pair.row, pair.other_row);
}

bool PairVerifier::fill_one_template(const RowPair& pair, double agreement) {
  if (pair.have_one_text()) return false;
  const TextPointer mine = text(pair.page, pair.row);
  const TextPointer theirs = text(pair.other, pair.other_row);
  const Witness& my_witness = pair.row.witness;
  const Witness& their_witness = pair.other_row.witness;
  const bool is_one_site = my_witness.site == their_witness.site;
  // Different numbers under an equal title are those of another version.
  if (is_one_site && !mine->title_words.empty() && mine->title_words == theirs->title_words &&
      my_witness.title == their_witness.title && my_witness.marks == their_witness.marks) {
    return false;
  }
  if (is_one_site &&
      titles_are_swapped({mine->title_words, mine->units}, {theirs->title_words, theirs->units})) {
    return true;
  }
  return differs_in_numbers(mine->numbers, theirs->numbers, pair.row.units, pair.other_row.units,
                            agreement);
}

std::optional<MeasuredPair> PairVerifier::list_pair(std::uint32_t page, std::uint32_t other) {
  const RowPair pair = row_pair(corpus_, page, other);
  const PageRow& row = pair.row;
  const PageRow& other_row = pair.other_row;
  if (!are_candidates(row, other_row, profile_) &&
      !share_anchors(corpus_, row, other_row, profile_)) {
    return std::nullopt;
  }
  const double floor = floor_.value_or(0);
  Thresholds least = profile_.thresholds;
  least.min_resemblance = least.min_containment = floor;
  if (are_menus_alone(row, other_row) ||
      !sizes_may_match(row.shingles, other_row.shingles, least) ||
      !estimate_may_match(estimated_resemblance(row.sketch, other_row.sketch), row.shingles,
                          other_row.shingles, least)) {
    return std::nullopt;
  }
  return listed(pair, compare_texts(pair, floor));
}

VerificationCounts PairVerifier::take_counts() { return std::exchange(counts_, {}); }

std::optional<Match> PairVerifier::compare(const RowPair& pair) {
  const bool same_text = pair.have_one_text();
  ++(same_text ? counts_.by_digest : counts_.by_text);
  const double min_agreement = profile_.thresholds.min_agreement;
  const Compared compared =
      compare_texts(pair, std::min(min_agreement, floor_.value_or(min_agreement)));
  if (floor_) remembered_.add(listed(pair, compared));
  const Evidence evidence =
      same_text ? same_text_evidence() : text_evidence(compared.shared, compared.agreement);
  std::optional<Match> match = judge_pair(pair.row, pair.other_row, evidence, profile_.thresholds);
  if (match && refuses_templates_ && match->kind == Kind::content) {
    judge_template(*match, pair);
    if (*match->is_template) {
      ++counts_.refused_as_template;
      return std::nullopt;
    }
  }
  return match;
}

PairVerifier::Compared PairVerifier::compare_texts(const RowPair& pair, double agreement_least) {
  if (pair.have_one_text()) {
    return {{pair.row.shingles, pair.other_row.shingles, pair.row.shingles}, 1};
  }
  const TextPointer mine = text(pair.page, pair.row);
  const TextPointer theirs = text(pair.other, pair.other_row);
  Compared compared{overlap(mine->shingles, theirs->shingles), std::nullopt};
  const bool decides = profile_.thresholds.min_agreement > 0;
  if (!decides && asks_order(pair.row, pair.other_row) &&
      compared.shared.resemblance() >=
          std::min(floor_.value_or(1), profile_.thresholds.min_resemblance)) {
    compared.agreement = measure_agreement(pair);
  }
  if (decides && largest_agreement(pair.row.units, pair.other_row.units) >= agreement_least) {
    compared.agreement = measure_agreement(pair);
  }
  return compared;
}

double PairVerifier::measure_agreement(const RowPair& pair) {
  const std::uint64_t key = std::uint64_t{pair.page} << 32 | pair.other;
  if (const auto known = measured_.find(key); known != measured_.end()) return known->second;
  const TextPointer mine = text(pair.page, pair.row);
  const double share = agreement_.share(mine->units, text(pair.other, pair.other_row)->units);
  if (measured_.size() < kMeasuredMax) measured_.emplace(key, share);
  return share;
}

MeasuredPair PairVerifier::listed(const RowPair& pair, const Compared& compared) {
  MeasuredPair measured;
  measured.page = pair.page;
  measured.other = pair.other;
  measured.shared = static_cast<std::uint32_t>(compared.shared.shared);
  measured.equal_bins =
      static_cast<std::uint32_t>(equal_bins(pair.row.sketch, pair.other_row.sketch));
  measured.same_text = pair.have_one_text();
  measured.agreement = compared.agreement;
  const bool by_agreement = profile_.thresholds.min_agreement > 0;
  const double likeness =
      by_agreement ? compared.agreement.value_or(0) : compared.shared.resemblance();
  measured.likeness = static_cast<float>(likeness);
  const double floor = floor_.value_or(0);
  const bool may_be_content = likeness >= floor;
  measured.reaches_floor = may_be_content || measured.same_text ||
                           compared.shared.containment() >= floor ||
                           compared.shared.containment_reverse() >= floor;
  if (refuses_templates_ && (may_be_content || measured.same_text)) {
    if (!measured.agreement) measured.agreement = measure_agreement(pair);
    measured.fill_one_template = fill_one_template(pair, *measured.agreement);
  }
  return measured;
}

Match PairVerifier::measure(std::uint32_t page, std::uint32_t other) {
  const RowPair pair = row_pair(corpus_, page, other);
  const VerificationCounts before = counts_;
  const std::optional<Match> verified = verify(pair);
  counts_ = before;  // does not count: the pair was counted before, or never will be
  if (verified) return *verified;
  Match match;
  if (pair.lacks_text()) {
    if (const auto evidence = evidence_of_facts(pair.row, pair.other_row)) {
      match = figures_of(pair.row, pair.other_row, *evidence);
    }
  } else {
    const TextPointer mine = text(pair.page, pair.row);
    const TextPointer theirs = text(pair.other, pair.other_row);
    match = figures_of(
        pair.row, pair.other_row,
        text_evidence(overlap(mine->shingles, theirs->shingles), measure_agreement(pair)));
    match.same_text = pair.have_one_text();
    match.is_template = fill_one_template(pair, *match.agreement) &&
                        !corpus_.have_one_url(pair.row, pair.other_row);
  }
  match.kind = Kind::content;
  match.by = By::link;
  return match;
}

PairVerifier::TextPointer PairVerifier::text(std::uint32_t page, const PageRow& row) {
  const auto found = cache_.find(page);
  if (found != cache_.end()) return found->second;
  if (cache_bytes_ > cache_bytes_max_) {
    cache_.clear();
    cache_bytes_ = 0;
  }
  need_room_for(row);
  const std::shared_ptr<Text> read = spare_text();
  const std::uint64_t offset =
      row.units_offset != kNoOffset ? row.units_offset : reread_.offset_of(page);
  corpus_.units.read(offset, row.units, read->units);
  const std::uint64_t behind = offset + row.units * sizeof(std::uint64_t);
  corpus_.units.read(behind, row.numbers, read->numbers);
  corpus_.units.read(behind + row.numbers * sizeof(std::uint64_t), row.title_words,
                     read->title_words);
  std::sort(read->numbers.begin(), read->numbers.end());
  shingle_set(read->units, profile_.recipe.sketch.shingle_size, read->shingles, sorted_);
  cache_bytes_ +=
      (read->units.size() + read->numbers.size() + read->shingles.size()) * sizeof(std::uint64_t);
  return cache_.emplace(page, read).first->second;
}

void PairVerifier::need_room_for(const PageRow& row) {
  largest_units_ = std::max(largest_units_, row.units + std::uint64_t{row.numbers});
  if (hold_) hold_->need(cache_bytes_ + kBytesPerUnit * largest_units_);
}

std::shared_ptr<PairVerifier::Text> PairVerifier::spare_text() {
  if (spare_.empty()) return std::make_shared<Text>();
  std::shared_ptr<Text> text = std::move(spare_.back());
  spare_.pop_back();
  return text;
}

void PairVerifier::forget_pages() {
  const std::size_t units_max =
      std::min<std::size_t>(kSpareUnitsMax, cache_bytes_max_ / (kSpareTextsMax * 16));
  for (auto& [page, text] : cache_) {
    const bool is_kept = spare_.size() < kSpareTextsMax && text->units.capacity() <= units_max;
    if (is_kept) spare_.push_back(std::move(text));
  }
  cache_.clear();
  measured_.clear();
  cache_bytes_ = 0;
  if (kBytesPerUnit * largest_units_ > cache_bytes_max_) {
    release_large(sorted_, 0);
    agreement_ = AgreementMeter();
  }
  largest_units_ = 0;
  if (hold_) hold_->give_back();
}

}  // namespace facsim
