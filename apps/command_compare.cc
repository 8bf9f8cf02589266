// SPDX-License-Identifier: Apache-2.0
// facsim compare: two pages, all figures, and the passages that explain them.
#include <algorithm>
#include <array>
#include <cstdio>

#include "apps/commands.h"
#include "apps/hexadecimal.h"
#include "apps/inputs.h"
#include "apps/json.h"
#include "facsim/base/error.h"
#include "facsim/engine/compare.h"

namespace facsim {
namespace {

// A passage on a terminal: its beginning and its end are enough to find it.
constexpr std::size_t kShownBytes = 300;

std::string fingerprint_text(const Analysis& analysis, const Profile& profile) {
  if (!analysis.fingerprint) return "-";
  return hex(*analysis.fingerprint, profile.recipe.fingerprint.bits);
}

// The longest passages of one sort, in the order of the pages.
std::vector<const TextPassage*> longest(const std::vector<TextPassage>& passages, bool shared,
                                        std::size_t count_max) {
  std::vector<const TextPassage*> chosen;
  for (const TextPassage& passage : passages) {
    if (passage.shared == shared) chosen.push_back(&passage);
  }
  const auto units = [](const TextPassage* passage) {
    return std::max(passage->first_units, passage->second_units);
  };
  // All point into one array, so of equally long ones the earlier has the smaller address.
  std::sort(chosen.begin(), chosen.end(), [&](const auto* a, const auto* b) {
    return units(a) != units(b) ? units(a) > units(b) : a < b;
  });
  if (chosen.size() > count_max) chosen.resize(count_max);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

// Not inside a character.
std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U) --at;
  return at;
}

// One line: white space made one space, the middle of a long text left out.
std::string shown(std::string_view text) {
  std::string line;
  for (const char c : without_controls(text, ' ')) {
    if (c != ' ' || (!line.empty() && line.back() != ' ')) line += c;
  }
  if (line.size() <= kShownBytes) return line;
  const std::size_t head = character_start(line, kShownBytes * 2 / 3);
  const std::size_t tail = character_start(line, line.size() - kShownBytes / 3);
  return line.substr(0, head) + " ... " + line.substr(tail);
}

std::string figure(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.4f", value);
  return buffer.data();
}

std::string page_line(const char* letter, const FoundPage& page, const Analysis& analysis,
                      std::uint64_t shingles, const Profile& profile) {
  std::string line = std::string(letter) + "            " +
                     without_controls(label_of(page.name), '?') + "  (" +
                     std::to_string(analysis.units) + " units, " + std::to_string(shingles) +
                     " shingles, fingerprint " + fingerprint_text(analysis, profile);
  if (analysis.used_fallback) line += ", all visible text: the main text is too short";
  return line + ")\n";
}

std::string figures_text(const Comparison& c, const Profile& profile) {
  const std::string size = std::to_string(profile.recipe.sketch.shingle_size);
  std::string text = "kind         ";
  text += c.kind ? std::string(name_of(*c.kind)) : "none";
  if (c.too_short) {
    text += "  (too short: under " + std::to_string(profile.units_min) +
            " units only equal texts are duplicates)";
  }
  text += "\ndistance     " +
          (c.distance < 0 ? "-"
                          : std::to_string(c.distance) + "  of " +
                                std::to_string(profile.recipe.fingerprint.bits) + " bits") +
          "\n";
  text += "cosine       " + figure(c.cosine) + "  single units weighted 1 + ln tf\n";
  text += "resemblance  " + figure(c.resemblance) + "  Jaccard of the " + size + "-unit shingles\n";
  text += "containment  " + figure(c.containment) + "  of A in B, " +
          figure(c.containment_reverse) + " of B in A\n";
  text += "agreement    " + figure(c.agreement) + "  of the longer, in the same order\n";
  text += "layout       " + (c.layout ? figure(*c.layout) : "-") + "  tag.class names\n";
  return text;
}

std::string passages_text(const Comparison& c, std::size_t count_max) {
  std::string text;
  for (const bool shared : {true, false}) {
    const auto passages = longest(c.passages, shared, count_max);
    const auto all = static_cast<std::size_t>(
        std::count_if(c.passages.begin(), c.passages.end(),
                      [&](const TextPassage& passage) { return passage.shared == shared; }));
    text += shared ? "\nshared passages: " : "\ndiffering passages: ";
    text += std::to_string(all);
    if (passages.size() < all) text += ", the longest " + std::to_string(passages.size());
    text += '\n';
    for (const TextPassage* passage : passages) {
      if (shared) {
        text += "  = " + shown(passage->first) + "\n";
        continue;
      }
      if (passage->first_units > 0) text += "  A " + shown(passage->first) + "\n";
      if (passage->second_units > 0) text += "  B " + shown(passage->second) + "\n";
      text += '\n';
    }
  }
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

OrderedJson page_json(const FoundPage& page, const Analysis& analysis, std::uint64_t shingles,
                      const Profile& profile) {
  return {{"id", label_of(page.name)},
          {"url", text_or_null(page.name.url)},
          {"file", page.name.file},
          {"offset", page.name.offset},
          {"fingerprint", analysis.fingerprint ? OrderedJson(fingerprint_text(analysis, profile))
                                               : OrderedJson(nullptr)},
          {"digest", hexadecimal(analysis.digest.high) + hexadecimal(analysis.digest.low)},
          {"units", analysis.units},
          {"shingles", shingles},
          {"fallback_text", analysis.used_fallback}};
}

OrderedJson passages_json(const Comparison& c, std::size_t count_max) {
  std::vector<const TextPassage*> chosen = longest(c.passages, true, count_max);
  const auto differing = longest(c.passages, false, count_max);
  chosen.insert(chosen.end(), differing.begin(), differing.end());
  std::sort(chosen.begin(), chosen.end());
  OrderedJson array = OrderedJson::array();
  for (const TextPassage* passage : chosen) {
    array.push_back({{"shared", passage->shared},
                     {"units", {passage->first_units, passage->second_units}},
                     {"first", passage->first},
                     {"second", passage->second}});
  }
  return array;
}

OrderedJson comparison_json(const std::array<FoundPage, 2>& pages, const Comparison& c,
                            const Settings& settings, const Profile& profile) {
  OrderedJson object = OrderedJson::object();
  object["kind"] = c.kind ? OrderedJson(name_of(*c.kind)) : OrderedJson("none");
  object["distance"] = c.distance < 0 ? OrderedJson(nullptr) : OrderedJson(c.distance);
  object["cosine"] = rounded_ratio(c.cosine);
  object["resemblance"] = rounded_ratio(c.resemblance);
  object["containment"] = {rounded_ratio(c.containment), rounded_ratio(c.containment_reverse)};
  object["agreement"] = rounded_ratio(c.agreement);
  object["layout"] = c.layout ? OrderedJson(rounded_ratio(*c.layout)) : OrderedJson(nullptr);
  object["same_text"] = c.same_text;
  object["too_short"] = c.too_short;
  object["profile"] = profile.name;
  object["recipe"] = {{"name", profile.recipe.name}, {"id", hex(profile.recipe.id())}};
  object["first"] = page_json(pages[0], c.first, c.first_shingles, profile);
  object["second"] = page_json(pages[1], c.second, c.second_shingles, profile);
  object["passages"] = passages_json(c, settings.passages_max);
  return object;
}

}  // namespace

void run_compare(const Settings& settings) {
  if (settings.inputs.size() != 2) {
    throw Error(ErrorCode::invalid_argument,
                "takes two pages, not " + std::to_string(settings.inputs.size()) +
                    " (see 'facsim help compare')",
                "compare");
  }
  if (settings.inputs[0] == "-" && settings.inputs[1] == "-") {
    throw Error(ErrorCode::invalid_argument,
                "standard input can be given once; name two of its pages as -:OFFSET or -#ID",
                "compare");
  }
  const Judging judging = settings.judged_by();
  const Profile& profile = judging.profile;
  SpooledStdin standard_input(settings);
  std::array<FoundPage, 2> pages;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    pages[i] = find_named_page(page_selector(settings.inputs[i]), settings, standard_input);
  }
  const Comparison c = compare(pages[0].page, pages[1].page, profile, judging.tables);
  Output output;
  if (settings.json) {
    output.write(json_line(comparison_json(pages, c, settings, profile)));
  } else {
    output.write(page_line("A", pages[0], c.first, c.first_shingles, profile));
    output.write(page_line("B", pages[1], c.second, c.second_shingles, profile));
    output.write(figures_text(c, profile));
    if (settings.passages_max > 0) output.write(passages_text(c, settings.passages_max));
  }
  output.finish();
}

}  // namespace facsim
