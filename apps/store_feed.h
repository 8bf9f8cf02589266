// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a store is told or asked: pages of files, of a result, and of an index, as facts.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/kept_pages.h"
#include "apps/settings.h"
#include "apps/watched_run.h"
#include "facsim/known/open_index.h"
#include "facsim/model/recipe.h"
#include "facsim/model/summary.h"
#include "facsim/read_pages.h"
#include "facsim/seen.h"

namespace facsim {

// Some hundred pages, in the order of the inputs.
struct FedPages {
  std::vector<std::string> labels;
  std::vector<std::string> facts;  // as SeenStore::facts() makes them
};

class StoreFeed {
 public:
  // The words of the command behind the store's; `recipe` is the store's. Throws what PageReader
  // throws, and Error{invalid_argument} for an index of other pages.
  StoreFeed(const Settings& settings, Recipe recipe);

  // Reads up to the first page with a text, which run() gives then: whoever begins a store for
  // these pages knows that there are some, or that nothing was wrong. Those before are counted as
  // `no_text`. Throws what PageReader::next() throws.
  void look_for_page(const std::function<bool(const Page&)>& has_text);

  using Take = std::function<void(const FedPages&)>;
  // Analyses the pages by all threads, shows how far it is, and prints what there is to warn of.
  // What was skipped is returned. Throws what `take` throws.
  ReadCounts run(const SeenStore& store, const Take& take);

 private:
  // One after the other; one of the two is there.
  struct Source {
    std::unique_ptr<PageReader> reader = {};
    std::unique_ptr<RemovedPages> removed = {};  // of a result
    std::unique_ptr<OpenIndex> index = {};
    std::optional<Page> first = {};  // that look_for_page() read

    bool next(Page& page);
  };

  void add(std::unique_ptr<OpenIndex> index);
  void read_pages(Source& source, const SeenStore& store, const Take& take, WatchedRun& watched);
  void read_index(const OpenIndex& index, const Take& take, WatchedRun& watched) const;

  const Settings& settings_;
  Recipe recipe_;
  std::vector<Source> sources_;
};

}  // namespace facsim
