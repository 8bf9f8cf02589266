// SPDX-License-Identifier: Apache-2.0
#include "apps/show_page.h"

#include <algorithm>

#include "apps/comparison_json.h"
#include "apps/output.h"
#include "apps/passages_text.h"
#include "apps/summary_output.h"
#include "apps/witness_text.h"
#include "facsim/base/human_text.h"

namespace facsim {
namespace {

std::string clean(std::string_view text) { return without_controls(text, '?'); }

std::string place_line(const PageName& page) {
  return place_of(page) + (page.in_index ? "  (an index remembers it)" : "");
}

// A figure of a row as text; "-" if it is null or missing.
std::string row_figure(const OrderedJson& row, const char* name) {
  const auto member = row.find(name);
  if (member == row.end() || member->is_null()) return "-";
  return member->is_number_float() ? figure(member->get<double>()) : member->dump();
}

std::string template_text(const std::string& figure) {
  if (figure == "true") return "true  they differ as two pages of one template do";
  if (figure == "false") return "false  they do not differ as two pages of one template do";
  return figure;
}

std::string containment_text(const OrderedJson& row) {
  const auto both = row.find("containment");
  if (both == row.end()) return "-";
  return figure(both->at(0).get<double>()) + "  of A in B, " + figure(both->at(1).get<double>()) +
         " of B in A";
}

std::string judged_text_of(const OrderedJson& row) {
  const auto both = row.find("judged");
  if (both == row.end() || !both->is_array()) return "-";
  return figure(both->at(0).get<double>()) + "  of A, " + figure(both->at(1).get<double>()) +
         " of B";
}

std::string decided_by(const std::string& by) {
  if (by == "digest") return "decided by equal digests of the texts";
  if (by == "sketch") return "decided by sketches, which estimate";
  if (by == "link") return "decided by pages between the two";
  if (by == "bytes") return "decided by equal raw bytes: both are too large to be read";
  return "decided by both texts";
}

std::string name_lines(const char* head, const PageName& page, const Terminal& terminal) {
  std::string text = head + painted(clean(page.id), Paint::bold, terminal) + "\n";
  for (const std::string& line : {page.url, place_line(page)}) {
    if (!line.empty() && line != page.id) text += "             " + clean(line) + "\n";
  }
  return text;
}

// The reason why a page was kept although pages of its kind are removed.
std::string bound_clause(const ShownPair& pair) {
  const auto kept_by = pair.row.members.find("kept_by");
  if (kept_by == pair.row.members.end() || *kept_by != "min_containment_to_remove") return {};
  return ", and less than " + figure(pair.profile.thresholds.containment_to_remove()) +
         " of it is in the other (--min-containment-to-remove)";
}

std::string why_reported(const ShownPair& pair) {
  const std::string other = clean(pair.row.pair.representative.id);
  const std::optional<Comparison>& c = pair.measured;
  if (!c || !are_kept_apart(*c, pair.profile)) {
    return "it repeats a part of " + other + bound_clause(pair);
  }
  return "it looks like " + other + ", but " + why_asked(*c);
}

// The page that a revisit record in place of this one refers to; empty if there is no such record.
std::string named_by_revisit(const OrderedJson& row) {
  const auto name = row.find("revisit_of");
  return name != row.end() && name->is_string() ? name->get<std::string>() : std::string();
}

std::string verdict(const ShownPage& page, const Terminal& terminal) {
  const std::string id = clean(page.name.id);
  std::string text;
  if (page.skipped) {
    text = id + " was left out and not judged: " + page.skipped->reason;
  } else if (page.pair && page.pair->is_removed) {
    const std::string named = named_by_revisit(page.pair->row.members);
    const bool is_revisit = !named.empty();
    text = id + (page.mode == "remove" ? " was removed"
                 : is_revisit          ? " became a revisit record"
                                       : " would be removed");
    text += page.pair->row.pair.by == "link" ? ": pages between the two lead from it to "
                                             : ": it repeats ";
    text += clean(page.pair->row.pair.representative.id);
    if (is_revisit) {
      text += " (the record names " + clean(named) + ")";
    } else if (page.mode != "remove") {
      text += " (--mode " + clean(page.mode) + " removes nothing)";
    }
  } else if (page.pair) {
    text = id + " was kept and only reported: " + why_reported(*page.pair);
  } else {
    text = id + " was kept";
    if (page.name.in_index) text = id + " is a page of the index, which counts as kept";
    if (page.went.count == 0) text += "; nothing went for it";
    if (page.names_another) {
      text +=
          " (it tells of another record: where that one is a page of the inputs, it was not "
          "judged by itself)";
    }
  }
  return painted(text, Paint::bold, terminal) + "\n";
}

// One line that distinguishes the page from others with the same URL or id.
std::string namesake_line(const Namesake& namesake, NamedBy by) {
  const PageName& page = namesake.page;
  std::string line = namesake.is_removed ? "  removed  " : "  kept     ";
  line += place_of(page) + (page.in_index ? " (of the index)" : "");
  const std::string& other = by == NamedBy::url ? page.id : page.url;
  if (!other.empty() && other != place_of(page)) line += "  " + other;
  return clean(line) + "\n";
}

std::string namesakes_text(const ShownPage& page) {
  const std::vector<Namesake>& all = page.namesakes;
  if (all.size() < 2) return {};
  std::string text = human_count(all.size()) + (page.has_more_namesakes ? " or more" : "") +
                     " pages of the " + (page.is_in_rows ? "rows" : "inputs") + " have this " +
                     (page.by == NamedBy::url ? "URL" : "id") + "; FILE:OFFSET chooses:\n";
  constexpr std::size_t kListed = 20;
  for (std::size_t i = 0; i < std::min(kListed, all.size()); ++i) {
    text += namesake_line(all[i], page.by);
  }
  if (all.size() > kListed) text += "  ...\n";
  return text;
}

std::string figures_text(const ShownPair& pair) {
  const OrderedJson& row = pair.row.members;
  const std::optional<Comparison>& c = pair.measured;
  std::string text = "kind         " + pair.row.pair.kind + "  " + decided_by(pair.row.pair.by);
  if (pair.row.pair.by == "bytes") return text + "\n";
  text += "\nresemblance  " + row_figure(row, "resemblance") + "  Jaccard of the " +
          std::to_string(pair.profile.recipe.sketch.shingle_size) + "-unit shingles";
  const std::string error = row_figure(row, "resemblance_error");
  if (error != "-") text += ", standard error " + error;
  text += "\ncontainment  " + containment_text(row);
  std::string agreement = row_figure(row, "agreement");
  if (agreement == "-" && c) agreement = figure(c->agreement);
  text += "\nagreement    " + agreement + "  of the longer, in the same order";
  text += "\ntemplate     " + template_text(row_figure(row, "template"));
  text += "\ndistance     " + row_figure(row, "distance") + "  of " +
          std::to_string(pair.profile.recipe.fingerprint.bits) + " bits\n";
  text += "judged       " + judged_text_of(row) + "\n";
  if (c) text += witness_line(*c, pair.profile);
  text += "layout       " + (c && c->layout ? figure(*c->layout) : "-") + "  tag.class names\n";
  return text;
}

std::string pair_text(const ShownPair& pair, std::size_t passages_max, const Terminal& terminal) {
  std::string text = "\n";
  text +=
      name_lines(pair.is_removed ? "A removed    " : "A reported   ", pair.row.pair.page, terminal);
  text += name_lines("B kept       ", pair.row.pair.representative, terminal);
  text += "\n" + figures_text(pair);
  for (const std::string& note : pair.notes) {
    text += "\n" + painted("note: " + clean(note), Paint::bold, terminal) + "\n";
  }
  if (pair.measured && passages_max > 0) {
    text += "\n" + passages_in_order(*pair.measured, passages_max, terminal);
  }
  return text;
}

std::string went_text(const WentRows& went) {
  std::string text = "\n" + pages_text(went.count) + " went for it";
  std::string kinds;
  for (std::size_t i = 0; i < went.kinds.size(); ++i) {
    if (went.kinds[i] == 0) continue;
    kinds += (kinds.empty() ? "" : ", ") + std::string(name_of(static_cast<Kind>(i))) + " " +
             human_count(went.kinds[i]);
  }
  text += " (" + kinds + ")" + (went.first.empty() ? "" : ":") + "\n";
  for (const ShownRow& row : went.first) {
    text += "  " + row_figure(row.members, "resemblance") + "  " + row.pair.kind +
            std::string(10 - std::min<std::size_t>(9, row.pair.kind.size()), ' ') +
            clean(row.pair.page.id);
    if (!row.pair.page.url.empty()) text += "  " + clean(row.pair.page.url);
    text += '\n';
  }
  if (!went.first.empty() && went.first.size() < went.count) {
    text += "  ... " + pages_text(went.count - went.first.size()) + " more\n";
  }
  return text;
}

OrderedJson went_json(const WentRows& went) {
  OrderedJson kinds = OrderedJson::object();
  for (std::size_t i = 0; i < went.kinds.size(); ++i) {
    if (went.kinds[i] > 0) kinds[std::string(name_of(static_cast<Kind>(i)))] = went.kinds[i];
  }
  OrderedJson rows = OrderedJson::array();
  for (const ShownRow& row : went.first) rows.push_back(row.members);
  return {{"count", went.count}, {"kinds", std::move(kinds)}, {"rows", std::move(rows)}};
}

OrderedJson places_json(const ShownPage& page) {
  OrderedJson places = OrderedJson::array();
  for (const Namesake& namesake : page.namesakes) {
    places.push_back(place_of(namesake.page) + (namesake.page.in_index ? " (of the index)" : ""));
  }
  return places;
}

OrderedJson namesakes_json(const ShownPage& page) {
  OrderedJson all = OrderedJson::array();
  for (const Namesake& namesake : page.namesakes) {
    all.push_back({{"id", namesake.page.id},
                   {"url", text_or_null(namesake.page.url)},
                   {"file", namesake.page.file},
                   {"offset", namesake.page.offset},
                   {"in_index", namesake.page.in_index},
                   {"removed", namesake.is_removed}});
  }
  return all;
}

std::string_view name_of(NamedBy by) {
  return by == NamedBy::place ? "place" : by == NamedBy::id ? "id" : "url";
}

std::string verdict_word(const ShownPage& page) {
  if (page.skipped) return "skipped";
  if (!page.pair) return "kept";
  return page.pair->is_removed ? "removed" : "reported";
}

}  // namespace

std::vector<std::string> differences(const ShownPair& pair) {
  std::vector<std::string> found;
  const Comparison& c = *pair.measured;
  const OrderedJson& row = pair.row.members;
  const auto expect = [&](const char* name, const OrderedJson& now) {
    const auto said = row.find(name);
    if (said == row.end() || said->is_null() || *said == now) return;
    found.push_back(std::string(name) + " is " + now.dump() + " now, the row says " + said->dump());
  };
  const auto expect_url = [&](const PageName& said, const PageName& now) {
    if (said.url == now.url) return;
    found.push_back(said.id + ": the page there has the URL " + now.url + " now");
  };
  expect_url(pair.row.pair.page, pair.pages[0].name);
  expect_url(pair.row.pair.representative, pair.pages[1].name);
  expect("distance", c.distance < 0 ? OrderedJson(nullptr) : OrderedJson(c.distance));
  if (pair.row.pair.by == "digest" && !c.same_text) found.emplace_back("the texts differ now");
  // Sketches only estimate, so texts that measure another value may be unchanged. For linked pages
  // the kind says nothing about the two texts, and the figures are those of texts only if there is
  // an agreement.
  const auto said = row.find("agreement");
  const bool has_agreement = said != row.end() && !said->is_null();
  const std::string& by = pair.row.pair.by;
  if (by != "text" && !(by == "link" && has_agreement)) return found;
  if (by == "text") expect("kind", c.kind ? OrderedJson(name_of(*c.kind)) : OrderedJson("none"));
  expect("resemblance", rounded_ratio(c.resemblance));
  expect("containment", {rounded_ratio(c.containment), rounded_ratio(c.containment_reverse)});
  expect("agreement", rounded_ratio(c.agreement));
  return found;
}

std::string shown_text(const ShownPage& page, std::size_t passages_max, const Terminal& terminal) {
  std::string text = verdict(page, terminal) + namesakes_text(page);
  if (page.pair) {
    text += pair_text(*page.pair, passages_max, terminal);
  } else {
    for (const std::string& line : {page.name.url, place_line(page.name)}) {
      if (!line.empty() && line != page.name.id) text += "  " + clean(line) + "\n";
    }
  }
  if (page.went.count > 0) text += went_text(page.went);
  return text;
}

OrderedJson shown_json(const ShownPage& page, std::size_t passages_max) {
  OrderedJson object = {{"id", page.name.id},
                        {"url", text_or_null(page.name.url)},
                        {"file", page.name.file},
                        {"offset", page.name.offset},
                        {"verdict", verdict_word(page)},
                        {"reason", page.skipped ? OrderedJson(page.skipped->reason) : nullptr},
                        {"mode", page.mode},
                        {"named_by", name_of(page.by)},
                        {"places", places_json(page)},
                        {"namesakes", namesakes_json(page)},
                        {"row", nullptr},
                        {"as_in_row", nullptr},
                        {"notes", OrderedJson::array()},
                        {"measured", nullptr},
                        {"passages", OrderedJson::array()},
                        {"went_for_it", went_json(page.went)}};
  if (!page.pair) return object;
  const ShownPair& pair = *page.pair;
  object["row"] = pair.row.members;
  object["notes"] = pair.notes;
  if (!pair.measured) return object;
  object["as_in_row"] = differences(pair).empty();
  object["measured"] = figures_json(pair.pages, *pair.measured, pair.profile);
  object["passages"] = passages_json(*pair.measured, passages_max);
  return object;
}

}  // namespace facsim
