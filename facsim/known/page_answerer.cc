// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/page_answerer.h"

#include <algorithm>
#include <utility>

#include "facsim/model/host.h"
#include "facsim/page/pair_judge.h"

namespace facsim {
namespace {

// Larger limits have no effect: no index has so many pages.
constexpr std::uint64_t kLimitMax = std::uint64_t{1} << 40;
// The least number of candidates that are sorted at once.
constexpr std::uint64_t kPieceLeast = 64;
// Entries of one digest are read in pieces that grow by this factor.
constexpr std::uint64_t kDigestWalkGrowth = 8;

}  // namespace

std::optional<PageQuestion> question_of(const Page& page, PageAnalyzer& analyzer,
                                        const Recipe& recipe, MemoryRoom* room) {
  const Analysis& analysis = analyzer.analyze(page, room);
  if (!analysis.has_text) return std::nullopt;
  PageQuestion question;
  question.facts = facts_of(analysis, analyzer.shingles().size());
  set_origin(question.facts, host_of(page.url), page.url);
  question.facts.status = page.status.value_or(0);
  if (question.facts.has_fingerprint && recipe.anchors.has_any()) {
    question.anchors = analyzer.anchors();
  }
  return question;
}

PageAnswerer::PageAnswerer(const OpenIndex& index, const Profile& profile)
    : index_(index),
      thresholds_(profile.thresholds),
      max_distance_(profile.max_distance),
      search_(index, profile, 0) {}

PageAnswer PageAnswerer::answer(const PageQuestion& question, std::uint64_t limit) {
  PageAnswer result;
  answer({&question, 1}, limit,
         [&result](std::size_t, PageAnswer&& answer) { result = std::move(answer); });
  return result;
}

void PageAnswerer::answer(std::span<const PageQuestion> questions, std::uint64_t limit,
                          const std::function<void(std::size_t, PageAnswer&&)>& take) {
  if (limit == 0) return answer_all(questions, take);
  limit = std::min(limit, kLimitMax);
  std::vector<PageAnswer> answers(questions.size());
  std::vector<std::vector<Candidate>> nearest(questions.size());
  search_.find_nearest(
      questions, limit + 1, [&](std::size_t page, std::span<const IndexHit> hits, bool) {
        for (const IndexHit& hit : hits) {
          nearest[page].push_back({static_cast<int>(hit.distance), {hit.segment, hit.ordinal}});
        }
      });
  rest_.clear();
  rest_numbers_.clear();
  for (std::size_t page = 0; page < questions.size(); ++page) {
    const PageQuestion& question = questions[page];
    near_.clear();
    if (nearest[page].size() > limit) {
      candidates_.swap(nearest[page]);
      judge_candidates(question.facts, limit);
    } else if (!question.facts.has_fingerprint && question.anchors.empty()) {
      judge_by_digest(question.facts, limit);
    } else {
      rest_.push_back(question);
      rest_numbers_.push_back(page);
      continue;
    }
    answers[page] = answer_of_near(limit);
  }
  search_.find_by_keys(rest_, [&](std::size_t rest, std::span<const IndexPlace> places, bool) {
    const std::size_t page = rest_numbers_[rest];
    candidates_.swap(nearest[page]);
    add_candidates(rest_[rest].facts, places);
    near_.clear();
    judge_candidates(rest_[rest].facts, limit);
    answers[page] = answer_of_near(limit);
  });
  for (std::size_t page = 0; page < answers.size(); ++page) take(page, std::move(answers[page]));
}

void PageAnswerer::answer_all(std::span<const PageQuestion> questions,
                              const std::function<void(std::size_t, PageAnswer&&)>& take) {
  search_.find(questions, [&](std::size_t page, std::span<const IndexPlace> places, bool) {
    candidates_.clear();
    add_candidates(questions[page].facts, places);
    near_.clear();
    judge_candidates(questions[page].facts, kLimitMax);
    take(page, answer_of_near(kLimitMax));
  });
}

std::size_t PageAnswerer::kept_bytes() const noexcept {
  return search_.kept_bytes() + candidates_.capacity() * sizeof(Candidate) +
         near_.capacity() * sizeof(Near) + ordinals_.capacity() * sizeof(std::uint64_t);
}

void PageAnswerer::add_candidates(const PageFacts& facts, std::span<const IndexPlace> places) {
  for (const IndexPlace& place : places) {
    const auto known = index_.parts()[place.segment]->pages->fingerprint(place.ordinal);
    const int bits = known && facts.has_fingerprint
                         ? distance(Fingerprint{facts.fingerprint}, Fingerprint{*known})
                         : -1;
    candidates_.push_back({bits, place});
  }
}

// Works in growing pieces, since most often the first is enough.
void PageAnswerer::judge_candidates(const PageFacts& facts, std::uint64_t limit) {
  const std::uint64_t all = candidates_.size();
  std::uint64_t piece = std::min(2 * limit + kPieceLeast, all);
  for (std::uint64_t done = 0; done < all && near_.size() <= limit; piece *= 2) {
    const auto begin = candidates_.begin() + static_cast<std::ptrdiff_t>(done);
    const auto end = begin + static_cast<std::ptrdiff_t>(std::min(piece, all - done));
    if (end != candidates_.end()) std::nth_element(begin, end, candidates_.end());
    std::sort(begin, end);
    for (auto at = begin; at != end && near_.size() <= limit; ++at) {
      // A page that is near may also share a key, and then occurs twice.
      if (at != candidates_.begin() && *at == *(at - 1)) continue;
      judge(facts, *at);
    }
    done = static_cast<std::uint64_t>(end - candidates_.begin());
  }
}

// A page without a fingerprint is found by its digest alone, and its answers have no distance: they
// are in the order of adding, as in the table.
void PageAnswerer::judge_by_digest(const PageFacts& facts, std::uint64_t limit) {
  const std::uint64_t key = digest_table_key(facts.digest);
  for (std::uint32_t segment = 0; segment < index_.parts().size(); ++segment) {
    const OpenIndex::Part& part = *index_.parts()[segment];
    std::size_t looked_at = 0;
    bool has_more = true;
    for (std::uint64_t walked = limit + 1; has_more; walked *= kDigestWalkGrowth) {
      ordinals_.clear();
      has_more = part.pages->digests().find(key, walked, ordinals_);
      for (; looked_at < ordinals_.size() && near_.size() <= limit; ++looked_at) {
        const std::uint64_t ordinal = ordinals_[looked_at];
        if (!part.is_deleted(ordinal)) judge(facts, {-1, {segment, ordinal}});
      }
      if (near_.size() > limit) return;
    }
  }
}

void PageAnswerer::judge(const PageFacts& facts, const Candidate& candidate) {
  const IndexPlace& place = candidate.place;
  const PageFacts known = index_.parts()[place.segment]->pages->facts(place.ordinal);
  std::optional<Match> match;
  if (may_stand_for(known, facts)) match = estimate_match(facts, known, thresholds_).match;
  const bool is_near = candidate.distance >= 0 && candidate.distance <= max_distance_;
  if (is_near || match) near_.push_back({place, candidate.distance, match, known.status});
}

PageAnswer PageAnswerer::answer_of_near(std::uint64_t limit) {
  PageAnswer answer;
  answer.is_cut = near_.size() > limit;
  if (answer.is_cut) near_.resize(static_cast<std::size_t>(limit));
  for (const Near& near : near_) {
    const OpenIndex::Part& part = *index_.parts()[near.place.segment];
    PageName name = part.pages->name(near.place.ordinal);
    name.id = part.ids.at(near.place.ordinal);
    name.in_index = true;
    name.status = near.status;
    answer.seen.push_back({std::move(name), near.distance, near.match});
  }
  return answer;
}

}  // namespace facsim
