// SPDX-License-Identifier: Apache-2.0
#include "tests/fault/seen_work.h"

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>

#include "facsim/base/error.h"
#include "facsim/known/page_index_for_test.h"

namespace facsim::fault {

namespace {

using Pages = std::map<Copy, SeenPage>;

bool is_there_for_sure(const std::vector<Known>& known) {
  return known.back() == Known::no || known.back() == Known::yes;
}

// Finds the existing pages; complains if a page is missing, is there twice, or was erased.
std::optional<std::string> find_all(const SeenStore& store, const Expected& expected,
                                    Pages& pages) {
  for (const auto& [copy, known] : expected) {
    const std::vector<SeenPage> found = store.find(id_of(copy));
    if (found.size() > 1) return "page " + id_of(copy) + " is there twice";
    if (found.empty() && is_there_for_sure(known)) return "page " + id_of(copy) + " is missing";
    if (found.empty()) continue;
    if (known.back() == Known::erased) return "page " + id_of(copy) + " was erased and is there";
    pages[copy] = found.front();
  }
  return std::nullopt;
}

// Each family must have one cluster, with all of its pages.
std::optional<std::string> judge_clusters(const SeenStore& store, const Pages& pages) {
  std::map<std::uint32_t, std::vector<SeenPage>> families;
  for (const auto& [copy, page] : pages) families[copy.family].push_back(page);
  for (const auto& [family, members] : families) {
    const std::string name = "family " + std::to_string(family);
    std::set<std::uint64_t> clusters;
    std::set<std::uint64_t> numbers;
    for (const SeenPage& page : members) {
      clusters.insert(page.cluster);
      numbers.insert(page.number);
    }
    if (clusters.size() != 1) return name + " has " + std::to_string(clusters.size()) + " clusters";
    if (!numbers.contains(*clusters.begin())) return name + " has a cluster without representative";
    std::set<std::uint64_t> listed;
    for (const SeenPage& page : store.cluster(*clusters.begin())) listed.insert(page.number);
    if (listed != numbers) {
      return name + " has " + std::to_string(numbers.size()) + " pages, its cluster lists " +
             std::to_string(listed.size());
    }
  }
  return std::nullopt;
}

// Each page must be found by its name, and a new copy by its text.
std::optional<std::string> ask_all(const SeenStore& store, std::uint64_t seed, const Pages& pages) {
  std::map<std::uint32_t, std::uint64_t> sizes;
  for (const auto& [copy, page] : pages) ++sizes[copy.family];
  for (const auto& [copy, page] : pages) {
    const SeenAnswer own = store.check(page_of(seed, copy));
    if (own.seen != SeenVerdict::yes || !own.page || own.page->number != page.number) {
      return "page " + id_of(copy) + " is not known by its own name";
    }
    if (!own.cluster || own.cluster->size != sizes[copy.family]) {
      return "the cluster of page " + id_of(copy) + " counts " +
             std::to_string(own.cluster ? own.cluster->size : 0) + " pages instead of " +
             std::to_string(sizes[copy.family]);
    }
  }
  for (const auto& [family, size] : sizes) {
    const SeenAnswer other = store.check(page_of(seed, {family, 999'999}));
    if (other.seen != SeenVerdict::yes) {
      return "a copy of family " + std::to_string(family) + " is not seen";
    }
  }
  return std::nullopt;
}

std::optional<std::string> count_firsts(const Expected& expected) {
  std::map<std::uint32_t, int> firsts;
  std::set<std::uint32_t> erased;  // the next page may be new again
  for (const auto& [copy, known] : expected) {
    firsts[copy.family] += std::ranges::find(known, Known::no) == known.end() ? 0 : 1;
    if (std::ranges::find(known, Known::erasing) != known.end()) erased.insert(copy.family);
  }
  for (const auto& [family, count] : firsts) {
    if (count > 1 && !erased.contains(family)) {
      return "of family " + std::to_string(family) + " " + std::to_string(count) +
             " pages were told that they are new";
    }
  }
  return std::nullopt;
}

}  // namespace

SeenStoreOptions small_memtables() {
  SeenStoreOptions options;
  options.front_pages = 24;
  options.limits.threads = 1;
  options.limits.memory_bytes = std::uint64_t{64} << 20;
  return options;
}

std::string id_of(const Copy& copy) {
  return std::to_string(copy.family) + "-" + std::to_string(copy.copy);
}

// A family has a text of its own, long enough that one word more leaves it the same page.
Page page_of(std::uint64_t seed, const Copy& copy) {
  std::mt19937_64 draw(seed * 1'000'003 + copy.family);
  return {.id = id_of(copy),
          .url = "http://example.org/" + id_of(copy),
          .bytes = for_test::some_words(draw, 400) + " copy" + std::to_string(copy.copy)};
}

std::optional<std::string> complaint(const SeenStore& store, std::uint64_t seed,
                                     const Expected& expected) {
  Pages pages;
  if (auto wrong = find_all(store, expected, pages)) return wrong;
  if (auto wrong = judge_clusters(store, pages)) return wrong;
  if (auto wrong = ask_all(store, seed, pages)) return wrong;
  return count_firsts(expected);
}

std::optional<std::string> complaint(const std::string& folder, std::uint64_t seed,
                                     const Expected& expected) {
  SeenStoreOptions options = small_memtables();
  std::optional<std::string> warned;
  options.warn = [&](const Sentence& sentence) { warned = sentence.plain(); };
  {
    const SeenStore store = SeenStore::open(folder, options);
    if (warned) return "it says: " + *warned;
    if (auto wrong = complaint(store, seed, expected)) return wrong;
  }
  std::filesystem::remove_all(folder + "/pages.idx");
  const SeenStore store = SeenStore::open(folder, options);
  const auto wrong = complaint(store, seed, expected);
  return wrong ? std::optional("with an index made again: " + *wrong) : std::nullopt;
}

void offer_copies(SeenStore& store, const Load& load, const std::function<bool()>& may_go_on,
                  const std::function<void(const Copy&, Known)>& tell) {
  std::mt19937_64 random(load.seed * 31 + load.first);
  std::vector<Copy> mine;
  for (std::uint32_t copy = load.first; may_go_on(); copy += load.step) {
    const Copy next{static_cast<std::uint32_t>(random() % load.families), copy};
    tell(next, Known::asked);
    const SeenAnswer answer = store.check_and_add(page_of(load.seed, next));
    if (!answer.added) throw Error{ErrorCode::invalid_argument, "a new page was not added"};
    tell(next, answer.seen == SeenVerdict::no ? Known::no : Known::yes);
    mine.push_back(next);
    if (load.erases && random() % 5 == 0) {
      const auto at = static_cast<std::ptrdiff_t>(random() % mine.size());
      const Copy old = mine[static_cast<std::size_t>(at)];
      mine.erase(mine.begin() + at);
      tell(old, Known::erasing);
      (void)store.erase(std::vector<std::string>{id_of(old)});
      tell(old, Known::erased);
    }
    if (random() % 40 == 0) store.seal();
  }
}

}  // namespace facsim::fault
