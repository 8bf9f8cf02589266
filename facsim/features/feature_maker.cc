// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/feature_maker.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/base/limits.h"
#include "facsim/base/utf.h"
#include "facsim/features/icu_words.h"
#include "facsim/features/units.h"
#include "facsim/features/weights.h"
#include "facsim/features/windows.h"

namespace facsim {
namespace {

// A unit of any kind, with its hash.
struct NamedUnit {
  std::string text;
  std::uint64_t hash = 0;
};

// Features in the order of first appearance, with their counts.
class CountedFeatures {
 public:
  void add(std::string text, std::uint64_t hash, std::uint32_t times) {
    const auto known = places_.find(text);
    if (known != places_.end()) {
      features_[known->second].weight += times;
      return;
    }
    if (features_.size() == limits::kNamedFeaturesMax) return;
    // A deque moves nothing, so views of its texts remain valid.
    features_.push_back({std::move(text), hash, static_cast<double>(times)});
    places_.emplace(features_.back().text, features_.size() - 1);
  }
  void clear() {
    places_.clear();
    features_.clear();
  }
  // Returns the features; the weight of each is its count.
  [[nodiscard]] std::vector<TextFeature> take() {
    places_.clear();
    std::vector<TextFeature> features(std::make_move_iterator(features_.begin()),
                                      std::make_move_iterator(features_.end()));
    features_.clear();
    return features;
  }

 private:
  std::unordered_map<std::string_view, std::size_t> places_;
  std::deque<TextFeature> features_;
};

template <class Text>
void count_windows(const Text& text, const Recipe& recipe, std::uint32_t times,
                   CountedFeatures& counts) {
  const UnitSpec& units = recipe.units;
  const std::uint64_t seed = recipe.fingerprint.seed;
  // The window of an empty text is a feature only if the original has a value for it.
  if (text.empty() && !recipe.fingerprint.of_nothing) return;
  using Item = typename Text::value_type;
  const WindowPlan plan = plan_windows(text.size(), units);
  for (std::size_t i = 0; i < plan.count; ++i) {
    const Text window = text.substr(i * plan.step, units.size);
    std::vector<std::uint32_t> items;
    for (const Item item : window) {
      items.push_back(static_cast<std::uint32_t>(static_cast<std::make_unsigned_t<Item>>(item)));
    }
    const std::uint64_t hash =
        window_hash(items.data(), items.size(), units.kind, units.size, seed);
    if constexpr (sizeof(Item) == 1) {
      counts.add(window, hash, times);
    } else {
      counts.add(to_utf8(window), hash, times);
    }
  }
}

// Replaces weights by fifths of the page's largest weight, each without its lower end: 1 up to a
// fifth, 5 above four.
void make_levels(std::vector<TextFeature>& features) {
  double largest = 0;
  for (const TextFeature& feature : features) largest = std::max(largest, feature.weight);
  for (TextFeature& feature : features) {
    int level = 1;
    while (level < 5 && feature.weight * 5 > largest * level) ++level;
    feature.weight = level;
  }
}

void require_tables(const Recipe& recipe, const FeatureTables& tables) {
  const FeatureSpec& features = recipe.features;
  const bool has_jieba_idf = features.idf.file == "jieba";
  const bool needs_jieba = recipe.units.kind == UnitKind::jieba_words || has_jieba_idf;
  const auto is_missing = [](const TableRef& named, const auto& table) {
    return !named.file.empty() && table == nullptr;
  };
  if ((needs_jieba && tables.jieba == nullptr) ||
      (!has_jieba_idf && is_missing(features.idf, tables.idf)) ||
      is_missing(features.stop_words, tables.stop_words) ||
      is_missing(features.topic, tables.topic)) {
    throw Error{ErrorCode::invalid_argument,
                "recipe '" + recipe.name +
                    "' names tables that were not read; make it ready first (make_ready)"};
  }
}

}  // namespace

std::uint64_t row_hash(const std::uint64_t* units, std::size_t count) noexcept {
  std::uint64_t hash = units[0];
  for (std::size_t i = 1; i < count; ++i) hash = pair_hash(hash, units[i]);
  return hash;
}

struct FeatureMaker::State {
  Recipe recipe;
  FeatureTables tables;
  CountedFeatures counts;
  std::optional<IcuWords> icu;
  std::optional<JiebaSegmenter> jieba;
  std::optional<JiebaKeywords> keywords;
  std::vector<JiebaWord> jieba_words;
  std::vector<std::string> icu_words;
  std::vector<NamedUnit> units;
  std::string text;  // for keywords, which weigh a text as a whole

  [[nodiscard]] bool wants_keywords() const {
    return recipe.units.kind == UnitKind::jieba_words &&
           recipe.features.weighting == Weighting::tf_idf && recipe.features.idf.file == "jieba";
  }
  void cut(std::string_view utf8);
  void add_unit(std::string unit);
  void count_rows(std::uint32_t times);
  [[nodiscard]] double idf_of(const std::string& row) const;
  void weigh(std::vector<TextFeature>& features) const;
};

void FeatureMaker::State::add_unit(std::string unit) {
  const std::uint64_t hash = hash64(unit, recipe.fingerprint.seed);
  units.push_back({std::move(unit), hash});
}

void FeatureMaker::State::cut(std::string_view utf8) {
  units.clear();
  switch (recipe.units.kind) {
    case UnitKind::words:
      for (Unit& unit : split_units(utf8, recipe.fingerprint.seed)) {
        units.push_back({std::move(unit.text), unit.hash});
      }
      break;
    case UnitKind::icu_words:
      icu->cut(utf8, icu_words);
      for (std::string& word : icu_words) add_unit(std::move(word));
      break;
    case UnitKind::jieba_words:
      jieba->cut(utf8, jieba_words);
      for (const JiebaWord word : jieba_words) {
        // Words without letters and digits are noise.
        const std::string_view written = utf8.substr(word.begin, word.end - word.begin);
        std::string folded = folded_letters(written);
        if (!folded.empty()) add_unit(std::move(folded));
      }
      break;
    default:
      assert(false && "windows and given features are no units in a row");
  }
  if (!tables.stop_words) return;
  std::erase_if(units, [&](const NamedUnit& unit) { return tables.stop_words->has(unit.text); });
}

void FeatureMaker::State::count_rows(std::uint32_t times) {
  std::vector<std::uint64_t> hashes;
  for (const NamedUnit& unit : units) hashes.push_back(unit.hash);
  for (const std::uint32_t length : recipe.features.lengths) {
    for (std::size_t i = 0; i + length <= units.size(); ++i) {
      std::string row = units[i].text;
      for (std::size_t j = 1; j < length; ++j) row.append(" ").append(units[i + j].text);
      counts.add(std::move(row), row_hash(&hashes[i], length), times);
    }
  }
}

double FeatureMaker::State::idf_of(const std::string& row) const {
  if (tables.idf) return tables.idf->of(row);
  if (recipe.features.idf.file == "jieba") return tables.jieba->idf_of(row);
  return 1;
}

void FeatureMaker::State::weigh(std::vector<TextFeature>& features) const {
  const Weighting weighting = recipe.features.weighting;
  double total = 0;
  for (const TextFeature& feature : features) total += feature.weight;
  const bool has_idf = !recipe.features.idf.file.empty();
  for (TextFeature& feature : features) {
    const double count = feature.weight;
    switch (weighting) {
      case Weighting::set:
        feature.weight = 1;
        break;
      case Weighting::tf:
        break;
      case Weighting::tf_idf:
        feature.weight = count * (idf_of(feature.text) / total);
        break;
      case Weighting::five_levels:
        if (has_idf) {
          feature.weight = count * idf_of(feature.text);
          break;
        }
        [[fallthrough]];
      case Weighting::log_tf:
        feature.weight = log_tf_weight(static_cast<std::uint32_t>(std::min(count, 4294967295.0)));
        break;
    }
  }
  if (weighting == Weighting::five_levels) make_levels(features);
  if (!tables.topic) return;
  for (TextFeature& feature : features) feature.weight *= tables.topic->factor_of(feature.text);
}

FeatureMaker::FeatureMaker(const Recipe& recipe, FeatureTables tables)
    : state_(std::make_unique<State>()) {
  require_tables(recipe, tables);
  State& state = *state_;
  state.recipe = recipe;
  state.tables = std::move(tables);
  if (recipe.units.kind == UnitKind::icu_words) state.icu.emplace();
  if (recipe.units.kind == UnitKind::jieba_words) {
    state.jieba.emplace(state.tables.jieba, recipe.units.hmm);
    if (state.wants_keywords()) state.keywords.emplace(state.tables.jieba);
  }
}
FeatureMaker::~FeatureMaker() = default;
FeatureMaker::FeatureMaker(FeatureMaker&&) noexcept = default;

void FeatureMaker::begin() {
  state_->counts.clear();
  state_->text.clear();
}

void FeatureMaker::add(std::string_view utf8, std::uint32_t weight) {
  State& state = *state_;
  const UnitSpec& units = state.recipe.units;
  if (state.wants_keywords()) {
    state.text = utf8;
    return;
  }
  switch (units.kind) {
    case UnitKind::bytes:
      count_windows(std::string(utf8), state.recipe, weight, state.counts);
      break;
    case UnitKind::characters:
      count_windows(folded_characters(utf8, units.folding), state.recipe, weight, state.counts);
      break;
    case UnitKind::utf16:
      count_windows(to_utf16(folded_characters(utf8, units.folding)), state.recipe, weight,
                    state.counts);
      break;
    default:
      state.cut(utf8);
      state.count_rows(weight);
  }
}

std::vector<TextFeature> FeatureMaker::finish() {
  State& state = *state_;
  const FeatureSpec& spec = state.recipe.features;
  if (state.wants_keywords()) {
    std::vector<TextFeature> features;
    for (Keyword& keyword : state.keywords->extract(state.text, spec.top)) {
      const std::uint64_t hash = hash64(keyword.word, state.recipe.fingerprint.seed);
      features.push_back({std::move(keyword.word), hash, keyword.weight});
    }
    return features;
  }
  std::vector<TextFeature> features = state.counts.take();
  state.weigh(features);
  if (spec.top != 0 && features.size() > spec.top) {
    std::ranges::stable_sort(features, std::ranges::greater{}, &TextFeature::weight);
    features.resize(spec.top);
  }
  return features;
}

}  // namespace facsim
