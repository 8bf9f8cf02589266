// SPDX-License-Identifier: Apache-2.0
// Parses recipes from TOML. Unknown keys are refused: a misspelt word must not give bits that its
// author did not intend.
#include <toml++/toml.h>
#include <algorithm>

#include "facsim/base/error.h"
#include "facsim/model/recipe_words_internal.h"

namespace facsim {
namespace {

[[noreturn]] void throw_at(std::string_view where, const toml::source_region& region,
                           std::string_view sentence) {
  std::string place(where);
  if (region.begin.line > 0) place += ":" + std::to_string(region.begin.line);
  throw Error{ErrorCode::invalid_argument, sentence, place};
}

// Reads the members of one table; finish() refuses those that were not read.
class TableReader {
 public:
  TableReader(const toml::table& table, std::string name, std::string_view where)
      : table_(table), name_(std::move(name)), where_(where) {}

  void text(std::string_view key, std::string& into) {
    if (const toml::node* node = take(key)) {
      const auto value = node->value_exact<std::string>();
      if (!value) refuse(key, *node, "must be a string");
      into = *value;
    }
  }
  void flag(std::string_view key, bool& into) {
    if (const toml::node* node = take(key)) {
      const auto value = node->value_exact<bool>();
      if (!value) refuse(key, *node, "must be true or false");
      into = *value;
    }
  }
  template <class Number>
  void number(std::string_view key, Number& into) {
    if (const toml::node* node = take(key)) into = number_of<Number>(key, *node);
  }
  template <class Choice, std::size_t kCount>
  void choice(std::string_view key, const ChoiceWords<Choice, kCount>& words, Choice& into) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const auto word = node->value_exact<std::string>();
    const auto found = word ? words.choice_of(*word) : std::nullopt;
    if (!found) refuse(key, *node, "must be one of: " + words.listed());
    into = *found;
  }
  void numbers(std::string_view key, std::vector<std::uint32_t>& into) {
    const toml::array* list = array(key);
    if (list == nullptr) return;
    into.clear();
    for (const toml::node& node : *list) into.push_back(number_of<std::uint32_t>(key, node));
  }
  void file(std::string_view key, TableRef& into) {
    const toml::table* table = inner(key);
    if (table == nullptr) return;
    TableReader reader(*table, full(key), where_);
    std::string digest = hex_digits(0);
    reader.text("file", into.file);
    reader.text("digest", digest);
    reader.finish();
    const bool is_hex =
        digest.size() == 16 && digest.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!is_hex) throw_at(where_, table->source(), full(key) + ".digest must be 16 digits 0-f");
    into.digest = std::stoull(digest, nullptr, 16);
    if (into.file.empty()) throw_at(where_, table->source(), full(key) + ".file is missing");
  }
  [[nodiscard]] const toml::array* array(std::string_view key) {
    const toml::node* node = take(key);
    if (node == nullptr) return nullptr;
    if (!node->is_array()) refuse(key, *node, "must be a list in [ ]");
    return node->as_array();
  }
  [[nodiscard]] const toml::table* inner(std::string_view key) {
    const toml::node* node = take(key);
    if (node == nullptr) return nullptr;
    if (!node->is_table()) refuse(key, *node, "must be a table");
    return node->as_table();
  }

  void finish() const {
    for (const auto& [key, node] : table_) {
      if (std::ranges::find(taken_, key.str()) != taken_.end()) continue;
      std::string known;
      for (const std::string_view name : taken_) {
        if (!known.empty()) known += ", ";
        known += name;
      }
      throw_at(where_, node.source(),
               "unknown key '" + full(key.str()) + "'; here stand: " + known);
    }
  }

 private:
  [[nodiscard]] std::string full(std::string_view key) const {
    return name_.empty() ? std::string(key) : name_ + "." + std::string(key);
  }
  [[noreturn]] void refuse(std::string_view key, const toml::node& node,
                           std::string_view sentence) const {
    throw_at(where_, node.source(), full(key) + " " + std::string(sentence));
  }
  const toml::node* take(std::string_view key) {
    taken_.push_back(key);
    return table_.get(key);
  }
  template <class Number>
  Number number_of(std::string_view key, const toml::node& node) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < 0 || !std::in_range<Number>(*value)) {
      refuse(key, node, "must be a whole number, not negative and not too large");
    }
    return static_cast<Number>(*value);
  }

  const toml::table& table_;
  std::string name_;
  std::string_view where_;
  std::vector<std::string_view> taken_;
};

void read_parts(const toml::array& list, std::vector<PartSpec>& parts, std::string_view where) {
  parts.clear();
  for (const toml::node& node : list) {
    const toml::table* table = node.as_table();
    if (table == nullptr) {
      throw_at(where, node.source(), "text.parts must be a list of tables, as { part = \"main\" }");
    }
    PartSpec& part = parts.emplace_back();
    TableReader reader(*table, "text.parts", where);
    reader.choice("part", kTextPartWords, part.part);
    reader.text("field", part.field);
    reader.number("count", part.count);
    reader.number("weight", part.weight);
    reader.finish();
  }
}

// Calls `read` with the table of that name, if it exists.
template <class Read>
void with_table(TableReader& top, std::string_view name, std::string_view where, Read read) {
  const toml::table* table = top.inner(name);
  if (table == nullptr) return;
  TableReader reader(*table, std::string(name), where);
  read(reader);
  reader.finish();
}

void check_versions(TableReader& top, std::string_view where) {
  std::uint32_t version = kRecipeVersion;
  std::string unicode(kRecipeUnicode);
  top.number("version", version);
  top.text("unicode", unicode);
  if (version > kRecipeVersion) {
    throw Error{ErrorCode::unsupported,
                "made for version " + std::to_string(version) +
                    " of recipes, this program computes version " + std::to_string(kRecipeVersion) +
                    "; use a newer facsim",
                where};
  }
  if (version < kRecipeVersion) {
    throw Error{ErrorCode::unsupported,
                "made for version " + std::to_string(version) +
                    " of recipes, which this program no longer computes; say version = " +
                    std::to_string(kRecipeVersion) + " and make the fingerprints anew",
                where};
  }
  if (unicode != kRecipeUnicode) {
    throw Error{ErrorCode::unsupported,
                "made for Unicode " + unicode + ", this program has " + std::string(kRecipeUnicode),
                where};
  }
}

Recipe read_recipe(const toml::table& table, std::string_view where) {
  Recipe recipe;
  TableReader top(table, "", where);
  top.text("name", recipe.name);
  check_versions(top, where);
  with_table(top, "text", where, [&](TableReader& text) {
    if (const toml::array* parts = text.array("parts")) read_parts(*parts, recipe.parts, where);
    text.number("fallback_units", recipe.fallback_units_min);
    text.number("fallback_units_titled", recipe.titled_fallback_units_min);
  });
  with_table(top, "units", where, [&](TableReader& units) {
    units.choice("kind", kUnitKindWords, recipe.units.kind);
    units.text("field", recipe.units.field);
    units.number("size", recipe.units.size);
    units.number("overlap", recipe.units.overlap);
    units.choice("folding", kFoldingWords, recipe.units.folding);
    units.choice("last", kLastWindowWords, recipe.units.last);
    units.flag("hmm", recipe.units.hmm);
    units.text("made_with", recipe.units.made_with);
  });
  with_table(top, "features", where, [&](TableReader& features) {
    features.numbers("lengths", recipe.features.lengths);
    features.choice("weights", kWeightingWords, recipe.features.weighting);
    features.number("top", recipe.features.top);
    features.file("idf", recipe.features.idf);
    features.file("stop_words", recipe.features.stop_words);
    features.file("topic", recipe.features.topic);
  });
  with_table(top, "fingerprint", where, [&](TableReader& fingerprint) {
    fingerprint.number("bits", recipe.fingerprint.bits);
    fingerprint.choice("hash", kFeatureHashWords, recipe.fingerprint.hash);
    fingerprint.number("seed", recipe.fingerprint.seed);
    fingerprint.flag("of_nothing", recipe.fingerprint.of_nothing);
  });
  with_table(top, "sketch", where, [&](TableReader& sketch) {
    sketch.number("shingle_size", recipe.sketch.shingle_size);
    sketch.number("bins", recipe.sketch.bins);
    sketch.number("bits", recipe.sketch.bits);
    sketch.number("seed", recipe.sketch.seed);
  });
  with_table(top, "anchors", where, [&](TableReader& anchors) {
    anchors.number("shingle_size", recipe.anchors.shingle_size);
    anchors.number("smallest", recipe.anchors.smallest);
    anchors.number("modulus", recipe.anchors.modulus);
  });
  with_table(top, "layout", where, [&](TableReader& layout) {
    layout.number("bins", recipe.layout_bins);
    layout.number("bits", recipe.layout_bits);
  });
  top.finish();
  return recipe;
}

}  // namespace

Recipe parse_recipe(std::string_view toml, std::string_view where) {
  Recipe recipe;
  try {
    const toml::table table = toml::parse(toml);
    recipe = read_recipe(table, where);
  } catch (const toml::parse_error& error) {
    throw_at(where, error.source(), "no TOML: " + std::string(error.description()));
  }
  check_recipe(recipe, where);
  return recipe;
}

}  // namespace facsim
