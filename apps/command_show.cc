// SPDX-License-Identifier: Apache-2.0
// facsim show: explains why a page was removed, with its row and the texts of the pair.
#include <algorithm>
#include <array>

#include "apps/commands.h"
#include "apps/interrupt.h"
#include "apps/output.h"
#include "apps/program_words.h"
#include "apps/run_as_judged.h"
#include "apps/show_page.h"
#include "facsim/base/error.h"
#include "facsim/corpus/near_url.h"
#include "facsim/dedup/matches/run_folder.h"
#include "facsim/files/name_text.h"
#include "facsim/input/input_again.h"
#include "facsim/known/read_again.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

class Show {
 public:
  explicit Show(const Settings& settings)
      : settings_(settings),
        folder_(settings.inputs[0]),
        run_(read_run(folder_)),
        recipe_(recipe_of(run_, folder_ + "/" + kSummaryName)),
        options_(read_options_of(run_, recipe_)) {
    options_.follow = run_.follow || settings.read.follow;
    run_.folder = run_folder(folder_, run_.inputs);
  }

  ShownPage find() {
    PageWord wanted = page_word(settings_.inputs[1]);
    RowsOfPage rows = rows_of_page(folder_, wanted);
    ShownPage page;
    if (rows.is_empty()) rows = rows_by_path(wanted);
    if (rows.is_empty()) {
      page = found_in_inputs(wanted);
      // Rows may name the page differently than the user did, so look it up by its place.
      for (const std::string& file : {page.name.file, text_of_name(page.name.file)}) {
        const PageWord place = word_of(file, page.name.offset);
        if (rows.is_empty() && place.word != wanted.word) rows = rows_of_page(folder_, place);
      }
    }
    page.mode = run_.mode;
    if (page.is_in_rows) {
      page.by = rows.by;
      page.namesakes = std::move(rows.namesakes);
      page.has_more_namesakes = rows.has_more_namesakes;
    }
    if (rows.removed || rows.reported) {
      page.pair = measured(rows.removed ? *rows.removed : *rows.reported);
      page.pair->is_removed = rows.removed.has_value();
      page.name = page.pair->row.pair.page;
    } else if (rows.kept) {
      page.name = *rows.kept;
    } else if (rows.skipped) {
      if (wanted.offset) {
        page.name = {.id = wanted.word, .url = {}, .file = wanted.file, .offset = *wanted.offset};
      }
      page.skipped = std::move(rows.skipped);
    }
    const bool stays = !page.skipped && !(page.pair && page.pair->is_removed);
    if (stays) page.went = rows_for(folder_, page.name, settings_.passages_max);
    return page;
  }

 private:
  static PageWord word_of(const std::string& file, std::optional<std::uint64_t> offset) {
    return {.word = offset ? file + ":" + std::to_string(*offset) : file,
            .offset = offset,
            .file = offset ? file : std::string()};
  }

  // The user may write the file's name differently than the rows do. `wanted` becomes the name in
  // the rows or, if no row has the page, a name in the inputs.
  RowsOfPage rows_by_path(PageWord& wanted) const {
    const std::string file = name_of_text(wanted.offset ? wanted.file : wanted.word);
    const std::vector<std::string> names = names_of_input(run_.inputs, file, run_.folder);
    for (const std::string& name : names) {
      const PageWord known = word_of(text_of_name(name), wanted.offset);
      RowsOfPage rows = rows_of_page(folder_, known);
      if (rows.is_empty()) continue;
      wanted = known;
      return rows;
    }
    const bool is_a_name = std::find(names.begin(), names.end(), file) != names.end();
    if (!names.empty() && !is_a_name) wanted = word_of(text_of_name(names[0]), wanted.offset);
    return {};
  }

  ShownPair measured(const ShownRow& row) {
    ShownPair pair;
    pair.row = row;
    pair.profile.recipe = recipe_;
    if (row.pair.by == name_of(By::bytes)) {
      pair.notes.emplace_back(
          "both pages are larger than --page-max, so their raw bytes were compared and nothing "
          "else is known of them");
      return pair;
    }
    const auto names = std::to_array({&row.pair.page, &row.pair.representative});
    bool are_there = true;
    for (std::size_t i = 0; i < pair.pages.size(); ++i) {
      PageAgain again = read_again(run_, *names[i], options_, &interrupted());
      if (again.found) {
        pair.pages[i] = std::move(*again.found);
      } else {
        are_there = false;
        pair.notes.push_back("cannot be read again: " + again.why_not.in(program_words));
      }
    }
    if (are_there) measure(pair);
    return pair;
  }

  void measure(ShownPair& pair) {
    try {
      const ReadyProfile judging = judging_of(run_, recipe_, settings_);
      pair.profile = judging.profile;
      pair.measured = compare(pair.pages[0].page, pair.pages[1].page, judging);
    } catch (const Error& error) {
      pair.notes.push_back("the texts cannot be measured: " + error.sentence().in(program_words));
      return;
    }
    const std::vector<std::string> changes = differences(pair);
    if (changes.empty()) return;
    pair.notes.emplace_back("an input has changed since the run; below is what stands there now");
    pair.notes.insert(pair.notes.end(), changes.begin(), changes.end());
  }

  // A page that no row names: it was kept and has no copies, or it does not exist.
  ShownPage found_in_inputs(const PageWord& wanted) {
    ShownPage page;
    page.mode = run_.mode;
    std::string unread;
    if (path_of_input(run_.inputs, name_of_text(wanted.word), run_.folder)) {
      if (found_at({.id = wanted.word, .url = {}, .file = wanted.word}, page, unread)) return page;
    }
    if (wanted.offset) {
      const PageName name{
          .id = wanted.word, .url = {}, .file = wanted.file, .offset = *wanted.offset};
      if (found_at(name, page, unread)) return page;
      // http://localhost:8080 looks like FILE:OFFSET too.
      if (path_of_input(run_.inputs, name_of_text(wanted.file), run_.folder))
        throw_unknown(wanted, {}, unread);
    }
    PageWithName found = find_by_name(run_, wanted.word, options_, &interrupted());
    if (!found.found) throw_unknown(wanted, found.near_urls, found.unread.in(program_words));
    take(*found.found, page);
    return page;
  }

  // All pages with this name are kept, since no row has one of them.
  static void take(const SelectedPage& found, ShownPage& page) {
    page.is_in_rows = false;
    page.by = found.by_url ? NamedBy::url : NamedBy::id;
    for (const PageName& name : found.namesakes) page.namesakes.push_back({in_row(name), false});
    page.has_more_namesakes = found.with_this_name > found.namesakes.size();
    page.name = in_row(found.name);
    take_facts(found, page);
  }

  // Pages without a text have no row.
  static void take_facts(const SelectedPage& found, ShownPage& page) {
    page.names_another = found.names_another;
    if (!found.has_text) page.skipped.emplace().reason = name_of(Skip::no_text);
  }

  // The name in the form that rows use.
  static PageName in_row(PageName name) {
    name.id = text_of_name(label_of(name));
    name.file = text_of_name(name.file);
    return name;
  }

  bool found_at(const PageName& name, ShownPage& page, std::string& unread) {
    PageAgain again = read_again(run_, name, options_, &interrupted());
    if (!again.found) {
      unread = again.why_not.in(program_words);
      return false;
    }
    take_facts(*again.found, page);
    page.name = std::move(again.found->name);
    return true;
  }

  [[noreturn]] void throw_unknown(const PageWord& wanted, const std::vector<std::string>& near_urls,
                                  const std::string& unread) const {
    std::string what = "no page is called '" + wanted.word + "'";
    const std::vector<std::string> near = nearest_names(folder_, wanted.word);
    what += did_you_mean(near_urls.empty() ? near : near_urls);
    if (!unread.empty()) what += " (not searched: " + unread + ")";
    throw Error(ErrorCode::not_found, what, folder_);
  }

  const Settings& settings_;
  std::string folder_;
  RunFacts run_;
  Recipe recipe_;
  ReadOptions options_;
};

}  // namespace

void run_show(const Settings& settings) {
  if (settings.inputs.size() != 2) {
    throw Error(ErrorCode::invalid_argument,
                "takes a result folder and the id, URL or place of a page, not " +
                    std::to_string(settings.inputs.size()) + " words (see 'facsim help show')",
                "show");
  }
  const ShownPage page = Show(settings).find();
  Output output;
  if (settings.json) {
    output.write(json_line(shown_json(page, settings.passages_max)));
  } else {
    output.write(shown_text(page, settings.passages_max, standard_terminal(settings.color)));
  }
  output.finish();
}

}  // namespace facsim
