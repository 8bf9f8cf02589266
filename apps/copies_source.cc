// SPDX-License-Identifier: Apache-2.0
#include "apps/copies_source.h"

#include <filesystem>
#include <utility>

#include "apps/interrupt.h"
#include "apps/store_commands.h"
#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/corpus/corpus.h"
#include "facsim/dedup/matches/matches_file.h"
#include "facsim/files/name_text.h"
#include "facsim/files/temp_folder.h"
#include "facsim/report/read_run.h"
#include "facsim/result/result_names.h"
#include "facsim/seen/store_rows.h"

namespace facsim {
namespace {

using VisitPage = std::function<bool(std::string_view url, std::uint64_t cluster)>;

constexpr std::uint64_t kTellEvery = 4096;  // pages

class Told {
 public:
  Told(const RunHooks& hooks, std::string_view stage) : hooks_(hooks), stage_(stage) {}
  void page() {
    if (++pages_ % kTellEvery != 0) return;
    throw_if_interrupted();
    if (hooks_.progress) hooks_.progress({.stage = std::string(stage_), .pages = pages_});
  }

 private:
  const RunHooks& hooks_;
  std::string_view stage_;
  std::uint64_t pages_ = 0;
};

CopiesSource of_store(const std::string& store, const Settings& settings, const RunHooks& hooks) {
  const std::string folder = collection_folder(store, settings);
  const auto rows = std::make_shared<RowStore>(open_rows_to_read(folder, settings));
  return [folder, rows, &hooks](const VisitPage& visit) {
    Told told(hooks, "rows");
    for_each_stored_page(*rows, folder, [&](std::uint64_t number, const StoredPage& page) {
      told.page();
      return visit(page.url, page.is_representative() ? number : page.representative);
    });
  };
}

// matches.facsim lists all pages of a run in order; duplicates.jsonl lists the removed ones in the
// same order.
class ResultPages {
 public:
  ResultPages(std::string folder, const Settings& settings)
      : folder_(std::move(folder)),
        temp_(settings.limits.tmp),
        corpus_(temp_, settings.limits.memory_bytes, Corpus::Units::none) {
    const std::string path = folder_ + "/" + kMatchesName;
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
      throw Error(ErrorCode::not_found,
                  "has no " + std::string(kMatchesName) +
                      ", which says of all pages where they stand, since the run had --matches "
                      "none, --against or --cluster single; run it again, or load its pages into "
                      "a store",
                  folder_);
    }
    (void)MatchesFile(path, throw_if_interrupted).load(corpus_);
    for (const InputFile& file : corpus_.files) files_.push_back(text_of_name(file.name));
  }

  void visit(const VisitPage& visit, const RunHooks& hooks) const {
    Told told(hooks, "rows");
    Removed removed(folder_ + "/duplicates.jsonl");
    for (std::uint32_t page = 0; page < corpus_.pages(); ++page) {
      told.page();
      const PageRow row = corpus_.rows.at(page);
      const std::string& file = files_.at(row.file);
      const PageName* kept = removed.representative_of(file, row.offset);
      const std::uint64_t cluster =
          kept != nullptr ? hash64(kept->file, kept->offset) : hash64(file, row.offset);
      if (!visit(corpus_.name_of(row).url, cluster)) return;
    }
    removed.require_end();
  }

 private:
  class Removed {
   public:
    explicit Removed(std::string path) : reader_(std::move(path)) { next(); }
    // Returns null if the page was not removed. The result is valid until the next call.
    const PageName* representative_of(std::string_view file, std::uint64_t offset) {
      if (!has_row_ || row_.page.offset != offset || row_.page.file != file) return nullptr;
      given_ = std::move(row_.representative);
      next();
      return &given_;
    }
    void require_end() const {
      if (has_row_) reader_.throw_damaged();
    }

   private:
    void next() {
      std::string_view line;
      has_row_ = reader_.next(line);
      if (has_row_) row_ = reader_.pair(line);
    }

    RowReader reader_;
    PairRow row_;
    PageName given_;
    bool has_row_ = false;
  };

  std::string folder_;
  TempFolder temp_;
  Corpus corpus_;
  std::vector<std::string> files_;
};

}  // namespace

CopiesSource copies_source(const std::string& folder, const Settings& settings,
                           const RunHooks& hooks) {
  std::error_code ignored;
  if (std::filesystem::is_directory(rows_folder(folder), ignored)) {
    return of_store(folder, settings, hooks);
  }
  if (!std::filesystem::exists(folder + "/" + kSummaryName, ignored)) {
    throw Error(ErrorCode::not_found,
                "is neither a store nor a result of 'facsim dedup'; name the folder of one",
                folder);
  }
  if (settings.is_given("--collection")) {
    throw Error(ErrorCode::invalid_argument, "--collection is of a store, and this is a result",
                folder);
  }
  const auto pages = std::make_shared<ResultPages>(folder, settings);
  return [pages, &hooks](const VisitPage& visit) { pages->visit(visit, hooks); };
}

}  // namespace facsim
