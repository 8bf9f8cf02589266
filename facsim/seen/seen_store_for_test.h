// SPDX-License-Identifier: Apache-2.0
#pragma once
// The slow twin of a store: it compares every page with every other, in vectors.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "facsim/known/page_index_for_test.h"
#include "facsim/page/pair_judge.h"
#include "facsim/seen.h"

namespace facsim::for_test {

inline Page page_of(const std::string& id, const std::string& text, const std::string& url = {}) {
  return {.id = id, .url = url, .bytes = text};
}

// The content of an answer; pages are identified by when they came, since no two come at once here.
struct PlainAnswer {
  std::string seen;
  bool added = false;
  std::int64_t page = 0;     // 0: no page
  std::int64_t cluster = 0;  // of the page that it repeats
  std::uint64_t size = 0;
  std::uint32_t rank = 0;
  std::string kind = {};

  friend bool operator==(const PlainAnswer&, const PlainAnswer&) = default;
  friend std::ostream& operator<<(std::ostream& out, const PlainAnswer& answer) {
    return out << answer.seen << (answer.added ? " added" : "") << " page " << answer.page
               << " cluster " << answer.cluster << " size " << answer.size << " rank "
               << answer.rank << ' ' << answer.kind;
  }
};

class LinearStore {
 public:
  LinearStore(Profile profile, int max_distance) : profile_(std::move(profile)) {
    profile_.max_distance = max_distance;
  }

  // `crawl`: the crawl of the query; empty: none.
  [[nodiscard]] PlainAnswer check(const Page& page, const std::string& crawl = {}) {
    return decide(known(page, 0, crawl), true);
  }

  PlainAnswer add(const Page& page, std::int64_t now, const std::string& crawl = {}) {
    Known asked = known(page, now, crawl);
    PlainAnswer answer = decide(asked, true);
    if (is_named(answer.page, asked) && answer.seen == "yes") return answer;
    std::vector<std::int64_t> old;
    for (const bool is_copy : {true, false}) {
      for (const Known& each : pages_) {
        if (is_hidden(each, crawl) || !have_one_name(each, asked)) continue;
        if ((each.came != each.representative) == is_copy) old.push_back(each.came);
      }
    }
    for (const std::int64_t came : old) replace(came, crawl);
    answer = decide(asked, true);
    return insert(std::move(asked), std::move(answer));
  }

  void commit(const std::string& crawl) {
    for (Known& each : pages_) {
      if (each.crawl == crawl) each.crawl.clear();
      if (each.replaced_by.erase(crawl) != 0) each.is_on_its_way_out = true;
    }
    for (;;) {
      const auto at =
          std::ranges::find_if(pages_, [](const Known& each) { return each.is_on_its_way_out; });
      if (at == pages_.end()) return;
      remove(at->came);
    }
  }
  void cancel(const std::string& crawl) {
    std::erase_if(pages_, [&](const Known& each) { return each.crawl == crawl; });
    for (Known& each : pages_) each.replaced_by.erase(crawl);
  }

  std::size_t erase(const std::string& name) {
    const auto of = [&](auto member) {
      std::vector<std::int64_t> came;
      for (const Known& each : pages_) {
        if (each.*member == name) came.push_back(each.came);
      }
      return came;
    };
    std::vector<std::int64_t> came = of(&Known::id);
    if (came.empty()) came = of(&Known::url);
    for (const std::int64_t each : came) remove(each);
    return came.size();
  }

  // When each page came -> when its cluster's representative came.
  [[nodiscard]] std::map<std::int64_t, std::int64_t> clusters() const {
    std::map<std::int64_t, std::int64_t> clusters;
    for (const Known& each : pages_) clusters[each.came] = each.representative;
    return clusters;
  }

 private:
  struct Known {
    std::int64_t came = 0;
    std::int64_t representative = 0;
    std::uint32_t rank = 1;
    PageFacts facts;
    std::string id;
    std::string url;
    std::string crawl = {};  // open
    std::set<std::string> replaced_by = {};
    bool is_on_its_way_out = false;
  };

  static bool is_hidden(const Known& each, const std::string& asker) {
    const bool is_others = !each.crawl.empty() && each.crawl != asker;
    const bool is_replaced = !asker.empty() && each.replaced_by.contains(asker);
    return is_others || is_replaced || each.is_on_its_way_out;
  }

  Known known(const Page& page, std::int64_t now, const std::string& crawl) {
    PageFacts facts = question_of(page, analyzer_, profile_.recipe).value().facts;
    if (!facts.has_layout) facts.witness.site = facts.witness.url = 0;
    return {.came = now,
            .representative = now,
            .facts = facts,
            .id = page.id,
            .url = page.url,
            .crawl = crawl};
  }
  static bool have_one_name(const Known& a, const Known& b) {
    return (!a.id.empty() && a.id == b.id) || (!a.url.empty() && a.url == b.url);
  }
  bool is_named(std::int64_t came, const Known& asked) {
    return std::ranges::any_of(
        pages_, [&](const Known& each) { return each.came == came && have_one_name(each, asked); });
  }
  // Pages that the crawl replaced count until it is committed.
  std::uint64_t size_of(std::int64_t representative, const std::string& asker) {
    return static_cast<std::uint64_t>(std::ranges::count_if(pages_, [&](const Known& each) {
      return each.representative == representative && (each.crawl.empty() || each.crawl == asker);
    }));
  }
  static bool is_joining(const Match& match) {
    return match.kind == Kind::exact || match.kind == Kind::content;
  }

  PlainAnswer decide(const Known& asked, bool look_at_names) {
    PlainAnswer answer{.seen = asked.facts.has_fingerprint ? "no" : "too_short"};
    const Known* best = nullptr;
    Match best_match;
    bool best_joins = false;
    const auto offer = [&](const Known& each, const Match& match, bool joins) {
      const auto share = [](const Match& m) {
        return std::max(m.containment, m.containment_reverse);
      };
      const bool is_better = best == nullptr || (joins && !best_joins) ||
                             (joins && best_joins && match.resemblance > best_match.resemblance) ||
                             (!joins && !best_joins && share(match) > share(best_match));
      if (!is_better) return;
      best = &each;
      best_match = match;
      best_joins = joins;
    };
    bool by_name = false;
    if (look_at_names) {
      for (const Known& each : pages_) {
        if (is_hidden(each, asked.crawl) || !have_one_name(each, asked)) continue;
        const auto match = estimate_match(asked.facts, each.facts, profile_.thresholds).match;
        if (match && is_joining(*match)) offer(each, *match, true);
      }
      by_name = best != nullptr;
    }
    for (const Known& each : pages_) {
      if (by_name || each.representative != each.came || is_hidden(each, asked.crawl)) continue;
      if (look_at_names && have_one_name(each, asked)) continue;
      if (asked.facts.digest != each.facts.digest &&
          !are_candidates(asked.facts, each.facts, profile_)) {
        continue;
      }
      const auto match = estimate_match(asked.facts, each.facts, profile_.thresholds).match;
      if (match) offer(each, *match, is_joining(*match));
    }
    if (best == nullptr) return answer;
    answer.page = best->came;
    answer.kind = name_of(best_match.kind);
    if (!best_joins) return answer;
    answer.seen = "yes";
    answer.cluster = best->representative;
    answer.size = size_of(best->representative, asked.crawl);
    answer.rank = by_name ? best->rank : static_cast<std::uint32_t>(answer.size + 1);
    return answer;
  }

  PlainAnswer insert(Known asked, PlainAnswer answer) {
    answer.added = true;
    asked.representative = asked.came;
    asked.rank = 1;
    if (answer.seen == "yes") {
      asked.representative = answer.cluster;
      asked.rank = answer.rank;
      ++answer.size;
    } else {
      answer.size = 1;
      answer.rank = 1;
      answer.cluster = 0;
    }
    pages_.push_back(std::move(asked));
    return answer;
  }

  void remove(std::int64_t came) {
    const auto at =
        std::ranges::find_if(pages_, [&](const Known& each) { return each.came == came; });
    if (at == pages_.end()) return;
    const bool is_representative = at->representative == at->came;
    pages_.erase(at);
    if (is_representative)
      judge_again([&](const Known& each) { return each.representative == came; });
  }

  // Until the crawl is committed, other callers still see the replaced pages of others.
  void replace(std::int64_t came, const std::string& crawl) {
    const auto at =
        std::ranges::find_if(pages_, [&](const Known& each) { return each.came == came; });
    if (at == pages_.end()) return;
    if (crawl.empty() || at->crawl == crawl) return remove(came);
    at->replaced_by.insert(crawl);
    judge_again([&](const Known& each) {
      return each.came != came && each.representative == came && each.crawl == crawl;
    });
  }

  template <class Wanted>
  void judge_again(const Wanted& is_wanted) {
    std::vector<Known> members;
    for (const Known& each : pages_) {
      if (is_wanted(each)) members.push_back(each);
    }
    std::erase_if(pages_, is_wanted);
    for (Known& member : members) {
      PlainAnswer answer = decide(member, false);
      (void)insert(std::move(member), std::move(answer));
    }
  }

  Profile profile_;
  PageAnalyzer analyzer_{
      {.profile = profile_named("balanced"), .tables = {}, .extract = {}, .with_visible = false}};
  std::vector<Known> pages_;
};

inline PlainAnswer plain(const SeenStore& store, const SeenAnswer& answer) {
  PlainAnswer result{.seen = std::string(name_of(answer.seen)), .added = answer.added};
  if (answer.page) {
    result.page = answer.page->first_seen_ms;
    if (answer.seen == SeenVerdict::yes) {
      const auto cluster = store.cluster(answer.page->cluster, 1);
      result.cluster = cluster.empty() ? -1 : cluster.front().first_seen_ms;
    }
  }
  if (answer.match) result.kind = name_of(answer.match->kind);
  if (answer.cluster) {
    result.size = answer.cluster->size;
    result.rank = answer.cluster->rank;
  }
  return result;
}

}  // namespace facsim::for_test
