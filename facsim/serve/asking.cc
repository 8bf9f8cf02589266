// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/asking.h"

#include "facsim/serve/problem.h"

namespace facsim {
namespace {

bool has_answers(const Collection& collection, const std::string& retry_key) {
  return !retry_key.empty() && collection.store.has_answers(retry_key);
}

}  // namespace

std::string retry_key_of(const HttpRequest& request) {
  const HttpField* key = nullptr;
  for (const HttpField& field : request.fields) {
    if (field.name != "idempotency-key") continue;
    if (key != nullptr) throw Refused{400, "Idempotency-Key is there twice; send one"};
    key = &field;
  }
  if (key == nullptr) return {};
  if (key->value.empty()) throw Refused{400, "Idempotency-Key is empty; draw one, or send none"};
  if (key->value.size() > kRetryKeyBytesMax) {
    throw Refused{400, "Idempotency-Key has more than " + std::to_string(kRetryKeyBytesMax) +
                           " bytes; draw a shorter one"};
  }
  return key->value;
}

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

std::string trouble_of(const Collection& collection) {
  if (!collection.store.is_full()) return {};
  return collection.trouble->standing(collection.store.figures().sealed_to);
}

void require_disk(const Call& call) { call.service.disk.require_room(); }

void require_disk(const Call& call, const Collection& collection, const std::string& retry_key) {
  if (call.service.disk.has_room() || has_answers(collection, retry_key)) return;
  require_disk(call);
}

void require_room_to_add(const Call& call, const Collection& collection,
                         const std::string& retry_key) {
  const bool has_room = call.service.disk.has_room() && !collection.store.is_full();
  if (has_room || has_answers(collection, retry_key)) return;
  require_disk(call);
  require_room(collection);
}

void require_room(const Collection& collection) {
  if (!collection.store.is_full()) return;
  const std::string trouble = trouble_of(collection);
  if (!trouble.empty()) throw Refused{429, "no segments can be written, " + trouble};
  throw Refused{429, "pages come faster than they can be written into segments; try again"};
}

}  // namespace facsim
