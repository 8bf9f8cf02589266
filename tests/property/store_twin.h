// SPDX-License-Identifier: Apache-2.0
#pragma once
// The slow twin of a store of pages: a list of pages; `facsim dedup --against` decides what each
// new one repeats (against_index.h).
//
// Only the visibility rules are implemented here. The rules, from facsim/seen.h and docs/store.md:
//
// * A page of an open crawl is visible to that crawl alone. A page that a crawl replaced is hidden
//   from that crawl, and after the commit from everyone.
// * Only representatives are compared, those that are visible to the query, oldest row first; dedup
//   decides, ties included. But pages with the id or the URL of the queried page come first, copies
//   included: if it would be removed for one of these, that is the answer, and nothing is added.
// * Pages with one name are judged even if no channel connects them, which dedup never does. So are
//   pages with one text that is too short to be judged, if one of the two has no title: the judge
//   treats them as one page, and in dedup no channel connects them. For these pairs alone the twin
//   calls the judge that both have (estimate_match()).
// * Of several old pages with exactly the new text the store names the oldest; dedup names one with
//   the same title, host and URL too (one_page_key()), and error answers last. So dedup is run for
//   each of them alone.
// * Otherwise the pages of that name are replaced (copies first, then representatives), unless the
//   store keeps history; then they are compared like all others.
// * If a representative is removed, its members are judged again in their order, each with the view
//   of its crawl and without names. They become new rows, but first_seen stays.
// * If a crawl replaces the representative of others, only its own members are judged again.
// * A commit removes what the crawl replaced, row by row; clusters are not merged.
// * A cluster counts pages that are visible to the query or replaced in an open crawl; a rank is
//   the size when the page came.
// * A page that comes again is noted as met, once a day.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "facsim/seen.h"
#include "tests/property/against_index.h"

namespace facsim::property {

// Identifies a page without its number: no two pages come at once with the same id and URL.
[[nodiscard]] std::string identity_of(std::int64_t came_ms, const std::string& id,
                                      const std::string& url);

// A store's report of a page, as one line, for the store and its twin alike.
struct Told {
  std::string seen = {};
  bool added = false;
  std::string page = {};  // identity; empty: no page
  std::string page_crawl = {};
  std::uint32_t page_rank = 0;
  bool page_leads = false;  // it is the representative of its cluster
  std::optional<Match> match = {};
  std::optional<std::string> cluster = {};  // its id; "#" if that is a number
  std::uint64_t size = 0;
  std::uint32_t rank = 0;
  std::string leader = {};  // identity of the first page of the cluster; set by the twin only

  [[nodiscard]] std::string line() const;
};

struct Listed {
  std::string page = {};
  std::string leader = {};
  std::string crawl = {};
  std::uint32_t rank = 0;
  std::uint64_t copies = 0;
  std::int64_t met_ms = 0;

  [[nodiscard]] std::string line() const;
};

class StoreTwin {
 public:
  StoreTwin(AgainstIndex& against, bool keeps_history)
      : against_(against), keeps_history_(keeps_history) {}

  // `crawl` need not be open.
  [[nodiscard]] Told check(const Page& page, const std::string& crawl);
  Told add(const Page& page, const std::string& crawl, std::int64_t now_ms);
  // Returns false if no such crawl is open.
  bool commit(const std::string& crawl);
  bool cancel(const std::string& crawl);
  // `names` are ids, or else URLs.
  SeenErased erase(std::span<const std::string> names);
  // Returns false if the page was not found.
  bool erase_one(const std::string& identity);
  std::uint64_t erase(const SeenFilter& filter);

  [[nodiscard]] bool has(const std::string& identity) const;
  // Returns what is visible outside crawls, oldest row first.
  [[nodiscard]] std::vector<Listed> all() const;
  [[nodiscard]] std::vector<std::string> find(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> cluster(const std::string& leader) const;
  // Names of crawls, and whether they are open, in the order in which they began.
  [[nodiscard]] const std::vector<std::pair<std::string, bool>>& crawls() const { return crawls_; }

  // How often representatives with members were removed.
  [[nodiscard]] std::size_t judged_again() const noexcept { return judged_again_; }

 private:
  struct Row {
    std::uint64_t number = 0;  // ascending, unknown to the store
    std::uint64_t leader = 0;
    std::uint32_t rank = 1;
    Page page = {};
    std::int64_t came_ms = 0;
    std::int64_t met_ms = 0;
    std::string came_with = {};  // the crawl that it came with
    std::string crawl = {};      // an open crawl to which the page belongs
    std::set<std::string> replaced_by = {};
    bool is_leaving = false;
  };
  struct Decided {
    Told told;
    std::uint64_t row = 0;     // of the named page; 0: none
    std::uint64_t leader = 0;  // of its cluster
    bool by_name = false;
    bool has_text = false;
  };
  enum class Names { first, ignored };

  [[nodiscard]] static bool is_hidden(const Row& row, const std::string& crawl);
  [[nodiscard]] static bool have_one_name(const Page& a, const Page& b);
  [[nodiscard]] Row* row_of(std::uint64_t number);
  [[nodiscard]] const Row* row_of(std::uint64_t number) const;
  [[nodiscard]] std::uint64_t size_for(std::uint64_t leader, const std::string& crawl) const;
  [[nodiscard]] std::vector<std::uint64_t> rows_named(const std::string& name) const;
  [[nodiscard]] std::string identity(const Row& row) const;

  [[nodiscard]] Decided decide(const Page& page, const std::string& crawl, Names names);
  [[nodiscard]] std::optional<Match> joining_match(const Page& page, const Page& named);
  // Returns the page that it resembles most of those it would be removed for; ties: the oldest.
  [[nodiscard]] std::optional<std::pair<const Row*, Match>> best_of(
      const Page& page, std::span<const Row* const> rows);
  void take(const Row& row, const Match& match, bool is_joining, const std::string& crawl,
            Decided& decided) const;
  void insert(Row row, Decided& decided);
  void remove(std::uint64_t number);
  void replace(std::uint64_t number, const std::string& crawl);
  // Judges members of this cluster again: all, or those of one crawl.
  void judge_again(std::uint64_t leader, const std::optional<std::string>& crawl);

  AgainstIndex& against_;
  bool keeps_history_;
  std::uint64_t last_ = 0;
  std::size_t judged_again_ = 0;
  std::vector<Row> rows_;
  std::vector<std::pair<std::string, bool>> crawls_;
};

}  // namespace facsim::property
