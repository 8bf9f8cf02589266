// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/key_links.h"

#include <utility>

#include "facsim/cluster/union_find.h"
#include "facsim/dedup/candidate_keys.h"

namespace facsim {

KeyLinks::KeyLinks(const Profile& profile, KeyLinkSink sink)
    : max_distance_(profile.max_distance),
      anchor_pages_max_(profile.anchor_pages_max),
      sink_(std::move(sink)) {}

void KeyLinks::add(const NodeKey& next) {
  if (!last_ || last_->channel != next.channel || last_->key != next.key) {
    end_group();
    first_ = next.node;
  } else if (last_->node == next.node) {
    sink_.link(next.node, next.node);
    return;
  }
  last_ = next;
  switch (next.channel) {
    case KeyChannel::band:
      if (next.node != first_) sink_.link(next.node, first_);
      break;
    case KeyChannel::anchor:
      add_to_anchor();
      break;
    case KeyChannel::bucket:
      add_to_bucket();
      break;
    case KeyChannel::text:
      break;
  }
}

void KeyLinks::add_to_anchor() {
  if (is_crowded_) {
    sink_.crowded(last_->node, last_->key);
    return;
  }
  held_.push_back(*last_);
  if (held_.size() <= anchor_pages_max_) return;
  is_crowded_ = true;
  ++crowded_anchors_;
  for (const NodeKey& each : held_) sink_.crowded(each.node, each.key);
  held_.clear();
}

void KeyLinks::add_to_bucket() {
  if (is_crowded_) {
    sink_.link(last_->node, first_);
    return;
  }
  held_.push_back(*last_);
  if (held_.size() <= kBucketComparedMax) return;
  is_crowded_ = true;
  ++crowded_buckets_;
  for (const NodeKey& each : held_) {
    if (each.node != first_) sink_.link(each.node, first_);
  }
  held_.clear();
}

void KeyLinks::end_group() {
  if (held_.size() > 1 && held_.front().channel == KeyChannel::anchor) {
    for (const NodeKey& each : held_) {
      if (each.node != first_) sink_.link(each.node, first_);
    }
  } else if (held_.size() > 1) {
    std::vector<std::uint64_t> fingerprints;
    for (const NodeKey& each : held_) fingerprints.push_back(each.fingerprint);
    UnionFind sets(static_cast<std::uint32_t>(held_.size()));
    unite_close(fingerprints, max_distance_, sets);
    for (std::uint32_t i = 0; i < held_.size(); ++i) {
      const std::uint32_t root = sets.root(i);
      if (root != i) sink_.link(held_[i].node, held_[root].node);
    }
  }
  held_.clear();
  is_crowded_ = false;
}

}  // namespace facsim
