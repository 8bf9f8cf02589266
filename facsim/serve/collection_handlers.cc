// SPDX-License-Identifier: Apache-2.0
// Lists, creates and removes collections.
#include "facsim/serve/asking.h"
#include "facsim/serve/body.h"
#include "facsim/serve/collection_json.h"
#include "facsim/serve/handlers.h"
#include "facsim/serve/page_json.h"
#include "facsim/serve/problem.h"

namespace facsim {

HttpResponse handle_list_collections(const Call& call) {
  call.target.require_known({});
  return {.body = "{\"collections\":" + collections_json(call.service.collections) + "}\n"};
}

HttpResponse handle_show_collection(const Call& call) {
  call.target.require_known({});
  return {.body = collection_json(*call.service.collections.find(call.names.at(0))) + "\n"};
}

HttpResponse handle_make_collection(const Call& call) {
  call.target.require_known({});
  const Body body(call.request, call.service.bodies, call.service.options.unpacked_bytes_max);
  CollectionWish wish;
  const std::string_view json = without_mark(body.bytes());
  if (json.find_first_not_of(" \t\r\n") != std::string_view::npos) {
    if (body_type_of(call.request.field("content-type")).name != "application/json") {
      throw Refused{415, "Content-Type must be application/json"};
    }
    wish = RequestJson().collection(json);
  }
  if (!call.service.collections.has(call.names.at(0))) require_disk(call);
  const Collections::Made made = call.service.collections.make(call.names.at(0), wish);
  return {.status = made.is_new ? 201 : 200, .body = collection_json(*made.collection) + "\n"};
}

HttpResponse handle_remove_collection(const Call& call) {
  call.target.require_known({"force"});
  call.service.collections.remove(call.names.at(0), call.target.is_set("force"));
  return {.status = 204, .content_type = ""};
}

}  // namespace facsim
