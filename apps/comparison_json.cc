// SPDX-License-Identifier: Apache-2.0
#include "apps/comparison_json.h"

#include <algorithm>

#include "apps/hexadecimal.h"
#include "apps/passages_text.h"

namespace facsim {
namespace {

OrderedJson left_out_json(LeftOut why) {
  return why == LeftOut::nothing ? OrderedJson(nullptr) : OrderedJson(name_of(why));
}

OrderedJson page_json(const SelectedPage& page, const PageAnalysis& analysis,
                      std::uint64_t shingles, const Profile& profile) {
  return {{"id", label_of(page.name)},
          {"url", text_or_null(page.name.url)},
          {"file", page.name.file},
          {"offset", page.name.offset},
          {"fingerprint", analysis.fingerprint ? OrderedJson(fingerprint_text(analysis, profile))
                                               : OrderedJson(nullptr)},
          {"digest", hexadecimal(analysis.digest.high) + hexadecimal(analysis.digest.low)},
          {"units", analysis.units},
          {"shingles", shingles},
          {"fallback_text", analysis.used_fallback},
          {"judged", rounded_ratio(analysis.judged_share)},
          {"left_out", left_out_json(analysis.mostly_left_out)}};
}

OrderedJson words_json(const OwnWords& words) {
  const auto word = [](const std::string& text) {
    return text.empty() ? OrderedJson(nullptr) : OrderedJson(text);
  };
  return OrderedJson::array({word(words.page), word(words.other)});
}

}  // namespace

OrderedJson figures_json(const std::array<SelectedPage, 2>& pages, const Comparison& c,
                         const Profile& profile) {
  OrderedJson object = OrderedJson::object();
  object["kind"] = c.kind ? OrderedJson(name_of(*c.kind)) : OrderedJson("none");
  object["distance"] = c.distance < 0 ? OrderedJson(nullptr) : OrderedJson(c.distance);
  object["witness"] =
      c.witness ? OrderedJson(rounded_ratio(c.witness->resemblance)) : OrderedJson(nullptr);
  object["left_out"] =
      c.left_out ? OrderedJson(rounded_ratio(c.left_out->resemblance)) : OrderedJson(nullptr);
  object["names"] = c.names ? words_json(*c.names) : OrderedJson(nullptr);
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
  return object;
}

OrderedJson passages_json(const Comparison& c, std::size_t count_max) {
  std::vector<const TextPassage*> chosen = longest(c.passages, true, count_max);
  const auto differing = longest(c.passages, false, count_max);
  chosen.insert(chosen.end(), differing.begin(), differing.end());
  std::sort(chosen.begin(), chosen.end());
  OrderedJson array = OrderedJson::array();
  for (const TextPassage* passage : chosen) {
    array.push_back({{"shared", passage->shared},
                     {"begin", {passage->first_begin, passage->second_begin}},
                     {"units", {passage->first_units, passage->second_units}},
                     {"first", passage->first},
                     {"second", passage->second}});
  }
  return array;
}

}  // namespace facsim
