// SPDX-License-Identifier: Apache-2.0
#pragma once
// The options in a request for pages: ?add, ?crawl, ?explain, and the header Idempotency-Key.

#include <string>

#include "facsim/seen.h"
#include "facsim/serve/call.h"

namespace facsim {

struct Asking {
  bool adds = false;
  SeenAsk how = {};
};

// Throws Refused{400} for names and keys that are empty, too long, or given twice. A request that
// adds nothing needs no key; its key is ignored.
[[nodiscard]] Asking asking_of(const Call& call);

// Returns the key in the header alone; empty if there is none. Throws as asking_of() does.
[[nodiscard]] std::string retry_key_of(const HttpRequest& request);

// Throws Refused{507} if less disk space is free than --free-disk requires. A request with a retry
// key whose answer is stored writes nothing, so it is let through.
void require_disk(const Call& call);
void require_disk(const Call& call, const Collection& collection, const std::string& retry_key);
// Throws Refused{429} if a change of the store would now wait until a segment is written.
void require_room(const Collection& collection);
// Both, for a request that adds pages.
void require_room_to_add(const Call& call, const Collection& collection,
                         const std::string& retry_key);
// Returns why such a wait has no end: no segment can be written. Empty: it has one.
[[nodiscard]] std::string trouble_of(const Collection& collection);

}  // namespace facsim
