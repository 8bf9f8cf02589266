// SPDX-License-Identifier: Apache-2.0
#pragma once
// Keys of pages in, sorted; links between pages that may be candidates of each other out.
//
// The links of all channels hang together what find_candidates() puts into one component, and
// perhaps more: equal keys give a star, one link a page, never all pairs. What they hang together
// can be decided apart from all else, by a run that knows its PartOfRun.
//
// A page is a *node*: all pages of an exact group and scope are one, and their keys are the same.
// Rows come in order of (channel, key, node), in as many pieces as the caller likes, and memory is
// that of kBucketComparedMax nodes whatever the number of pages under a key.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "facsim/model/profile.h"

namespace facsim {

// `text` is of pages that have no other key: only pages of their own node share it.
enum class KeyChannel : std::uint8_t { band = 0, anchor = 1, bucket = 2, text = 3 };

struct NodeKey {
  KeyChannel channel = KeyChannel::band;
  std::uint64_t key = 0;
  std::int64_t node = 0;
  std::uint64_t fingerprint = 0;  // of buckets
};

// What is found out of the keys. A node that comes twice under one key is linked to itself: it has
// more than one page.
struct KeyLinkSink {
  std::function<void(std::int64_t node, std::int64_t other)> link;
  // An anchor of the node leads nowhere: too many pages have it. Told of each of its nodes.
  std::function<void(std::int64_t node, std::uint64_t key)> crowded;
};

class KeyLinks {
 public:
  KeyLinks(const Profile& profile, KeyLinkSink sink);

  void add(const NodeKey& next);
  // Behind the last row.
  void finish() { end_group(); }

  // Anchors that lead nowhere, and buckets that are one group as they stand.
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
  std::int64_t first_ = 0;     // node of the group
  bool is_crowded_ = false;    // the group
  std::vector<NodeKey> held_;  // of the group, while it is not crowded
  std::uint64_t crowded_anchors_ = 0;
  std::uint64_t crowded_buckets_ = 0;
};

}  // namespace facsim
