// SPDX-License-Identifier: Apache-2.0
// Writes recipes and profiles as text.
#include "facsim/model/fingerprint.h"
#include "facsim/model/profile.h"
#include "facsim/model/recipe_words_internal.h"

namespace facsim {
namespace {

// A TOML basic string.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\\u00";
      out += hex_digits(byte).substr(14);
    } else {
      out += c;
    }
  }
  return out + '"';
}

class Section {
 public:
  explicit Section(std::string_view heading = {}) {
    if (!heading.empty()) text_.append("\n[").append(heading).append("]\n");
  }
  Section& word(std::string_view key, std::string_view value) { return raw(key, quoted(value)); }
  Section& number(std::string_view key, std::uint64_t value) {
    return raw(key, std::to_string(value));
  }
  Section& flag(std::string_view key, bool value) { return raw(key, value ? "true" : "false"); }
  Section& raw(std::string_view key, std::string_view value) {
    text_.append(key).append(" = ").append(value).append("\n");
    return *this;
  }
  Section& table(std::string_view key, const TableRef& table, bool for_id) {
    if (table.file.empty()) return *this;
    std::string value = "{ ";
    if (!for_id) value.append("file = ").append(quoted(table.file)).append(", ");
    value.append("digest = ").append(quoted(hex_digits(table.digest))).append(" }");
    return raw(key, value);
  }
  [[nodiscard]] std::string text() const { return text_; }

 private:
  std::string text_;
};

std::string part_text(const PartSpec& part) {
  std::string text = "{ part = " + quoted(kTextPartWords.word_of(part.part));
  if (!part.field.empty()) text += ", field = " + quoted(part.field);
  if (part.count != 0) text += ", count = " + std::to_string(part.count);
  if (part.weight != 1) text += ", weight = " + std::to_string(part.weight);
  return text + " }";
}

std::string parts_text(const std::vector<PartSpec>& parts) {
  std::string text;
  for (const PartSpec& part : parts) {
    text += text.empty() ? "[" : ", ";
    text += part_text(part);
  }
  return text + "]";
}

std::string units_section(const UnitSpec& units) {
  Section section("units");
  section.word("kind", kUnitKindWords.word_of(units.kind));
  if (units.kind == UnitKind::given) section.word("field", units.field);
  if (is_window(units.kind)) {
    section.number("size", units.size).number("overlap", units.overlap);
    section.word("folding", kFoldingWords.word_of(units.folding));
    section.word("last", kLastWindowWords.word_of(units.last));
  }
  if (units.kind == UnitKind::jieba_words) section.flag("hmm", units.hmm);
  if (is_foreign(units.kind)) section.word("made_with", units.made_with);
  return section.text();
}

std::string features_section(const FeatureSpec& features, bool for_id) {
  std::string lengths;
  for (const std::uint32_t length : features.lengths) {
    lengths += (lengths.empty() ? "[" : ", ") + std::to_string(length);
  }
  Section section("features");
  section.raw("lengths", lengths + "]");
  section.word("weights", kWeightingWords.word_of(features.weighting));
  if (features.top != 0) section.number("top", features.top);
  section.table("idf", features.idf, for_id);
  section.table("stop_words", features.stop_words, for_id);
  section.table("topic", features.topic, for_id);
  return section.text();
}

}  // namespace

std::string hex_digits(std::uint64_t bits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; bits >>= 4) text[i] = kDigits[bits & 15U];
  return text;
}

std::string hex(const WideFingerprint& fingerprint, std::uint32_t bits) {
  return (hex_digits(fingerprint.high) + hex_digits(fingerprint.low)).substr(32 - bits / 4);
}

RecipeSections sections_of(const Recipe& recipe, bool for_id) {
  const FingerprintSpec& fingerprint = recipe.fingerprint;
  return {
      .versions =
          Section().number("version", kRecipeVersion).word("unicode", kRecipeUnicode).text(),
      .text = Section("text")
                  .raw("parts", parts_text(recipe.parts))
                  .number("fallback_units", recipe.fallback_units_min)
                  .number("fallback_units_titled", recipe.titled_fallback_units_min)
                  .text(),
      .units = units_section(recipe.units),
      .features = features_section(recipe.features, for_id),
      .fingerprint = Section("fingerprint")
                         .number("bits", fingerprint.bits)
                         .word("hash", kFeatureHashWords.word_of(fingerprint.hash))
                         .number("seed", fingerprint.seed)
                         .flag("of_nothing", fingerprint.of_nothing)
                         .text(),
      .sketch = Section("sketch")
                    .number("shingle_size", recipe.sketch.shingle_size)
                    .number("bins", recipe.sketch.bins)
                    .number("bits", recipe.sketch.bits)
                    .number("seed", recipe.sketch.seed)
                    .text(),
      .anchors = Section("anchors")
                     .number("shingle_size", recipe.anchors.shingle_size)
                     .number("smallest", recipe.anchors.smallest)
                     .number("modulus", recipe.anchors.modulus)
                     .text(),
      .layout = Section("layout")
                    .number("bins", recipe.layout_bins)
                    .number("bits", recipe.layout_bits)
                    .text(),
  };
}

std::string to_toml(const Recipe& recipe) {
  const RecipeSections parts = sections_of(recipe, false);
  return "name = " + quoted(recipe.name) + "\n" + parts.versions + parts.text + parts.units +
         parts.features + parts.fingerprint + parts.sketch + parts.anchors + parts.layout;
}

std::string to_toml(const Profile& profile) {
  const auto ratio = [](double value) {
    std::string text = std::to_string(value);
    while (text.ends_with('0') && !text.ends_with(".0")) text.pop_back();
    return text;
  };
  Section profile_section;
  profile_section.word("name", profile.name).word("recipe", profile.recipe.name);
  profile_section.number("min_units", profile.units_min);
  profile_section.number("short_units", profile.short_units_max);
  Section channels("channels");
  channels.number("bands", profile.bands);
  if (profile.max_distance < 0) {
    channels.word("max_distance", "none");
  } else {
    channels.number("max_distance", static_cast<std::uint64_t>(profile.max_distance));
  }
  Section thresholds("thresholds");
  thresholds.raw("min_resemblance", ratio(profile.thresholds.min_resemblance));
  if (profile.thresholds.min_agreement > 0) {
    thresholds.raw("min_agreement", ratio(profile.thresholds.min_agreement));
    thresholds.raw("min_resemblance_with_agreement",
                   ratio(profile.thresholds.min_resemblance_with_agreement));
  }
  thresholds.raw("min_containment", ratio(profile.thresholds.min_containment));
  if (profile.thresholds.min_containment_to_remove > 0) {
    thresholds.raw("min_containment_to_remove",
                   ratio(profile.thresholds.min_containment_to_remove));
  }
  thresholds.raw("min_layout", ratio(profile.thresholds.min_layout));
  thresholds.raw("grey_zone", ratio(profile.thresholds.grey_zone));
  thresholds.flag("names", profile.thresholds.names);
  return profile_section.text() + channels.text() + thresholds.text();
}

}  // namespace facsim
