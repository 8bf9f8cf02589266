// SPDX-License-Identifier: Apache-2.0
#pragma once
// The handlers of the routes. They throw Error, which service.cc turns into a problem.

#include "facsim/serve/call.h"
#include "facsim/serve/http_message.h"

namespace facsim {

// check_handlers.cc
[[nodiscard]] HttpResponse handle_check(const Call& call);
[[nodiscard]] HttpResponse handle_check_batch(const Call& call);
[[nodiscard]] HttpResponse handle_check_facts(const Call& call);
// crawl_handlers.cc
[[nodiscard]] HttpResponse handle_list_crawls(const Call& call);
[[nodiscard]] HttpResponse handle_commit_crawl(const Call& call);
[[nodiscard]] HttpResponse handle_cancel_crawl(const Call& call);
// collection_handlers.cc
[[nodiscard]] HttpResponse handle_list_collections(const Call& call);
[[nodiscard]] HttpResponse handle_show_collection(const Call& call);
[[nodiscard]] HttpResponse handle_make_collection(const Call& call);
[[nodiscard]] HttpResponse handle_remove_collection(const Call& call);
// page_handlers.cc
[[nodiscard]] HttpResponse handle_show_page(const Call& call);
[[nodiscard]] HttpResponse handle_remove_page(const Call& call);
[[nodiscard]] HttpResponse handle_remove_pages(const Call& call);
[[nodiscard]] HttpResponse handle_remove_list(const Call& call);
[[nodiscard]] HttpResponse handle_show_cluster(const Call& call);
// clusters_handler.cc
[[nodiscard]] HttpResponse handle_list_clusters(const Call& call);
// copies_handler.cc
[[nodiscard]] HttpResponse handle_show_copies(const Call& call);
// mirrors_handler.cc
[[nodiscard]] HttpResponse handle_show_mirrors(const Call& call);
// uncrawled_handlers.cc
[[nodiscard]] HttpResponse handle_count_uncrawled(const Call& call);
[[nodiscard]] HttpResponse handle_show_uncrawled(const Call& call);
// history_handler.cc
[[nodiscard]] HttpResponse handle_history(const Call& call);
// page_handler.cc
[[nodiscard]] HttpResponse handle_page(const Call& call);
// state_handlers.cc
[[nodiscard]] HttpResponse handle_info(const Call& call);
[[nodiscard]] HttpResponse handle_metrics(const Call& call);
[[nodiscard]] HttpResponse handle_openapi(const Call& call);
[[nodiscard]] HttpResponse handle_live(const Call& call);
[[nodiscard]] HttpResponse handle_ready(const Call& call);

}  // namespace facsim
