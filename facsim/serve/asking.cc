// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/asking.h"

#include "facsim/serve/problem.h"

namespace facsim {
namespace {

std::string retry_key_of(const HttpRequest& request) {
  const HttpField* key = nullptr;
  for (const HttpField& field : request.fields) {
    if (field.name != "idempotency-key") continue;
    if (key != nullptr) throw Refused{400, "Idempotency-Key is there twice; send one"};
    key = &field;
  }
  if (key == nullptr) return {};
  if (key->value.empty()) throw Refused{400, "Idempotency-Key is empty; draw one, or send none"};
  return key->value;
}

}  // namespace

Asking asking_of(const Call& call) {
  Asking asking{.adds = call.target.is_set("add")};
  asking.how.explain = call.target.is_set("explain");
  if (const std::string* const crawl = call.target.find("crawl")) {
    if (crawl->empty() || crawl->size() > kCrawlNameBytesMax) {
      throw Refused{400, "the name of a crawl has 1 to " + std::to_string(kCrawlNameBytesMax) +
                             " bytes: ?crawl=NAME"};
    }
    asking.how.crawl = *crawl;
  }
  if (asking.adds) asking.how.retry_key = retry_key_of(call.request);
  return asking;
}

void require_room(const SeenStore& store) {
  if (!store.is_full()) return;
  throw Refused{429, "pages come faster than they can be written into segments; try again"};
}

}  // namespace facsim
