// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages in; for each one out which node it is and under which keys it meets others, so that many
// machines can find together who might look like whom (key_links.h).

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
  Skip skip = Skip::none;  // why the page has no text; then it has no node
  bool has_fingerprint = false;
  std::int64_t node = 0;  // the same for all pages of an exact group and scope
  std::uint64_t scope_key = 0;
  std::uint64_t fingerprint = 0;
  std::uint64_t bytes = 0;  // of the page as it came
  std::vector<std::uint64_t> bands;
  std::vector<std::uint64_t> anchors;
};

// What decides the keys, and what finding them may cost.
struct KeyOptions {
  ReadOptions read = {};
  ReadyProfile judge = {};
  Scope scope = Scope::all;
  RunLimits limits = {};
};

// Calls visit() for each page, in order, once all were read: some 500 bytes a page are in memory or
// in limits.tmp until then. Throws Error as dedup() does, and what `pages` throws.
void find_page_keys(PageSource& pages, const KeyOptions& options, const RunHooks& hooks,
                    const std::function<void(const PageKeys&)>& visit);

}  // namespace facsim
