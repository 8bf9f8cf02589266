// SPDX-License-Identifier: Apache-2.0
#include "facsim/upkeep/copy_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "facsim/files/folder_for_test.h"
#include "facsim/model/host.h"
#include "facsim/seen.h"
#include "facsim/seen/store_rows.h"
#include "facsim/upkeep/cluster_sizes.h"

namespace facsim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string words(int text, int count = 60) {
  std::string all;
  for (int i = 0; i < count; ++i) all += "w" + std::to_string(text * 1000 + i) + ' ';
  return all;
}

Page page(const std::string& url, const std::string& text) {
  return {.id = url, .url = "https://" + url, .bytes = text, .is_unicode = true};
}

class CopyFiguresTest : public testing::Test {
 protected:
  SeenStore open(const SeenPolicy& policy = {}) {
    return SeenStore::open(folder_, {.policy = policy, .durability = Durability::none});
  }
  [[nodiscard]] CopyFigures figures(const CopyFiguresOptions& options = {}) const {
    const RowStore rows = RowStore::open(rows_folder(folder_), {.read_only = true});
    return figures_of_copies(rows, folder_, options);
  }

  for_test::Folder parent_;
  const std::string folder_ = parent_.file("store");
};

TEST_F(CopyFiguresTest, AnEmptyStoreHasNone) {
  (void)open();
  const CopyFigures found = figures();
  EXPECT_EQ(found.pages, 0U);
  EXPECT_EQ(found.clusters, 0U);
  EXPECT_EQ(found.largest, 0U);
  EXPECT_THAT(found.largest_clusters, IsEmpty());
  EXPECT_THAT(hosts_by_copies(found, 10), IsEmpty());
  EXPECT_THAT(hosts_by_saved(found, 10), IsEmpty());
}

TEST_F(CopyFiguresTest, CopiesSaveWhatThePolicySays) {
  const std::string text = words(1);
  {
    SeenStore store = open();
    (void)store.check_and_add(page("a.example.org/1", text));
    (void)store.check_and_add(page("b.example.org/1", text));
    (void)store.check_and_add(page("b.example.org/2", text + "more"));
    (void)store.check_and_add(page("a.example.org/2", words(2)));
    Page html = page("c.example.org/", "<p>" + text + "</p>");
    html.format = PageFormat::html;
    (void)store.check_and_add(html);
  }
  CopyFigures found = figures();
  EXPECT_EQ(found.pages, 5U);
  EXPECT_EQ(found.pages_without_bytes, 0U);
  EXPECT_EQ(found.clusters, 1U);
  EXPECT_EQ(found.largest, 4U);
  EXPECT_EQ(found.exact.skipped_pages, 2U);
  EXPECT_EQ(found.exact.skipped_bytes, 2 * text.size() + 7);
  EXPECT_EQ(found.exact.unfollowed_pages, 0U);
  EXPECT_EQ(found.content.skipped_pages, 0U);
  EXPECT_EQ(found.content.unfollowed_pages, 1U);
  const std::vector<HostFigures> hosts = hosts_by_saved(found, 10);
  ASSERT_EQ(hosts.size(), 2U);
  EXPECT_EQ(hosts[0].host, "c.example.org");  // the larger page
  EXPECT_EQ(hosts[1].host, "b.example.org");
  EXPECT_EQ(hosts[1].saved.unfollowed_pages, 1U);
  EXPECT_EQ(hosts_by_saved(found, 1).size(), 1U);

  (void)open({.exact = SeenAction::store, .content = SeenAction::skip, .follow_first = 0});
  found = figures();
  EXPECT_EQ(found.exact.skipped_pages, 0U);
  EXPECT_EQ(found.content.skipped_pages, 1U);
  EXPECT_EQ(found.content.skipped_bytes, text.size() + 4);
  (void)open({.exact = SeenAction::skip, .content = SeenAction::skip, .follow_first = 5});
  EXPECT_EQ(figures().content.skipped_pages, 0U);
}

TEST_F(CopyFiguresTest, TheSameTextInAnotherLayoutIsNoExactCopy) {
  const auto html = [](const std::string& url, const std::string& open_tags) {
    Page made = page(url, "<html><body>" + open_tags + "<p>" + words(1) + "</body></html>");
    made.format = PageFormat::html;
    return made;
  };
  std::string table;
  for (int i = 0; i < 30; ++i) table += "<table><tr><td><ul><li><div class=x></div></ul></table>";
  SeenAnswer answer;
  {
    SeenStore store = open();
    (void)store.check_and_add(html("example.org/1", ""));
    answer = store.check_and_add(html("example.org/2", table));
  }
  ASSERT_EQ(answer.seen, SeenVerdict::yes);
  ASSERT_EQ(answer.match->kind, Kind::content);
  EXPECT_EQ(figures().exact.skipped_pages, 0U);
  EXPECT_EQ(figures().content.unfollowed_pages, 1U);
  // The same if the first page has to be read again.
  EXPECT_EQ(figures({.clusters_held = 0}).content.unfollowed_pages, 1U);
}

TEST_F(CopyFiguresTest, TheLargestClustersSayWhatTheyShare) {
  {
    SeenStore store = open();
    for (int i = 0; i < 5; ++i) {
      (void)store.check_and_add(
          page("example.org/print/" + std::to_string(i), words(1) + (i == 3 ? "more" : "")));
    }
    (void)store.check_and_add(page("mirror.example.org/1", words(2)));
    (void)store.check_and_add(page("mirror.example.org/2", words(2)));
    (void)store.check_and_add(page("www.example.org/", words(2)));
    (void)store.check_and_add(page("example.org/alone", words(3)));
    (void)store.check_and_add(page("example.org/open", words(3)), {.crawl = "monday"});
  }
  const CopyFigures found = figures();
  ASSERT_EQ(found.largest_clusters.size(), 3U);
  const ClusterFigures& first = found.largest_clusters[0];
  EXPECT_EQ(first.id, "example.org/print/0");
  EXPECT_EQ(first.pages, 5U);
  EXPECT_EQ(first.exact, 3U);
  EXPECT_EQ(first.content, 1U);
  EXPECT_EQ(first.hosts, 1U);
  EXPECT_EQ(first.prefix, "https://example.org/print/");
  const ClusterFigures& second = found.largest_clusters[1];
  EXPECT_EQ(second.hosts, 2U);
  EXPECT_EQ(second.host, "mirror.example.org");
  EXPECT_EQ(second.host_pages, 2U);
  EXPECT_EQ(second.prefix, "https://");
  EXPECT_EQ(found.largest_clusters[2].pages, 2U);  // including the page of the open crawl
  EXPECT_EQ(figures({.top = 1}).largest_clusters.size(), 1U);
  EXPECT_THAT(figures({.top = 0}).largest_clusters, IsEmpty());
  EXPECT_EQ(figures({.top = 0}).largest, 5U);
}

TEST_F(CopyFiguresTest, PagesWithoutAUrlAreOfNoHost) {
  {
    SeenStore store = open();
    for (int i = 0; i < 12; ++i) {
      (void)store.check_and_add({.id = std::to_string(i), .bytes = words(1), .is_unicode = true});
    }
    (void)store.check_and_add(page("example.org/1", words(1)));
    (void)store.check_and_add(page("example.org/2", words(2)));
  }
  const CopyFigures found = figures();
  ASSERT_EQ(found.hosts.size(), 1U);
  EXPECT_EQ(found.hosts[0].host, "example.org");
  EXPECT_EQ(found.without_host.pages, 12U);
  EXPECT_EQ(found.without_host.copies, 11U);
  EXPECT_THAT(hosts_by_copies(found, 10), IsEmpty());
  ASSERT_EQ(hosts_by_saved(found, 10).size(), 1U);
  EXPECT_EQ(found.exact.skipped_pages, 12U);
  const ClusterFigures& cluster = found.largest_clusters.front();
  EXPECT_EQ(cluster.pages, 13U);
  EXPECT_EQ(cluster.hosts, 1U);
  EXPECT_EQ(cluster.host, "example.org");
  EXPECT_EQ(cluster.host_pages, 1U);
}

TEST_F(CopyFiguresTest, APrefixEndsBetweenCharacters) {
  {
    SeenStore store = open();
    (void)store.check_and_add(page("example.org/\xc3\xa4", words(1)));
    (void)store.check_and_add(page("example.org/\xc3\xb6", words(1)));
  }
  EXPECT_EQ(figures().largest_clusters.front().prefix, "https://example.org/");
}

TEST_F(CopyFiguresTest, HostsOfFewPagesHaveNoShare) {
  {
    SeenStore store = open();
    for (int i = 0; i < 12; ++i) {
      const std::string number = std::to_string(i);
      (void)store.check_and_add(page("half.example.org/" + number, words(100 + i / 2)));
      (void)store.check_and_add(page("third.example.org/" + number, words(200 + i * 2 / 3)));
    }
    for (int i = 0; i < 9; ++i) {
      (void)store.check_and_add(page("small.example.org/" + std::to_string(i), words(1)));
    }
  }
  const CopyFigures found = figures();
  std::vector<std::string> names;
  for (const HostFigures& each : hosts_by_copies(found, 10)) names.push_back(each.host);
  EXPECT_THAT(names, ElementsAre("half.example.org", "third.example.org"));
  // Only the sum is known of hosts beyond the limit.
  const CopyFigures few = figures({.hosts_held = 1});
  EXPECT_EQ(few.hosts.size(), 1U);
  EXPECT_EQ(few.hosts[0].pages + few.later_hosts.pages, found.pages);
  EXPECT_EQ(few.exact.skipped_pages, found.exact.skipped_pages);
}

// Checked against a count of every cluster over all rows, also after first pages were erased.
TEST_F(CopyFiguresTest, CountsWhatAllRowsTogetherSay) {
  std::mt19937_64 draw(7);
  {
    SeenStore store = open();
    std::vector<std::string> erased;
    for (int i = 0; i < 600; ++i) {
      const std::string host = "h" + std::to_string(draw() % 5) + ".example.org/";
      const std::string text = words(static_cast<int>(draw() % 150)) + (draw() % 3 == 0 ? "x" : "");
      (void)store.check_and_add(page(host + std::to_string(i), text),
                                {.crawl = draw() % 9 == 0 ? "monday" : ""});
      if (draw() % 12 == 0) erased.push_back(host + std::to_string(i));
    }
    (void)store.erase(erased);
  }
  const RowStore rows = RowStore::open(rows_folder(folder_), {.read_only = true});
  std::map<std::uint64_t, std::uint64_t> clusters;
  std::map<std::uint64_t, Hash128> digests;
  std::uint64_t exact = 0;
  std::uint64_t content = 0;
  for_each_stored_page(rows, folder_, [&](std::uint64_t number, const StoredPage& each) {
    ++clusters[each.is_representative() ? number : each.representative];
    digests[number] = each.facts.digest;
    if (!each.is_representative()) {
      ++(digests.at(each.representative) == each.facts.digest ? exact : content);
    }
    return true;
  });
  const std::uint64_t alone = static_cast<std::uint64_t>(
      std::ranges::count_if(clusters, [](const auto& each) { return each.second == 1; }));
  for (const std::uint64_t held : {std::uint64_t{0}, std::uint64_t{10}, kClustersHeldMax}) {
    const CopyFigures found = figures({.clusters_held = held});
    EXPECT_EQ(found.clusters, clusters.size() - alone);
    EXPECT_EQ(found.exact.skipped_pages, exact);
    EXPECT_EQ(found.content.unfollowed_pages, content);
    for (const ClusterFigures& each : found.largest_clusters) {
      EXPECT_EQ(each.pages, clusters.at(each.number));
      EXPECT_EQ(each.pages, each.exact + each.content + 1);
    }
  }
  ClusterSizes sizes(rows);
  for (const auto& [number, pages] : clusters) {
    EXPECT_EQ(sizes.next_from(number), pages);
    EXPECT_EQ(sizes.of(number), pages);
  }
}

}  // namespace
}  // namespace facsim
