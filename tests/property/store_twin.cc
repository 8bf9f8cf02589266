// SPDX-License-Identifier: Apache-2.0
#include "tests/property/store_twin.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>

#include "facsim/cluster/leader_choice.h"
#include "facsim/model/host.h"

namespace facsim::property {
namespace {

constexpr std::int64_t kDayMs = 86'400'000;

std::string figures(const Match& match) {
  std::array<char, 160> line{};
  (void)std::snprintf(line.data(), line.size(), " %s by %s, distance %d, %.6f, %.6f, %.6f",
                      std::string(name_of(match.kind)).c_str(),
                      std::string(name_of(match.by)).c_str(), match.distance, match.resemblance,
                      match.containment, match.containment_reverse);
  return line.data();
}

std::string in_crawl(const std::string& crawl) { return crawl.empty() ? "" : " of " + crawl; }

}  // namespace

std::string identity_of(std::int64_t came_ms, const std::string& id, const std::string& url) {
  return "(" + std::to_string(came_ms) + " " + id + " " + url + ")";
}

std::string Told::line() const {
  std::string line = seen + (added ? " added" : "");
  if (!page.empty()) {
    line += ", page " + page + in_crawl(page_crawl) + " rank " + std::to_string(page_rank);
    line += page_leads ? " leads" : " follows";
  }
  if (match) line += figures(*match);
  if (cluster) {
    line +=
        ", cluster " + *cluster + " size " + std::to_string(size) + " rank " + std::to_string(rank);
  }
  return line;
}

std::string Listed::line() const {
  return page + in_crawl(crawl) + " in " + leader + " rank " + std::to_string(rank) + " copies " +
         std::to_string(copies) + " met " + std::to_string(met_ms);
}

std::string StoreTwin::identity(const Row& row) const {
  return identity_of(row.came_ms, row.page.id, row.page.url);
}

bool StoreTwin::is_hidden(const Row& row, const std::string& crawl) {
  const bool is_of_others = !row.crawl.empty() && row.crawl != crawl;
  return row.is_leaving || is_of_others || row.replaced_by.contains(crawl);
}

bool StoreTwin::have_one_name(const Page& a, const Page& b) {
  return (!a.id.empty() && a.id == b.id) || (!a.url.empty() && a.url == b.url);
}

StoreTwin::Row* StoreTwin::row_of(std::uint64_t number) {
  const auto at = std::ranges::find(rows_, number, &Row::number);
  return at == rows_.end() ? nullptr : &*at;
}

const StoreTwin::Row* StoreTwin::row_of(std::uint64_t number) const {
  const auto at = std::ranges::find(rows_, number, &Row::number);
  return at == rows_.end() ? nullptr : &*at;
}

std::uint64_t StoreTwin::size_for(std::uint64_t leader, const std::string& crawl) const {
  return static_cast<std::uint64_t>(std::ranges::count_if(rows_, [&](const Row& row) {
    return row.leader == leader && (row.crawl.empty() || row.crawl == crawl);
  }));
}

// ---- choosing the page that a page repeats ----

std::optional<Match> StoreTwin::joining_match(const Page& page, const Page& named) {
  const Page* const known = &named;
  const Verdict verdict = against_.ask(page, {&known, 1});
  if (verdict.is_removed) return verdict.match;
  if (against_.are_a_pair(page, named)) return std::nullopt;
  const double containment_min = against_.profile().profile.thresholds.containment_to_remove();
  const LeaderOptions rule{.joining = against_.removed_kinds(),
                           .min_containment_to_join = containment_min};
  std::optional<Match> match = against_.judge(page, named);
  if (match && !joins(*match, rule)) match.reset();
  return match;
}

std::optional<std::pair<const StoreTwin::Row*, Match>> StoreTwin::best_of(
    const Page& page, std::span<const Row* const> rows) {
  std::optional<std::pair<const Row*, Match>> best;
  for (const Row* const row : rows) {
    const std::optional<Match> match = joining_match(page, row->page);
    if (match && (!best || match->resemblance > best->second.resemblance)) best = {row, *match};
  }
  return best;
}

void StoreTwin::take(const Row& row, const Match& match, bool is_joining, const std::string& crawl,
                     Decided& decided) const {
  decided.row = row.number;
  decided.leader = row.leader;
  Told& told = decided.told;
  told.page = identity(row);
  told.page_crawl = row.came_with;
  told.page_rank = row.rank;
  told.page_leads = row.leader == row.number;
  told.match = match;
  if (!is_joining) return;
  told.seen = "yes";
  const Row& leader = *row_of(row.leader);
  told.leader = identity(leader);
  const std::string& id = leader.page.id;
  told.cluster = id.empty() ? "#" : id;
  told.size = size_for(row.leader, crawl);
  told.rank = decided.by_name ? row.rank : static_cast<std::uint32_t>(told.size + 1);
}

StoreTwin::Decided StoreTwin::decide(const Page& page, const std::string& crawl, Names names) {
  Decided decided;
  std::vector<const Row*> named;
  std::vector<const Row*> leaders;
  std::vector<const Page*> known;
  for (const Row& row : rows_) {
    if (is_hidden(row, crawl)) continue;
    const bool is_named = names == Names::first && have_one_name(row.page, page);
    if (is_named) named.push_back(&row);
    if (row.leader != row.number || (is_named && !keeps_history_)) continue;
    leaders.push_back(&row);
    known.push_back(&row.page);
  }
  const Verdict verdict = against_.ask(page, known);
  decided.has_text = verdict.has_text;
  decided.told.seen = verdict.is_short || !verdict.has_text ? "too_short" : "no";
  if (!verdict.has_text) return decided;
  auto best = best_of(page, named);
  decided.by_name = best.has_value();
  if (!best && (verdict.is_short || verdict.match.same_text)) best = best_of(page, leaders);
  if (best) {
    take(*best->first, best->second, true, crawl, decided);
  } else if (verdict.other) {
    take(*leaders[*verdict.other], verdict.match, verdict.is_removed, crawl, decided);
  }
  return decided;
}

Told StoreTwin::check(const Page& page, const std::string& crawl) {
  return decide(page, crawl, Names::first).told;
}

// ---- changes ----

Told StoreTwin::add(const Page& page, const std::string& crawl, std::int64_t now_ms) {
  if (!crawl.empty() && std::ranges::find(crawls_, std::pair(crawl, true)) == crawls_.end()) {
    crawls_.emplace_back(crawl, true);
  }
  Decided decided = decide(page, crawl, Names::first);
  if (!decided.has_text) return decided.told;
  if (Row* const row = row_of(decided.row);
      row != nullptr && decided.told.seen == "yes" && have_one_name(row->page, page)) {
    if (now_ms - row->came_ms >= kDayMs && now_ms - row->met_ms >= kDayMs) row->met_ms = now_ms;
    return decided.told;
  }
  if (!keeps_history_) {
    std::vector<std::uint64_t> old;
    for (const bool is_copy : {true, false}) {
      for (const Row& row : rows_) {
        if (is_hidden(row, crawl) || !have_one_name(row.page, page)) continue;
        if ((row.leader != row.number) == is_copy) old.push_back(row.number);
      }
    }
    for (const std::uint64_t number : old) replace(number, crawl);
    if (!old.empty()) decided = decide(page, crawl, Names::first);
  }
  insert({.page = page, .came_ms = now_ms, .came_with = crawl, .crawl = crawl}, decided);
  return decided.told;
}

void StoreTwin::insert(Row row, Decided& decided) {
  Told& told = decided.told;
  told.added = true;
  row.number = ++last_;
  if (told.seen == "yes") {
    ++told.size;
    told.rank = static_cast<std::uint32_t>(told.size);
    row.leader = decided.leader;
  } else {
    told.cluster = row.page.id.empty() ? "#" : row.page.id;
    told.size = told.rank = 1;
    row.leader = row.number;
  }
  row.rank = told.rank;
  rows_.push_back(std::move(row));
}

void StoreTwin::remove(std::uint64_t number) {
  const Row* const row = row_of(number);
  if (row == nullptr) return;
  const bool leads = row->leader == number;
  std::erase_if(rows_, [number](const Row& each) { return each.number == number; });
  if (leads) judge_again(number, std::nullopt);
}

void StoreTwin::replace(std::uint64_t number, const std::string& crawl) {
  Row* const row = row_of(number);
  if (row == nullptr) return;
  if (crawl.empty() || row->crawl == crawl) {
    remove(number);
    return;
  }
  row->replaced_by.insert(crawl);
  judge_again(number, crawl);
}

void StoreTwin::judge_again(std::uint64_t leader, const std::optional<std::string>& crawl) {
  const auto is_judged = [&](const Row& row) {
    return row.leader == leader && row.number != leader && (!crawl || row.crawl == *crawl);
  };
  std::vector<Row> members;
  std::ranges::copy_if(rows_, std::back_inserter(members), is_judged);
  std::erase_if(rows_, is_judged);
  judged_again_ += members.size();
  for (Row& member : members) {
    Decided decided = decide(member.page, member.crawl, Names::ignored);
    insert(std::move(member), decided);
  }
}

bool StoreTwin::commit(const std::string& crawl) {
  const auto open = std::ranges::find(crawls_, std::pair(crawl, true));
  if (open == crawls_.end()) return false;
  open->second = false;
  for (Row& row : rows_) {
    if (row.crawl == crawl) row.crawl.clear();
    if (row.replaced_by.erase(crawl) != 0) row.is_leaving = true;
  }
  for (;;) {
    const auto at = std::ranges::find(rows_, true, &Row::is_leaving);
    if (at == rows_.end()) return true;
    remove(at->number);
  }
}

bool StoreTwin::cancel(const std::string& crawl) {
  const auto open = std::ranges::find(crawls_, std::pair(crawl, true));
  if (open == crawls_.end()) return false;
  crawls_.erase(open);
  std::erase_if(rows_, [&](const Row& row) { return row.crawl == crawl; });
  for (Row& row : rows_) row.replaced_by.erase(crawl);
  return true;
}

// ---- by name ----

// Finds rows of all crawls.
std::vector<std::uint64_t> StoreTwin::rows_named(const std::string& name) const {
  std::vector<std::uint64_t> found;
  for (const auto member : {&Page::id, &Page::url}) {
    for (const Row& row : rows_) {
      if (row.page.*member == name) found.push_back(row.number);
    }
    if (!found.empty()) break;
  }
  return found;
}

SeenErased StoreTwin::erase(std::span<const std::string> names) {
  SeenErased erased;
  for (const std::string& name : names) {
    std::vector<std::uint64_t> rows = rows_named(name);
    erased.pages += rows.size();
    if (rows.empty()) erased.missing.push_back(name);
    // Rows that are judged again have other numbers.
    for (; !rows.empty(); rows = rows_named(name)) {
      for (const std::uint64_t number : rows) remove(number);
    }
  }
  return erased;
}

bool StoreTwin::has(const std::string& wanted) const {
  return std::ranges::any_of(rows_, [&](const Row& row) { return identity(row) == wanted; });
}

bool StoreTwin::erase_one(const std::string& wanted) {
  const auto at = std::ranges::find(rows_, wanted, [&](const Row& row) { return identity(row); });
  if (at == rows_.end()) return false;
  remove(at->number);
  return true;
}

std::uint64_t StoreTwin::erase(const SeenFilter& filter) {
  const auto is_wanted = [&](const Row& row) {
    if (!filter.host.empty() && host_of(row.page.url) != known_host(filter.host)) return false;
    if (!filter.crawl.empty() && row.came_with != filter.crawl) return false;
    if (!filter.before_ms) return true;
    return row.came_ms < *filter.before_ms &&
           (!filter.by_last_seen || row.met_ms < *filter.before_ms);
  };
  std::uint64_t erased = 0;
  for (;;) {
    std::vector<std::uint64_t> some;
    for (const Row& row : rows_) {
      if (is_wanted(row)) some.push_back(row.number);
    }
    if (some.empty()) return erased;
    for (const std::uint64_t number : some) {
      erased += row_of(number) != nullptr ? 1 : 0;
      remove(number);
    }
  }
}

std::vector<Listed> StoreTwin::all() const {
  std::vector<Listed> listed;
  for (const Row& row : rows_) {
    if (is_hidden(row, {})) continue;
    listed.push_back({.page = identity(row),
                      .leader = identity(*row_of(row.leader)),
                      .crawl = row.came_with,
                      .rank = row.rank,
                      .copies = size_for(row.leader, {}) - 1,
                      .met_ms = std::max(row.came_ms, row.met_ms)});
  }
  return listed;
}

std::vector<std::string> StoreTwin::find(const std::string& name) const {
  std::vector<std::string> found;
  for (const auto member : {&Page::id, &Page::url}) {
    for (const Row& row : rows_) {
      if (!is_hidden(row, {}) && row.page.*member == name) found.push_back(identity(row));
    }
    if (!found.empty()) break;
  }
  return found;
}

std::vector<std::string> StoreTwin::cluster(const std::string& leader) const {
  std::vector<std::string> found;
  for (const Row& row : rows_) {
    if (!is_hidden(row, {}) && identity(*row_of(row.leader)) == leader) {
      found.push_back(identity(row));
    }
  }
  return found;
}

}  // namespace facsim::property
