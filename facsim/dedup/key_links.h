// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sorted keys of pages in, links between pages that may be candidates of each other out.
//
// The links of all channels connect the pages that find_candidates() puts into one component, and
// perhaps more: equal keys give a star, one link per page, never all pairs. A set of connected
// pages can be decided separately from all others, by a run that knows its PartOfRun.
//
// A page is a *node*: all pages of an exact group and scope are one node, and their keys are equal.
// Rows come in the order of (channel, key, node), in any number of pieces, and memory is bounded by
// kBucketComparedMax nodes whatever the number of pages under a key.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "facsim/model/profile.h"

namespace facsim {

// `text` is for pages that have no other key: only pages of their own node share it.
enum class KeyChannel : std::uint8_t { band = 0, anchor = 1, bucket = 2, text = 3 };

struct NodeKey {
  KeyChannel channel = KeyChannel::band;
  std::uint64_t key = 0;
  std::int64_t node = 0;
  std::uint64_t fingerprint = 0;  // for buckets
};

// Receives the results. A node that comes twice under one key is linked to itself: it has more than
// one page.
struct KeyLinkSink {
  std::function<void(std::int64_t node, std::int64_t other)> link;
  // An anchor of the node is ignored because too many pages have it. Called for each of its nodes.
  std::function<void(std::int64_t node, std::uint64_t key)> crowded;
};

class KeyLinks {
 public:
  KeyLinks(const Profile& profile, KeyLinkSink sink);

  void add(const NodeKey& next);
  // Call after the last row.
  void finish() { end_group(); }

  // The number of ignored anchors, and of buckets that are one group as a whole.
  [[nodiscard]] std::uint64_t crowded_anchors() const noexcept { return crowded_anchors_; }
  [[nodiscard]] std::uint64_t crowded_buckets() const noexcept { return crowded_buckets_; }

 private:
  void add_to_bucket();
  void add_to_anchor();
  void end_group();

  int max_distance_;
  std::uint32_t anchor_pages_max_;
  KeyLinkSink sink_;
  std::optional<NodeKey> last_;
  std::int64_t first_ = 0;     // first node of the group
  bool is_crowded_ = false;    // state of the group
  std::vector<NodeKey> held_;  // keys of the group, while it is not crowded
  std::uint64_t crowded_anchors_ = 0;
  std::uint64_t crowded_buckets_ = 0;
};

}  // namespace facsim
