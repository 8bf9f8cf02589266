// SPDX-License-Identifier: Apache-2.0
#include "apps/store_feed.h"

#include <algorithm>
#include <utility>

#include "apps/interrupt.h"
#include "apps/output.h"
#include "apps/program_words.h"
#include "apps/read_inputs.h"
#include "facsim/corpus/named_fields.h"
#include "facsim/files/name_text.h"
#include "facsim/known/page_manifest.h"
#include "facsim/model/label.h"
#include "facsim/result/is_result_folder.h"
#include "facsim/run/thread_executor.h"
#include "facsim/seen/facts_bytes.h"
#include "facsim/store/index_folder.h"

namespace facsim {
namespace {

// Pages that are added to the store at once, enough to make waiting for the disk cheap.
constexpr std::size_t kPagesAtOnce = 1024;
constexpr std::size_t kBytesAtOnce = std::size_t{32} << 20;
// Several pieces for each thread, since pages differ in size.
constexpr std::size_t kPiecesOfThread = 4;

std::vector<std::string> facts_of(const std::vector<Page>& pages, const SeenStore& store,
                                  int threads) {
  std::vector<std::string> facts(pages.size());
  const std::size_t pieces =
      std::min(pages.size(), kPiecesOfThread * static_cast<std::size_t>(std::max(1, threads)));
  ThreadExecutor(threads).run(pieces, [&](std::size_t piece) {
    const std::size_t end = pages.size() * (piece + 1) / pieces;
    for (std::size_t i = pages.size() * piece / pieces; i < end; ++i) {
      facts[i] = store.facts(pages[i]);
    }
  });
  return facts;
}

// An entry of an index as a page of a store. Its id may be the place of the page.
StoredPage page_of_entry(const OpenIndex::Part& part, std::uint64_t ordinal) {
  StoredPage page;
  page.facts = part.pages->facts(ordinal);
  page.anchors = part.pages->anchors_of(ordinal);
  page.id = part.ids.at(ordinal);
  page.url = part.pages->url(ordinal);
  return page;
}

}  // namespace

namespace {

// True if several readers share the inputs, because an index or a result stands between files and
// folders of pages.
bool has_several_readers(const Settings& settings) {
  std::size_t readers = 0;
  bool is_in_one = false;
  for (auto word = settings.inputs.begin() + 2; word != settings.inputs.end(); ++word) {
    const bool is_plain = !is_index_folder(*word) && !is_result_folder(*word);
    if (is_plain && !is_in_one) ++readers;
    is_in_one = is_plain;
  }
  return readers > 1;
}

// Standard input can only be read once, by its reader, so fields of all inputs cannot be checked
// then.
void require_fields_of_all(const Settings& settings) {
  std::vector<std::string> words;
  for (auto word = settings.inputs.begin() + 2; word != settings.inputs.end(); ++word) {
    if (*word == "-") return;
    if (!is_index_folder(*word) && !is_result_folder(*word)) words.push_back(*word);
  }
  SpooledStdin none = spooled_stdin(settings);
  const ReadOptions read = settings.read_options();
  require_named_fields(find_inputs(words, read, none).files, read,
                       {.progress = {},
                        .cancelled = &interrupted(),
                        .warn = print_warning,
                        .tell = {},
                        .words = program_words});
}

}  // namespace

StoreFeed::StoreFeed(const Settings& settings, Recipe recipe)
    : settings_(settings), recipe_(std::move(recipe)) {
  PageReaderOptions options{.read = settings.read,
                            .recipe = recipe_,
                            .tmp = settings.limits.tmp,
                            .cancelled = &interrupted(),
                            .warn = print_warning};
  std::vector<std::string> words;
  // Each of several readers sees only its own part of the inputs, and a field may be in another
  // part.
  if (has_several_readers(settings)) {
    require_fields_of_all(settings);
    options.read.named_fields.clear();
  }
  const auto flush = [&] {
    if (words.empty()) return;
    sources_.push_back({.reader = std::make_unique<PageReader>(words, options)});
    words.clear();
  };
  for (auto word = settings.inputs.begin() + 2; word != settings.inputs.end(); ++word) {
    if (is_index_folder(*word)) {
      flush();
      add(std::make_unique<OpenIndex>(*word));
    } else if (is_result_folder(*word)) {
      flush();
      sources_.push_back({.reader = inputs_of_run(*word, options),
                          .removed = std::make_unique<RemovedPages>(*word)});
    } else {
      words.push_back(*word);
    }
  }
  flush();
}

void StoreFeed::add(std::unique_ptr<OpenIndex> index) {
  require_pages_of(recipe_, index->manifest(), index->folder());
  index->require_sound(throw_if_interrupted);
  sources_.push_back({.index = std::move(index)});
}

bool StoreFeed::Source::next(Page& page) {
  if (!first) return reader->next(page);
  page = std::move(*first);
  first.reset();
  return true;
}

void StoreFeed::look_for_page(const std::function<bool(const Page&)>& has_text) {
  for (Source& source : sources_) {
    if (source.index) return;
    for (Page page; source.reader->next(page);) {
      throw_if_interrupted();
      if (has_text(page)) {
        source.first = std::move(page);
        return;
      }
      source.reader->note_no_text();
    }
  }
}

void StoreFeed::read_pages(Source& source, const SeenStore& store, const Take& take,
                           WatchedRun& watched) {
  PageReader& reader = *source.reader;
  FedPages fed;
  std::vector<Page> pages;
  std::size_t bytes = 0;
  const auto flush = [&] {
    if (pages.empty()) return;
    fed.facts = facts_of(pages, store, settings_.limits.threads);
    take(fed);
    fed.labels.clear();
    pages.clear();
    bytes = 0;
    watched.hooks().progress(reader.progress());
  };
  Page page;
  while (source.next(page)) {
    throw_if_interrupted();
    if (source.removed && source.removed->has(reader.name())) continue;
    std::string label = label_of(reader.name());
    if (!page.id.empty()) {
      page.id.insert(0, settings_.store.id_prefix);
      label.insert(0, settings_.store.id_prefix);
    }
    bytes += bytes_of(page);
    fed.labels.push_back(std::move(label));
    pages.push_back(std::exchange(page, {}));
    if (pages.size() >= kPagesAtOnce || bytes >= kBytesAtOnce) flush();
  }
  flush();
}

void StoreFeed::read_index(const OpenIndex& index, const Take& take, WatchedRun& watched) const {
  FedPages fed;
  const RecipeId recipe = recipe_.id();
  std::uint64_t read = 0;
  const auto flush = [&] {
    throw_if_interrupted();
    if (fed.facts.empty()) return;
    take(fed);
    read += fed.facts.size();
    fed = {};
    watched.hooks().progress({.stage = "read", .pages = read, .pages_total = index.entries()});
  };
  for (const auto& part : index.parts()) {
    for (std::uint64_t ordinal = 0; ordinal < part->hamming.size(); ++ordinal) {
      if (part->is_deleted(ordinal)) continue;
      StoredPage page = page_of_entry(*part, ordinal);
      page.id = cut_label(settings_.store.id_prefix + page.id);
      fed.labels.push_back(page.id);
      fed.facts.push_back(encode_facts(page, recipe));
      if (fed.facts.size() >= kPagesAtOnce) flush();
    }
  }
  flush();
}

ReadCounts StoreFeed::run(const SeenStore& store, const Take& take) {
  ReadCounts counts;
  WatchedRun watched(settings_);
  for (Source& source : sources_) {
    if (source.index) {
      read_index(*source.index, take, watched);
      continue;
    }
    read_pages(source, store, take, watched);
    const ReadCounts& read = source.reader->counts();
    for (std::size_t i = 0; i < counts.skipped.size(); ++i) counts.skipped[i] += read.skipped[i];
  }
  watched.finish();
  for (const Source& source : sources_) {
    if (!source.reader) continue;
    for (const Sentence& warning : source.reader->warnings()) {
      print_warning(warning.in(program_words));
    }
  }
  return counts;
}

}  // namespace facsim
