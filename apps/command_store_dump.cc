// SPDX-License-Identifier: Apache-2.0
// facsim store dump: prints every page of a store as a line of JSON.
#include <memory>
#include <optional>
#include <unordered_map>

#include "apps/interrupt.h"
#include "apps/output.h"
#include "apps/store_commands.h"
#include "facsim/base/error.h"
#include "facsim/files/byte_sink.h"
#include "facsim/report/seen_answer_json.h"
#include "facsim/seen/answer_rows.h"
#include "facsim/seen/crawl_book.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_rows.h"
#include "facsim/upkeep/cluster_sizes.h"

namespace facsim {
namespace {

// The name of the crawl that a page came with; empty if it came without one.
class CrawlNames {
 public:
  explicit CrawlNames(const RowStore& rows) : rows_(rows) {}
  [[nodiscard]] const std::string& of(std::uint32_t crawl) {
    const auto [name, is_new] = names_.try_emplace(crawl);
    if (!is_new || crawl == 0) return name->second;
    const std::optional<std::string> bytes = rows_.value(crawl_key(crawl));
    if (const auto known = bytes ? decode_crawl(crawl, *bytes) : std::nullopt) {
      name->second = known->name;
    }
    return name->second;
  }

 private:
  const RowStore& rows_;
  std::unordered_map<std::uint32_t, std::string> names_;
};

}  // namespace

void run_store_dump(const Settings& settings) {
  require_store_words(settings, StoreWords::one);
  const std::string folder = collection_folder(settings.inputs[1], settings);
  const RowStore rows = open_rows_to_read(folder, settings);
  std::unique_ptr<ByteSink> file;
  if (!settings.output.empty()) file = create_bytes(settings.output, Packing::none);
  Output output;
  CrawlNames crawls(rows);
  const ClusterSizes sizes(rows);
  const AnswerRows lookup{.page = {},
                          .crawl_name = [&](std::uint32_t crawl) { return crawls.of(crawl); },
                          .last_seen = [&](std::uint64_t row) { return last_seen_in(rows, row); },
                          .cluster_size = [&](std::uint64_t row) { return sizes.of(row); }};
  for_each_stored_page(rows, folder, [&](std::uint64_t number, const StoredPage& page) {
    throw_if_interrupted();
    const std::string line = seen_row_json(whole(number, page, lookup)) + '\n';
    if (file) {
      file->write(line);
    } else {
      output.write(line);
    }
    return true;
  });
  if (file) return file->close();
  output.finish();
}

}  // namespace facsim
