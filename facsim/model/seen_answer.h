// SPDX-License-Identifier: Apache-2.0
#pragma once
// The answers of a store of pages, and its facts about stored pages.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/model/match.h"

namespace facsim {

enum class SeenVerdict : std::uint8_t {
  no,         // new, as far as the profile can tell
  yes,        // the same page, or a copy of an old one
  too_short,  // too little text to be judged, and not equal to any stored page
};
[[nodiscard]] std::string_view name_of(SeenVerdict verdict) noexcept;

// What the crawler should do with the page, by the store's policy.
enum class SeenAction : std::uint8_t {
  store,       // keep it and follow its links
  skip_links,  // keep it, but skip its links: they lead to the same pages as those of its cluster
  skip,        // skip it: it adds nothing new
};
[[nodiscard]] std::string_view name_of(SeenAction action) noexcept;
[[nodiscard]] std::optional<SeenAction> seen_action_named(std::string_view name) noexcept;

struct SeenPolicy {
  SeenAction exact = SeenAction::skip;          // for pages seen as exact copies
  SeenAction content = SeenAction::skip_links;  // for pages seen of any other kind
  // The links of the first `follow_first` inexact copies of each cluster are followed nevertheless.
  std::uint32_t follow_first = 0;

  friend bool operator==(const SeenPolicy&, const SeenPolicy&) = default;
};

// A page of the store.
struct SeenPage {
  std::uint64_t number = 0;  // of its row; later rows have larger numbers
  std::string id = {};
  std::string url = {};
  std::int64_t first_seen_ms = 0;  // since 1970 in UTC
  // The last time a page arrived under this id or URL, recorded once a day; 0 in the answer to an
  // addition or check.
  std::int64_t last_seen_ms = 0;
  std::uint64_t cluster = 0;  // number of the row of its representative
  std::uint32_t rank = 1;     // pages of the cluster, including this one, when it was added
  std::string crawl = {};     // that it was added with; empty: none
  std::optional<std::uint64_t> bytes = {};  // of its body as fetched, if known
  std::uint16_t status = 0;                 // of the HTTP answer; 0 if unknown
};

struct SeenCluster {
  std::string id = {};     // of its representative; "#NUMBER" if that has none
  std::uint64_t size = 1;  // stored pages of the cluster, including this one if it was added
  std::uint32_t rank = 1;  // of the queried page: 2 is the first copy
};

// A candidate that was examined, for an answer with an explanation.
struct SeenCandidate {
  SeenPage page = {};
  int distance = -1;                       // of the fingerprints, in bits; -1 if one has none
  std::optional<double> resemblance = {};  // estimated; std::nullopt if one is too short
  std::optional<Match> match = {};         // std::nullopt: not duplicates
  std::string refused = {};                // why it is not the page of the answer; empty: it is
};

struct SeenAnswer {
  SeenVerdict seen = SeenVerdict::no;
  bool added = false;
  std::uint64_t number = 0;  // of the row, if it was added
  // `yes`: the earlier page; `no`: a page that shares a part with this one, or std::nullopt.
  std::optional<SeenPage> page = {};
  std::optional<Match> match = {};          // with that page, by digest or sketch
  std::optional<double> layout = {};        // likeness of the layouts, 0..1
  std::optional<SeenCluster> cluster = {};  // that it belongs to, or would belong to
  bool truncated = false;                   // not all candidates were judged
  SeenAction action = SeenAction::store;
  // If requested, at most 100: those of the page's id or URL that it did not join, then the others;
  // each group best first.
  std::vector<SeenCandidate> candidates = {};
};

// Returns `store` for pages that are new or too short to be judged.
[[nodiscard]] SeenAction action_of(const SeenAnswer& answer, const SeenPolicy& policy) noexcept;

struct SeenErased {
  std::uint64_t pages = 0;
  std::vector<std::string> missing;  // names without a page, in the order in which they were given
};

struct SeenCrawl {
  std::string name = {};
  bool is_open = true;        // false: it was committed
  std::uint64_t pages = 0;    // that it added, while it is open
  std::int64_t begun_ms = 0;  // since 1970 in UTC
};

struct SeenFigures {
  std::uint64_t front_pages = 0;  // in memory, not in a segment yet
  std::uint64_t front_bytes = 0;
  std::uint64_t segments = 0;
  std::uint64_t sealed = 0;     // representatives in segments
  std::uint64_t sealed_to = 0;  // rows up to this number
  std::uint64_t last_row = 0;
  std::uint64_t replaced = 0;  // pages that replaced an earlier text, since the store was opened
  // Links that crawlers left out (uncrawled.h), without links to mirrors for which they fetched the
  // mirror's page after all.
  std::uint64_t uncrawled_links = 0;
  std::string failure = {};  // why nothing can be changed; empty: no failure
  // True if the disk is full and writes are retried every second. Any other failure lasts until the
  // store is opened again.
  bool is_retried = false;
  bool is_sealing = false;          // a segment is being written
  std::uint64_t merging_bytes = 0;  // of the segments that are being merged; 0: no merge is running
};

}  // namespace facsim
