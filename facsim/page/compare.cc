// SPDX-License-Identifier: Apache-2.0
#include "facsim/compare.h"

#include <algorithm>

#include "facsim/features/shingles.h"
#include "facsim/features/weights.h"
#include "facsim/model/host.h"
#include "facsim/page/analysis.h"
#include "facsim/page/cut_text.h"
#include "facsim/page/left_out_match.h"
#include "facsim/page/match_of_witnesses.h"
#include "facsim/page/name_match.h"
#include "facsim/page/pair_judge.h"
#include "facsim/verify/agreement.h"
#include "facsim/verify/cosine.h"
#include "facsim/verify/overlap.h"

namespace facsim {
namespace {

std::vector<Feature> singles(std::vector<std::uint64_t> hashes) {
  std::sort(hashes.begin(), hashes.end());
  std::vector<Feature> features;
  for (std::size_t begin = 0; begin < hashes.size();) {
    std::size_t end = begin;
    while (end < hashes.size() && hashes[end] == hashes[begin]) ++end;
    features.push_back({hashes[begin], log_tf_weight(static_cast<std::uint32_t>(end - begin))});
    begin = end;
  }
  return features;
}

std::vector<std::uint64_t> shingles_of(const CutText& cut, const Recipe& recipe) {
  std::vector<std::uint64_t> set;
  std::vector<std::uint64_t> scratch;
  shingle_set(cut.hashes, recipe.sketch.shingle_size, set, scratch);
  return set;
}

std::optional<Kind> kind_by_the_rules(const PageFacts& first, const PageFacts& second,
                                      const Overlap& shared, const Comparison& figures,
                                      const Thresholds& thresholds) {
  if (!first.has_text || !second.has_text) return std::nullopt;
  if (figures.too_short && !figures.same_text) return std::nullopt;
  const Evidence evidence =
      figures.same_text ? same_text_evidence() : text_evidence(shared, figures.agreement);
  const std::optional<Match> match = judge_pair(first, second, evidence, thresholds);
  return match ? std::optional(match->kind) : std::nullopt;
}

PageFacts facts_of_page(const PageAnalyzer& analyzer, const Analysis& analysis, const Page& page) {
  PageFacts facts = facts_of(analysis, analyzer.shingles().size());
  set_origin(facts, host_of(page.url), page.url);
  facts.status = page.status.value_or(0);
  return facts;
}

}  // namespace

Comparison compare(const Page& first, const Page& second, const ReadyProfile& judge) {
  const Profile& profile = judge.profile;
  PageAnalyzer first_analyzer({.profile = profile, .tables = judge.tables, .extract = {}});
  PageAnalyzer second_analyzer({.profile = profile, .tables = judge.tables, .extract = {}});
  const Analysis& first_analysis = first_analyzer.analyze(first);
  const Analysis& second_analysis = second_analyzer.analyze(second);
  Comparison result;
  result.first = static_cast<const PageAnalysis&>(first_analysis);
  result.second = static_cast<const PageAnalysis&>(second_analysis);
  const CutText first_cut(first_analyzer.text());
  const CutText second_cut(second_analyzer.text());

  result.too_short =
      std::min(result.first.units, result.second.units) < std::uint64_t{profile.units_min};
  if (result.first.fingerprint && result.second.fingerprint) {
    result.distance = distance(*result.first.fingerprint, *result.second.fingerprint);
  }
  const PageFacts first_facts = facts_of_page(first_analyzer, first_analysis, first);
  const PageFacts second_facts = facts_of_page(second_analyzer, second_analysis, second);
  result.same_text =
      first_facts.has_text && second_facts.has_text && first_facts.digest == second_facts.digest;
  result.witness = match_of_witnesses(first_facts, second_facts);
  result.left_out = match_of_left_out(first_facts, second_facts, profile.thresholds);
  const std::optional<NameMatch> names =
      profile.thresholds.names ? match_of_names(first_facts, second_facts) : std::nullopt;
  if (names) result.names = {std::string(names->word), std::string(names->other_word)};
  result.cosine = cosine(singles(first_cut.hashes), singles(second_cut.hashes));

  const std::vector<std::uint64_t> first_set = shingles_of(first_cut, profile.recipe);
  const std::vector<std::uint64_t> second_set = shingles_of(second_cut, profile.recipe);
  const Overlap shared = overlap(first_set, second_set);
  result.first_shingles = first_set.size();
  result.second_shingles = second_set.size();
  result.resemblance = shared.resemblance();
  result.containment = shared.containment();
  result.containment_reverse = shared.containment_reverse();
  result.layout = layout_likeness(result.first.layout, result.second.layout);

  const Agreement agreed = agreement(first_cut.hashes, second_cut.hashes);
  // If neither page has a unit, their agreement is 1; that is not a likeness of different texts.
  const bool has_units = !first_cut.hashes.empty() || !second_cut.hashes.empty();
  result.agreement = has_units || result.same_text ? agreed.share : 0;
  result.passages = text_passages(agreed.passages, first_cut, second_cut);
  result.kind = kind_by_the_rules(first_facts, second_facts, shared, result, profile.thresholds);
  return result;
}

}  // namespace facsim
