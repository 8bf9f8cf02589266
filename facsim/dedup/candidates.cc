// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/candidates.h"

#include <algorithm>
#include <span>

#include "facsim/cluster/union_find.h"
#include "facsim/index/key_groups.h"
#include "facsim/index/masks.h"
#include "facsim/verify/overlap.h"

namespace facsim {
namespace {

constexpr std::uint32_t kGatheredBetweenReports = 1U << 14;

// Pages of equal text are one page only if the titles that are evidence (witness.h) agree too.
struct DigestEntry {
  Hash128 digest;
  std::uint64_t witness = 0;
  std::uint64_t scope_key = 0;
  std::uint32_t is_error = 0;  // a known error answer never represents a page that is not an error
  std::uint32_t rank = 0;
  std::uint32_t page = 0;
  friend auto operator<=>(const DigestEntry&, const DigestEntry&) = default;
};

std::vector<std::uint32_t> exact_groups(const Corpus& corpus,
                                        const std::vector<std::uint32_t>& ranks, Scratch& scratch,
                                        std::uint64_t memory_bytes) {
  const std::uint32_t pages = corpus.all_pages();
  std::vector<std::uint32_t> best(pages, kNoPage);
  SpillSorter<DigestEntry> sorter(scratch, memory_bytes / 4);
  for (std::uint32_t page = 0; page < pages; ++page) {
    const PageRow row = corpus.rows.at(page);
    if (!row.has_text) continue;
    const auto [digest, witness] = exact_group_key(row);
    sorter.add({digest, witness, row.scope_key, row.is_error() ? 1U : 0U, ranks[page], page});
  }
  sorter.sort();
  DigestEntry leader;
  leader.page = kNoPage;
  for (DigestEntry next; sorter.next(next);) {
    if (leader.page == kNoPage || next.digest != leader.digest || next.witness != leader.witness ||
        next.scope_key != leader.scope_key) {
      leader = next;
    }
    best[next.page] = leader.page;
  }
  return best;
}

// Collects the memberships of both channels and the components they make.
class GroupCollector {
 public:
  GroupCollector(std::uint32_t pages, Scratch& scratch, std::uint64_t memory_bytes)
      : sets_(pages), in_group_(pages), memberships_(scratch, memory_bytes / 4) {}

  void add(std::uint64_t group, std::span<const std::uint32_t> pages) {
    for (const std::uint32_t page : pages) add(group, page);
  }

  // Call for the pages of a group consecutively.
  void add(std::uint64_t group, std::uint32_t page) {
    if (group == last_group_ && last_page_ != kNoPage) sets_.unite(last_page_, page);
    last_group_ = group;
    last_page_ = page;
    in_group_[page] = true;
    memberships_.push_back({0, 0, page, 0, group});
  }

  Candidates finish(const std::vector<std::uint32_t>& ranks, Scratch& scratch,
                    std::uint64_t memory_bytes) {
    Candidates candidates;
    candidates.members =
        std::make_unique<SpillSorter<Member>>(scratch, static_cast<std::size_t>(memory_bytes / 4));
    for (std::uint64_t i = 0; i < memberships_.size(); ++i) {
      Member member = memberships_.at(i);
      member.component = sets_.root(member.page);
      member.rank = ranks[member.page];
      candidates.members->add(member);
    }
    candidates.members->sort();
    candidates.in_group = std::move(in_group_);
    return candidates;
  }

 private:
  UnionFind sets_;
  std::vector<bool> in_group_;
  SpillArray<Member> memberships_;
  std::uint64_t last_group_ = 0;
  std::uint32_t last_page_ = kNoPage;
};

// Splits a bucket of fingerprints that agree on a mask into the sets that are connected by pairs
// within the distance. This removes chance collisions, which are most of a bucket.
class BucketSplitter {
 public:
  BucketSplitter(const Corpus& corpus, int max_distance, GroupCollector& groups,
                 std::uint64_t first_group)
      : corpus_(corpus), max_distance_(max_distance), groups_(groups), next_group_(first_group) {}

  void add(std::uint64_t bucket, std::uint32_t page) {
    if (bucket != bucket_) flush();
    bucket_ = bucket;
    pages_.push_back(page);
    if (pages_.size() > kBucketComparedMax) flush_whole();
  }

  void flush() {
    if (whole_) {
      groups_.add(next_group_, pages_);
      ++next_group_;
    } else {
      split();
    }
    whole_ = false;
    pages_.clear();
  }

 private:
  void flush_whole() {
    whole_ = true;
    groups_.add(next_group_, pages_);
    pages_.clear();
  }

  void split() {
    const auto count = static_cast<std::uint32_t>(pages_.size());
    fingerprints_.clear();
    for (const std::uint32_t page : pages_) {
      fingerprints_.push_back(corpus_.rows.at(page).fingerprint);
    }
    UnionFind sets(count);
    unite_close(fingerprints_, max_distance_, sets);
    by_root_.clear();
    for (std::uint32_t i = 0; i < count; ++i) by_root_.emplace_back(sets.root(i), pages_[i]);
    std::sort(by_root_.begin(), by_root_.end());
    for (std::size_t begin = 0, end = 0; begin < by_root_.size(); begin = end) {
      while (end < by_root_.size() && by_root_[end].first == by_root_[begin].first) ++end;
      if (end - begin < 2) continue;
      for (std::size_t i = begin; i < end; ++i) groups_.add(next_group_, by_root_[i].second);
      ++next_group_;
    }
  }

  const Corpus& corpus_;
  int max_distance_;
  GroupCollector& groups_;
  std::uint64_t next_group_;
  std::uint64_t bucket_ = ~std::uint64_t{0};
  bool whole_ = false;
  std::vector<std::uint32_t> pages_;
  std::vector<std::uint64_t> fingerprints_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_root_;
};

// Forwards groups, except those of more pages than the limit.
class CrowdLimit {
 public:
  CrowdLimit(std::uint32_t pages_max, GroupCollector& groups, std::uint64_t first_group)
      : pages_max_(pages_max), groups_(groups), first_group_(first_group) {}

  void add(std::uint64_t group, std::uint32_t page) {
    if (group != group_) flush();
    group_ = group;
    // One more than the limit is enough to reject the group.
    if (pages_.size() <= pages_max_) pages_.push_back(page);
  }
  void flush() {
    if (pages_.size() > pages_max_) {
      ++crowded_;
    } else {
      groups_.add(first_group_ + group_, pages_);
    }
    pages_.clear();
  }
  [[nodiscard]] std::uint64_t crowded() const noexcept { return crowded_; }

 private:
  std::uint32_t pages_max_;
  GroupCollector& groups_;
  std::uint64_t first_group_;
  std::uint64_t group_ = 0;
  std::uint64_t crowded_ = 0;
  std::vector<std::uint32_t> pages_;
};

// Calls visit(page, row) for every page that takes part in the channels.
template <class Visit>
void for_each_leader(const Corpus& corpus, const std::vector<std::uint32_t>& exact_best,
                     const Run& run, const Visit& visit) {
  for (std::uint32_t page = 0; page < corpus.all_pages(); ++page) {
    if (page % kGatheredBetweenReports == 0) {
      run.throw_if_cancelled();
      run.progress({"match", page, 0, 0, corpus.all_pages()});
    }
    if (exact_best[page] != page) continue;
    const PageRow row = corpus.rows.at(page);
    if (row.has_fingerprint) visit(page, row);
  }
}

// Calls visit(group, page) for every member of a group of two or more; returns the number of
// groups.
template <class Visit>
std::uint64_t for_each_member(KeyGroups& groups, const Run& run, const Visit& visit) {
  return groups.for_each([&](std::uint64_t group, std::uint32_t page) {
    run.throw_if_cancelled();
    visit(group, page);
  });
}

}  // namespace

bool share_anchors(const Corpus& corpus, const PageRow& a, const PageRow& b,
                   const Profile& profile) {
  if (a.anchors == 0 || b.anchors == 0) return false;
  return overlap(corpus.anchors_of(a), corpus.anchors_of(b)).shared >= profile.anchors_shared_min;
}

Candidates find_candidates(const Corpus& corpus, const std::vector<std::uint32_t>& ranks,
                           const Profile& profile, const Run& run, const PartOfRun& part) {
  Scratch& scratch = run.scratch();
  const std::uint64_t memory = run.memory_bytes();
  std::vector<std::uint32_t> exact_best = exact_groups(corpus, ranks, scratch, memory);
  GroupCollector groups(corpus.all_pages(), scratch, memory / 4);
  std::uint64_t first_group = 0;
  if (profile.bands > 0) {
    KeyGroups bands(scratch, memory / 4);
    for_each_leader(corpus, exact_best, run, [&](std::uint32_t page, const PageRow& row) {
      for (const std::uint64_t key : band_keys_of(row, profile)) bands.add(key, page);
    });
    first_group = for_each_member(
        bands, run, [&](std::uint64_t group, std::uint32_t page) { groups.add(group, page); });
  }
  std::uint64_t crowded_anchors = 0;
  if (profile.recipe.anchors.has_any()) {
    KeyGroups anchors(scratch, memory / 4);
    for_each_leader(corpus, exact_best, run, [&](std::uint32_t page, const PageRow& row) {
      for (const std::uint64_t anchor : corpus.anchors_of(row)) {
        const std::uint64_t key = anchor_key(row.scope_key, anchor);
        const auto& crowded = part.crowded_anchors;
        if (!std::binary_search(crowded.begin(), crowded.end(), key)) anchors.add(key, page);
      }
    });
    CrowdLimit limit(profile.anchor_pages_max, groups, first_group);
    first_group += for_each_member(
        anchors, run, [&](std::uint64_t group, std::uint32_t page) { limit.add(group, page); });
    limit.flush();
    crowded_anchors = limit.crowded();
  }
  if (profile.max_distance >= 0) {
    const auto masks = covering_masks(
        profile.max_distance, part.pages_in_all > 0 ? part.pages_in_all : corpus.all_pages());
    KeyGroups buckets(scratch, memory / 4);
    for_each_leader(corpus, exact_best, run, [&](std::uint32_t page, const PageRow& row) {
      for (std::size_t table = 0; table < masks.size(); ++table) {
        buckets.add(bucket_key(row.scope_key, table, row.fingerprint & masks[table]), page);
      }
    });
    BucketSplitter splitter(corpus, profile.max_distance, groups, first_group);
    for_each_member(buckets, run,
                    [&](std::uint64_t bucket, std::uint32_t page) { splitter.add(bucket, page); });
    splitter.flush();
  }
  Candidates candidates = groups.finish(ranks, scratch, memory);
  candidates.exact_best = std::move(exact_best);
  candidates.crowded_anchors = crowded_anchors;
  return candidates;
}

}  // namespace facsim
