// SPDX-License-Identifier: Apache-2.0
// The runs without a server: the bare loop, and opening a store.
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <chrono>
#include <filesystem>
#include <memory>

#include "bench/service/load.h"
#include "bench/service/made_pages.h"
#include "facsim/base/error.h"
#include "facsim/seen.h"

namespace facsim::bench {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void require(const rocksdb::Status& status, const std::string& folder) {
  if (!status.ok()) throw Error{ErrorCode::io, status.ToString(), folder};
}

std::string key_of(std::uint64_t row) {
  std::string key;
  for (unsigned shift = 64; shift > 0;) {
    shift -= 8;
    key += static_cast<char>(row >> shift & 0xffU);
  }
  return key;
}

}  // namespace

Told load_rows(const Wishes& wishes) {
  const MadePages pages =
      made_pages(read_bodies(wishes.templates), wishes.folder + "/templates.store");
  const std::string folder = wishes.folder + "/bare.rocksdb";
  rocksdb::Options options;
  options.create_if_missing = true;
  options.compression = rocksdb::kLZ4Compression;
  rocksdb::DB* opened = nullptr;
  require(rocksdb::DB::Open(options, folder, &opened), folder);
  const std::unique_ptr<rocksdb::DB> db(opened);
  rocksdb::WriteOptions synced;
  synced.sync = true;
  Told told;
  for (std::uint64_t at = 0; at < wishes.count; at += wishes.batch) {
    if (told.seconds > wishes.seconds_max) break;
    const std::uint64_t count = std::min(wishes.batch, wishes.count - at);
    std::vector<std::string> rows;
    for (std::uint64_t i = 0; i < count; ++i) {
      StoredPage page = pages.page(wishes.from + at + i);
      page.first_seen_ms = 1'764'000'000'000;
      if (MadePages::is_copy(wishes.from + at + i)) page.representative = 1, page.rank = 2;
      rows.push_back(encode_row(page));
      told.bytes += rows.back().size();
    }
    const double cpu_before = own_cpu_seconds();
    const Clock::time_point begin = Clock::now();
    rocksdb::WriteBatch batch;
    for (std::uint64_t i = 0; i < count; ++i) {
      require(batch.Put(key_of(wishes.from + at + i + 1), rows[static_cast<std::size_t>(i)]),
              folder);
    }
    require(db->Write(synced, &batch), folder);
    told.latencies.push_back(since(begin));
    told.seconds += told.latencies.back();
    told.server_cpu_seconds += own_cpu_seconds() - cpu_before;
    ++told.requests;
    told.pages += count;
  }
  require(db->Close(), folder);
  return told;
}

Told load_library(const Wishes& wishes) {
  const std::vector<std::string> bodies = read_bodies(wishes.bodies);
  const SeenStore store =
      SeenStore::open(wishes.folder + "/library.store", {.durability = Durability::none});
  std::vector<Page> pages;
  for (const std::string& body : bodies) {
    Page& page = pages.emplace_back();
    page.format = wishes.type == "text/html" ? PageFormat::html : PageFormat::text;
    page.bytes = body;
    page.url = "https://www.example.org/page-" + std::to_string(pages.size());
  }
  Told told;
  const double cpu_before = own_cpu_seconds();
  const Clock::time_point begin = Clock::now();
  for (; told.pages < wishes.count && told.seconds < wishes.seconds_max; ++told.pages) {
    const Clock::time_point page_begin = Clock::now();
    const Page& page = pages[static_cast<std::size_t>(told.pages % pages.size())];
    told.too_short += store.facts(page).empty() ? 1 : 0;
    told.bytes += page.bytes.size();
    told.latencies.push_back(since(page_begin));
    told.seconds = since(begin);
  }
  told.server_cpu_seconds = own_cpu_seconds() - cpu_before;
  told.requests = told.pages;
  return told;
}

Told open_store(const Wishes& wishes) {
  Told told;
  const double cpu_before = own_cpu_seconds();
  const Clock::time_point begin = Clock::now();
  const SeenStore store =
      SeenStore::open(wishes.folder, {.verify = wishes.verify, .must_exist = true});
  told.pages = store.figures().last_row;
  told.seconds = since(begin);
  told.server_cpu_seconds = own_cpu_seconds() - cpu_before;
  told.requests = 1;
  return told;
}

}  // namespace facsim::bench
