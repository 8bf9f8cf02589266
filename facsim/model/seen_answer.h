// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a store of pages answers, and what it says of the pages that it has.

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
  too_short,  // says too little to be judged, and equals no old page
};
[[nodiscard]] std::string_view name_of(SeenVerdict verdict) noexcept;

// What the crawler does with the page, by the store's policy.
enum class SeenAction : std::uint8_t {
  store,       // keep it and follow its links
  skip_links,  // keep it, but its links lead where those of its cluster lead
  skip,        // it says nothing new
};
[[nodiscard]] std::string_view name_of(SeenAction action) noexcept;
[[nodiscard]] std::optional<SeenAction> seen_action_named(std::string_view name) noexcept;

struct SeenPolicy {
  SeenAction exact = SeenAction::skip;          // for pages seen of that kind
  SeenAction content = SeenAction::skip_links;  // and for those of any other
  // Of each cluster the first so many copies that are no exact ones are followed all the same.
  std::uint32_t follow_first = 0;

  friend bool operator==(const SeenPolicy&, const SeenPolicy&) = default;
};

// A page of the store.
struct SeenPage {
  std::uint64_t number = 0;  // of its row; what is stored later has a larger one
  std::string id = {};
  std::string url = {};
  std::int64_t first_seen_ms = 0;  // since 1970 in UTC
  // When it was met last under its own id or URL, noted once a day; an answer does not say it: 0.
  std::int64_t last_seen_ms = 0;
  std::uint64_t cluster = 0;  // number of the row of its representative
  std::uint32_t rank = 1;     // so many pages of the cluster were there, with it, when it came
  std::string crawl = {};     // that it came with; empty: none
  std::optional<std::uint64_t> bytes = {};  // of its body as fetched, where that is known
  std::uint16_t status = 0;                 // of the HTTP answer; 0 if it is not known
};

struct SeenCluster {
  std::string id = {};     // of its representative; "#NUMBER" where that has none
  std::uint64_t size = 1;  // pages of it that are stored, with this one if it was added
  std::uint32_t rank = 1;  // of the page that was asked for: 2 is the first copy
};

// A page that was looked at for an answer that is to be explained.
struct SeenCandidate {
  SeenPage page = {};
  int distance = -1;                       // of the fingerprints, in bits; -1 where one has none
  std::optional<double> resemblance = {};  // estimated; nothing where one is too short
  std::optional<Match> match = {};         // nothing: they are no duplicates
  std::string refused = {};                // why it is not the page of the answer; empty: it is
};

struct SeenAnswer {
  SeenVerdict seen = SeenVerdict::no;
  bool added = false;
  std::uint64_t number = 0;  // of the row, where it was added
  // `yes`: the page that was there before; `no`: a page that shares a part with this one, or
  // nothing.
  std::optional<SeenPage> page = {};
  std::optional<Match> match = {};          // with that page, by digest or sketch
  std::optional<double> layout = {};        // how alike the two are built, 0..1
  std::optional<SeenCluster> cluster = {};  // that it belongs to, or would
  bool truncated = false;                   // not all candidates were judged
  SeenAction action = SeenAction::store;
  std::vector<SeenCandidate> candidates = {};  // where they were asked for, best first
};

// `store` for what is new or too short to be judged.
[[nodiscard]] SeenAction action_of(const SeenAnswer& answer, const SeenPolicy& policy) noexcept;

struct SeenErased {
  std::uint64_t pages = 0;
  std::vector<std::string> missing;  // names that no page has, in the order in which they came
};

struct SeenCrawl {
  std::string name = {};
  bool is_open = true;        // else it was committed
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
  std::uint64_t replaced = 0;  // pages that took the place of an earlier text, since it was opened
  // Links that crawlers left out (uncrawled.h), without those to mirrors that were led back.
  std::uint64_t uncrawled_links = 0;
  std::string failure = {};  // why nothing can be changed; empty: all is well
  // The disk is full, and writes are tried again every second. Else a failure stays until the store
  // is opened again.
  bool is_retried = false;
  bool is_sealing = false;          // a segment is being written
  std::uint64_t merging_bytes = 0;  // of the segments that are being merged; 0: none are
};

}  // namespace facsim
