// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a request asks for its pages: ?add, ?crawl, ?explain, and the header Idempotency-Key.

#include <string>

#include "facsim/seen.h"
#include "facsim/serve/call.h"

namespace facsim {

struct Asking {
  bool adds = false;
  SeenAsk how = {};
};

// Throws Refused{400} for names and keys that are empty, too long, or there twice. Who adds nothing
// needs no key: it counts for nothing.
[[nodiscard]] Asking asking_of(const Call& call);

// The header alone; empty: there is none. Throws as asking_of().
[[nodiscard]] std::string retry_key_of(const HttpRequest& request);

// Throws Refused{507} if the disk has less free than --free-disk asks for. With a retry key whose
// answer is stored nothing is written, so the request is let through.
void require_disk(const Call& call);
void require_disk(const Call& call, const Collection& collection, const std::string& retry_key);
// Throws Refused{429} if a change of the store would now wait until a segment is written.
void require_room(const Collection& collection);
// Both, for a request that adds pages.
void require_room_to_add(const Call& call, const Collection& collection,
                         const std::string& retry_key);
// Why such a wait has no end: no segment can be written. Empty: it has one.
[[nodiscard]] std::string trouble_of(const Collection& collection);

}  // namespace facsim
