// SPDX-License-Identifier: Apache-2.0
// facsim store load and ask: add pages to a store, or print its answers for pages.
#include <algorithm>
#include <optional>
#include <string>

#include "apps/output.h"
#include "apps/read_inputs.h"
#include "apps/store_commands.h"
#include "apps/store_feed.h"
#include "apps/summary_output.h"
#include "facsim/base/human_text.h"
#include "facsim/files/name_text.h"
#include "facsim/report/seen_answer_json.h"
#include "facsim/report/summary_text.h"
#include "facsim/seen/facts_bytes.h"
#include "facsim/seen/read_page.h"
#include "facsim/seen/store_rows.h"

namespace facsim {
namespace {

struct LoadCounts {
  std::uint64_t read = 0;  // pages with a text
  std::uint64_t no_text = 0;
  std::uint64_t added = 0;
  std::uint64_t seen = 0;
  std::uint64_t too_short = 0;
  std::uint64_t replaced = 0;

  void add(const SeenAnswer& answer) {
    // A short page is added; only a page without a text is not.
    if (answer.seen == SeenVerdict::too_short && !answer.added) {
      ++no_text;
      return;
    }
    ++read;
    if (answer.added) ++added;
    if (answer.seen == SeenVerdict::yes) ++seen;
    if (answer.seen == SeenVerdict::too_short) ++too_short;
  }
};

OrderedJson skipped_json(const ReadCounts& counts) {
  OrderedJson skipped = OrderedJson::object();
  for (std::size_t i = 1; i < counts.skipped.size(); ++i) {
    if (counts.skipped[i] == 0) continue;
    skipped[std::string(name_of(static_cast<Skip>(i)))] = counts.skipped[i];
  }
  return skipped;
}

void tell_loaded(const LoadCounts& counts, const ReadCounts& read, const std::string& folder,
                 const Settings& settings) {
  const OrderedJson object = {{"store", text_of_name(folder)}, {"read", counts.read},
                              {"added", counts.added},         {"seen", counts.seen},
                              {"too_short", counts.too_short}, {"replaced", counts.replaced},
                              {"skipped", skipped_json(read)}};
  std::string sentence = folder + ": " + pages_text(counts.read) + " read, " +
                         human_count(counts.added) + " added, " + human_count(counts.seen) +
                         " seen before, " + human_count(counts.too_short) +
                         " too short to be judged";
  if (counts.replaced > 0) {
    sentence += "; " + pages_text(counts.replaced) +
                (counts.replaced == 1 ? " replaced an earlier text of its"
                                      : " replaced earlier texts of their") +
                " id or URL";
  }
  const std::string skipped = skipped_text(read);
  if (skipped != "0") sentence += "; skipped " + skipped;
  tell_store(sentence, object, settings);
}

}  // namespace

void run_store_load(const Settings& settings) {
  require_store_words(settings, StoreWords::two_or_more);
  require_tmp(settings);
  const std::string folder = collection_folder(settings.inputs[1], settings);
  std::optional<StoreFeed> feed;
  // Inputs that cannot be read must not create a store.
  if (!is_store(folder)) {
    (void)begins_store(settings.inputs[1]);
    const ReadyProfile judge = settings.judged_by();
    feed.emplace(settings, judge.profile.recipe);
    PageAnalyzer analyzer = analyzer_of_store(judge, settings.limits.kernel);
    feed->look_for_page([&](const Page& page) {
      return read_page(page, analyzer, judge.profile.recipe).facts.has_text;
    });
  }
  SeenStore store = open_store(folder, settings, Opening::begins);
  if (!feed) {
    feed.emplace(settings, store.recipe());
    feed->look_for_page([&](const Page& page) {
      const std::string facts = store.facts(page);
      return decode_facts(facts, store.recipe(), store.recipe().id()).facts.has_text;
    });
  }
  const SeenAsk how{.crawl = settings.store.crawl};
  LoadCounts counts;
  ReadCounts read = feed->run(store, [&](const FedPages& fed) {
    for (const SeenAnswer& answer : store.check_and_add_facts(fed.facts, how)) counts.add(answer);
  });
  // This also commits a crawl that an interrupted load had begun with the same pages.
  const bool is_crawl_open = std::ranges::any_of(store.crawls(), [&](const SeenCrawl& crawl) {
    return crawl.is_open && crawl.name == how.crawl;
  });
  if (is_crawl_open) store.commit_crawl(how.crawl);
  counts.replaced = store.figures().replaced;
  read.skipped[static_cast<std::size_t>(Skip::no_text)] += counts.no_text;
  tell_loaded(counts, read, folder, settings);
}

void run_store_ask(const Settings& settings) {
  require_store_words(settings, StoreWords::two_or_more);
  require_tmp(settings);
  const std::string folder = collection_folder(settings.inputs[1], settings);
  SeenStore store =
      open_store(folder, settings, settings.store.add ? Opening::changes : Opening::asks);
  StoreFeed feed(settings, store.recipe());
  const SeenSettings judged = store.settings();
  const SeenAsk how{.explain = settings.store.explain};
  Output output;
  (void)feed.run(store, [&](const FedPages& fed) {
    const std::vector<SeenAnswer> answers = settings.store.add
                                                ? store.check_and_add_facts(fed.facts, how)
                                                : store.check_facts(fed.facts, how);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      output.write(seen_answer_json(answers[i], {.recipe = judged.recipe,
                                                 .recipe_id = judged.recipe_id,
                                                 .query = fed.labels[i],
                                                 .is_explained = how.explain}) +
                   "\n");
    }
  });
  output.finish();
}

}  // namespace facsim
