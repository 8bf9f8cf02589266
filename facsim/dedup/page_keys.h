// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds for each page its node and the keys under which it is grouped with others, so that many
// machines together can find candidates (key_links.h).

#include <cstdint>
#include <functional>
#include <vector>

#include "facsim/model/policy.h"
#include "facsim/model/read_options.h"
#include "facsim/model/skip.h"
#include "facsim/page_source.h"
#include "facsim/ready_profile.h"
#include "facsim/run_options.h"

namespace facsim {

struct PageKeys {
  Skip skip = Skip::none;  // why the page has no text; such a page has no node
  bool has_fingerprint = false;
  std::int64_t node = 0;  // the same for all pages of an exact group and scope
  std::uint64_t scope_key = 0;
  std::uint64_t fingerprint = 0;
  std::uint64_t bytes = 0;  // of the page as received
  std::vector<std::uint64_t> bands;
  std::vector<std::uint64_t> anchors;
};

// The options that decide the keys, and the limits of resources.
struct KeyOptions {
  ReadOptions read = {};
  ReadyProfile judge = {};
  Scope scope = Scope::all;
  RunLimits limits = {};
};

// Calls visit() for each page, in order, after all were read: until then about 500 bytes per page
// are in memory or in limits.tmp. Throws Error as dedup() does, and what `pages` throws.
void find_page_keys(PageSource& pages, const KeyOptions& options, const RunHooks& hooks,
                    const std::function<void(const PageKeys&)>& visit);

}  // namespace facsim
