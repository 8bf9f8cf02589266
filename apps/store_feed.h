// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages that a store adds or looks up, as facts: from files, from a result, or from an index.

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

// About a thousand pages, in the order of the inputs.
struct FedPages {
  std::vector<std::string> labels;
  std::vector<std::string> facts;  // as SeenStore::facts() makes them
};

class StoreFeed {
 public:
  // Reads the words after the store's name; `recipe` is the store's. Throws what PageReader throws,
  // and Error{invalid_argument} for an index of other pages.
  StoreFeed(const Settings& settings, Recipe recipe);

  // Reads up to the first page with a text, which run() then delivers first. The caller that
  // creates a store for these pages thus knows that there are some, or that reading works. Pages
  // before it are counted as `no_text`. Throws what PageReader::next() throws.
  void look_for_page(const std::function<bool(const Page&)>& has_text);

  using Take = std::function<void(const FedPages&)>;
  // Analyzes the pages with all threads, shows the progress, and prints warnings. Returns the
  // counts of what was skipped. Throws what `take` throws.
  ReadCounts run(const SeenStore& store, const Take& take);

 private:
  // Sources are read one after the other; each has either a reader or an index.
  struct Source {
    std::unique_ptr<PageReader> reader = {};
    std::unique_ptr<RemovedPages> removed = {};  // the removed pages of a result
    std::unique_ptr<OpenIndex> index = {};
    std::optional<Page> first = {};  // the page that look_for_page() read

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
