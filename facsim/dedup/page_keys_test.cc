// SPDX-License-Identifier: Apache-2.0
// A set of pages that is partitioned by connected components is decided like the whole set.
#include "facsim/dedup/page_keys.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "facsim/cluster/link_forest.h"
#include "facsim/dedup/candidate_keys.h"
#include "facsim/dedup/key_links.h"
#include "facsim/dedup/matches/kept_run.h"
#include "facsim/dedup/words_for_test.h"
#include "facsim/dedup_options.h"
#include "facsim/index/masks.h"

namespace facsim {
namespace {

using for_test::words;
// The page, the page that it repeats or is related to, the kind, and whether it is removed.
using Told = std::tuple<std::string, std::string, Kind, bool>;

class TellingSink final : public DedupSink {
 public:
  void removed(const SinkPage& page, const SinkPage& other, const Match& match) override {
    told.emplace_back(page.name.id, other.name.id, match.kind, true);
  }
  void reported(const SinkPage& page, const SinkPage& other, const Match& match) override {
    told.emplace_back(page.name.id, other.name.id, match.kind, false);
  }
  std::vector<Told> told;
};

class PagesInARow final : public PageSource {
 public:
  explicit PagesInARow(std::vector<Page> pages) : pages_(std::move(pages)) {}
  [[nodiscard]] bool next(Page& page) override {
    if (next_ == pages_.size()) return false;
    page = pages_[next_++];
    return true;
  }

 private:
  std::vector<Page> pages_;
  std::size_t next_ = 0;
};

// 240 pages of 40 families around one notice; the last page of a family has little more text than
// the notice.
std::vector<Page> notice_pages() {
  std::vector<Page> pages;
  const std::string notice = words(77, 90);
  for (unsigned i = 0; i < 240; ++i) {
    Page& page = pages.emplace_back();
    page.is_unicode = true;
    page.id = "p" + std::to_string(i);
    page.bytes = i % 40 == 39 ? notice + words(i, 60) : words(1000 + i % 40, 300) + notice;
    page.bytes += words(5000 + i, static_cast<int>(i % 9));
    if (i % 60 == 59) page.bytes.clear();
  }
  return pages;
}

std::vector<Told> decided(const std::vector<Page>& pages, const DedupOptions& options,
                          const PartOfRun& part = {}) {
  PagesInARow source(pages);
  TellingSink sink;
  KeptRun run({}, Matches::none, part);
  (void)run.dedup(source, sink, options);
  return sink.told;
}

// The node of each page (0 without a text), and all keys in the order that KeyLinks needs.
std::pair<std::vector<std::int64_t>, std::vector<NodeKey>> keys_of(const std::vector<Page>& pages,
                                                                   const DedupOptions& options) {
  std::vector<std::int64_t> nodes;
  std::vector<NodeKey> all;
  const int distance = options.judge.profile.max_distance;
  const auto masks = covering_masks(distance, pages.size());
  PagesInARow source(pages);
  find_page_keys(
      source, {.judge = options.judge, .limits = options.limits}, {}, [&](const PageKeys& keys) {
        nodes.push_back(keys.skip == Skip::none ? keys.node : 0);
        EXPECT_EQ(keys.skip == Skip::no_text, keys.bytes == 0);
        for (const auto key : keys.bands) all.push_back({KeyChannel::band, key, keys.node, 0});
        for (const auto key : keys.anchors) all.push_back({KeyChannel::anchor, key, keys.node, 0});
        for (std::size_t table = 0; keys.has_fingerprint && table < masks.size(); ++table) {
          const std::uint64_t masked = keys.fingerprint & masks[table];
          all.push_back({KeyChannel::bucket, bucket_key(keys.scope_key, table, masked), keys.node,
                         keys.fingerprint});
        }
      });
  std::sort(all.begin(), all.end(), [](const NodeKey& a, const NodeKey& b) {
    return std::tuple(a.channel, a.key, a.node) < std::tuple(b.channel, b.key, b.node);
  });
  return {nodes, all};
}

void expect_parts_decide_as_the_whole(const char* profile, bool has_crowded) {
  const std::vector<Page> pages = notice_pages();
  DedupOptions options;
  options.judge = ready_profile(profile);
  options.limits = {.threads = 1, .memory_bytes = std::uint64_t{64} << 20};
  const auto [nodes, keys] = keys_of(pages, options);
  PartOfRun part;
  part.pages_in_all = pages.size();
  LinkForest forest;
  KeyLinks links(options.judge.profile,
                 {.link = [&](auto node, auto other) { forest.add(node, other); },
                  .crowded = [&](auto, auto key) { part.crowded_anchors.push_back(key); }});
  for (const NodeKey& key : keys) links.add(key);
  links.finish();
  EXPECT_EQ(links.crowded_anchors() > 0, has_crowded);
  std::sort(part.crowded_anchors.begin(), part.crowded_anchors.end());

  std::map<std::int64_t, std::int64_t> roots;
  for (const auto& [node, root] : forest.take_stars()) roots[node] = root;
  std::map<std::int64_t, std::vector<Page>> components;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (nodes[i] == 0) continue;
    const auto root = roots.find(nodes[i]);
    components[root == roots.end() ? nodes[i] : root->second].push_back(pages[i]);
  }
  EXPECT_GT(components.size(), 20U);
  // Three parts, as on three machines.
  std::vector<std::vector<Page>> parts(3);
  for (const auto& [root, component] : components) {
    auto& chosen = parts[static_cast<std::uint64_t>(root) % parts.size()];
    chosen.insert(chosen.end(), component.begin(), component.end());
  }
  std::vector<Told> told;
  for (auto& chosen : parts) {
    std::sort(chosen.begin(), chosen.end(), [](const Page& a, const Page& b) {
      return std::stoi(a.id.substr(1)) < std::stoi(b.id.substr(1));
    });
    const std::vector<Told> some = decided(chosen, options, part);
    told.insert(told.end(), some.begin(), some.end());
  }
  std::vector<Told> whole = decided(pages, options);
  EXPECT_GT(whole.size(), 100U);
  std::sort(told.begin(), told.end());
  std::sort(whole.begin(), whole.end());
  EXPECT_EQ(told, whole);
}

TEST(PageKeys, PartsDecideAsTheWhole) {
  expect_parts_decide_as_the_whole("balanced", false);
  expect_parts_decide_as_the_whole("strict", false);
  expect_parts_decide_as_the_whole("compact", false);
}

TEST(PageKeys, PartsDecideAsTheWholeWhereAnchorsAreCrowded) {
  expect_parts_decide_as_the_whole("thorough", true);
}

}  // namespace
}  // namespace facsim
