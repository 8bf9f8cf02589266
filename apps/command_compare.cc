// SPDX-License-Identifier: Apache-2.0
// facsim compare: prints all figures of two pages and the passages that explain them.
#include <array>

#include "apps/commands.h"
#include "apps/comparison_json.h"
#include "apps/json.h"
#include "apps/passages_text.h"
#include "apps/read_inputs.h"
#include "apps/witness_text.h"
#include "facsim/base/error.h"
#include "facsim/compare.h"

namespace facsim {
namespace {

std::string page_line(const char* letter, const SelectedPage& page, const PageAnalysis& analysis,
                      std::uint64_t shingles, const Profile& profile) {
  std::string line = std::string(letter) + "            " +
                     without_controls(label_of(page.name), '?') + "  (" +
                     std::to_string(analysis.units) + " units, " + std::to_string(shingles) +
                     " shingles, fingerprint " + fingerprint_text(analysis, profile);
  if (analysis.mostly_left_out != LeftOut::nothing) {
    line += ", " + figure(analysis.judged_share) +
            " judged, left out: " + std::string(name_of(analysis.mostly_left_out));
  }
  if (analysis.used_fallback) line += ", all visible text: the main text is too short";
  return line + ")\n";
}

std::string comparison_text(const Comparison& c, const Profile& profile) {
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
  text += witness_line(c, profile);
  text += "cosine       " + figure(c.cosine) + "  single units weighted 1 + ln tf\n";
  text += "resemblance  " + figure(c.resemblance) + "  Jaccard of the " + size + "-unit shingles\n";
  text += "containment  " + figure(c.containment) + "  of A in B, " +
          figure(c.containment_reverse) + " of B in A\n";
  text += "agreement    " + figure(c.agreement) + "  of the longer, in the same order\n";
  text += "layout       " + (c.layout ? figure(*c.layout) : "-") + "  tag.class names\n";
  return text;
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
  const ReadyProfile judging = settings.judged_by();
  const Profile& profile = judging.profile;
  SpooledStdin standard_input = spooled_stdin(settings);
  std::array<SelectedPage, 2> pages;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    pages[i] = find_named_page(page_selector(settings.inputs[i]), settings, standard_input);
  }
  const Comparison c = compare(pages[0].page, pages[1].page, judging);
  Output output;
  if (settings.json) {
    OrderedJson object = figures_json(pages, c, profile);
    object["passages"] = passages_json(c, settings.passages_max);
    output.write(json_line(object));
  } else {
    output.write(page_line("A", pages[0], c.first, c.first_shingles, profile));
    output.write(page_line("B", pages[1], c.second, c.second_shingles, profile));
    output.write(comparison_text(c, profile));
    if (settings.passages_max > 0) output.write(passages_by_sort(c, settings.passages_max));
  }
  output.finish();
}

}  // namespace facsim
