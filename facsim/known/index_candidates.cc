// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/index_candidates.h"

#include <algorithm>
#include <memory>
#include <tuple>

#include "facsim/base/hash64.h"
#include "facsim/base/spill_sort.h"
#include "facsim/known/page_search.h"
#include "facsim/page/pair_judge.h"
#include "facsim/run/ordered_pipeline.h"

namespace facsim {
namespace {

constexpr std::size_t kBatchPages = 64;

// A page of the index that some page of the run may repeat.
struct Candidate {
  std::uint64_t ordinal = 0;
  std::uint32_t segment = 0;
  std::uint32_t wants_text = 0;
  friend auto operator<=>(const Candidate& a, const Candidate& b) {
    return std::tie(a.segment, a.ordinal, a.wants_text) <=>
           std::tie(b.segment, b.ordinal, b.wants_text);
  }
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

struct Batch {
  std::vector<std::uint32_t> numbers;
  std::vector<PageQuestion> pages;
  std::vector<Candidate> candidates;
  std::vector<std::uint32_t> truncated;
};

// True if a removal should not depend on an estimate alone.
bool is_in_doubt(const EstimatedMatch& estimate, const Recipe& recipe, Kinds remove) {
  if (estimate.is_in_grey_zone) return true;
  const bool parts_matter =
      recipe.anchors.has_any() || remove.has(Kind::layout) || remove.has(Kind::partial);
  return parts_matter && estimate.is_containment_in_doubt;
}

// Finds the pairs that matter: duplicates by their sketches, or possibly. Similar pages of the
// batch find the same candidates, each of which is listed once.
void find_candidates(const OpenIndex& index, PageSearch& search, const Profile& profile,
                     Kinds remove, Batch& batch) {
  batch.candidates.clear();
  batch.truncated.clear();
  search.find(batch.pages, [&](std::size_t page, std::span<const IndexPlace> places, bool cut) {
    if (cut) batch.truncated.push_back(batch.numbers[page]);
    for (const IndexPlace& place : places) {
      const PageFacts known = index.parts()[place.segment]->pages->facts(place.ordinal);
      if (!may_stand_for(known, batch.pages[page].facts)) continue;
      const EstimatedMatch estimate =
          estimate_match(batch.pages[page].facts, known, profile.thresholds);
      const bool wants_text = is_in_doubt(estimate, profile.recipe, remove);
      if (!estimate.match && !wants_text) continue;
      batch.candidates.push_back({place.ordinal, place.segment, wants_text ? 1U : 0U});
    }
  });
  std::sort(batch.candidates.begin(), batch.candidates.end());
  batch.candidates.erase(std::unique(batch.candidates.begin(), batch.candidates.end()),
                         batch.candidates.end());
}

// The key combines its text and witness.
struct KeyedCandidate {
  std::uint64_t key = 0;
  Candidate candidate;
  [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return key; }
  friend auto operator<=>(const KeyedCandidate& a, const KeyedCandidate& b) {
    return std::tie(a.key, a.candidate) <=> std::tie(b.key, b.candidate);
  }
};

std::uint64_t key_of(const OpenIndex& index, const Candidate& candidate) {
  const PageFacts facts = index.parts()[candidate.segment]->pages->facts(candidate.ordinal);
  const std::uint64_t text = combine(facts.digest.high, facts.digest.low);
  return combine(combine(text, one_page_key(facts)), facts.is_error() ? 1 : 0);
}

// Adds a candidate, or merges it with the last page of `known` if it is the same.
void add_text(const Candidate& candidate, bool is_last_one, std::vector<IndexedText>& known) {
  if (!is_last_one) known.push_back({.place = {candidate.segment, candidate.ordinal}});
  known.back().is_wanted |= candidate.wants_text != 0;
}

// Returns each page once, ascending by place.
std::vector<IndexedText> pages_of(SpillSorter<Candidate>& sorter) {
  std::vector<IndexedText> known;
  for (Candidate candidate; sorter.next(candidate);) {
    const IndexPlace place{candidate.segment, candidate.ordinal};
    add_text(candidate, !known.empty() && known.back().place == place, known);
  }
  return known;
}

// Returns only the first of the pages with one text and one witness.
std::vector<IndexedText> first_pages_of(const OpenIndex& index, SpillSorter<Candidate>& sorter,
                                        SpillSorter<KeyedCandidate>& by_key) {
  for (Candidate candidate; sorter.next(candidate);) {
    by_key.add({key_of(index, candidate), candidate});
  }
  by_key.sort();
  std::vector<IndexedText> known;
  std::uint64_t key = 0;
  for (KeyedCandidate next; by_key.next(next); key = next.key) {
    add_text(next.candidate, !known.empty() && next.key == key, known);
  }
  std::sort(known.begin(), known.end(),
            [](const IndexedText& a, const IndexedText& b) { return a.place < b.place; });
  return known;
}

}  // namespace

std::vector<IndexedText> candidates_in_index(const OpenIndex& index, Corpus& corpus,
                                             const Profile& profile, const Policy& policy,
                                             const Run& run) {
  std::vector<std::unique_ptr<PageSearch>> searches;
  for (int i = 0; i < run.threads(); ++i) {
    searches.push_back(std::make_unique<PageSearch>(index, profile));
  }
  const std::size_t sorter_bytes = run.memory_bytes() / 8;
  SpillSorter<Candidate> sorter(run.scratch(), sorter_bytes);
  corpus.truncated.resize(corpus.pages());
  std::uint32_t page = 0;
  OrderedPipeline<Batch> pipeline(run.threads());
  pipeline.run({
      .produce =
          [&](Batch& batch) {
            run.throw_if_cancelled();
            batch.pages.clear();
            batch.numbers.clear();
            for (; page < corpus.pages() && batch.pages.size() < kBatchPages; ++page) {
              const PageRow row = corpus.rows.at(page);
              if (!row.has_text || row.is_by_bytes()) continue;
              batch.pages.push_back(
                  {static_cast<const PageFacts&>(row), corpus.anchors_of(row), row.scope_key});
              batch.numbers.push_back(page);
            }
            run.progress({"look up", page, 0, 0, corpus.pages()});
            return !batch.pages.empty();
          },
      .process =
          [&](Batch& batch, std::size_t worker) {
            find_candidates(index, *searches[worker], profile, policy.remove, batch);
          },
      .commit =
          [&](Batch& batch) {
            for (const Candidate& candidate : batch.candidates) sorter.add(candidate);
            for (const std::uint32_t number : batch.truncated) corpus.truncated[number] = true;
          },
  });
  sorter.sort();
  if (policy.scope != Scope::all) return pages_of(sorter);
  SpillSorter<KeyedCandidate> by_key(run.scratch(), sorter_bytes);
  return first_pages_of(index, sorter, by_key);
}

}  // namespace facsim
