// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "facsim/input/given_features_internal.h"
#include "facsim/input/utf8_internal.h"

namespace facsim {
namespace {

namespace dom = simdjson::dom;

// A feature's name in a message: its beginning is enough to find it.
std::string shown(std::string_view text) {
  constexpr std::size_t kBytesMax = 60;
  std::string name = "'";
  name += repair_utf8(text.substr(0, kBytesMax));
  if (text.size() > kBytesMax) name += "...";
  return name += "'";
}

class Reader {
 public:
  explicit Reader(bool any_weight) : any_weight_(any_weight) {}

  // Returns false after the first item that cannot be used.
  bool add(std::string_view text, const dom::element& weight) {
    double number = 0;
    if (!weight.is_number() || weight.get(number) != simdjson::SUCCESS) {
      return refuse("feature " + shown(text) + " has a weight that is no number");
    }
    // Keeps the sum of a page's weights far from the limit of doubles.
    constexpr double kWeightMost = 1e12;
    if (!std::isfinite(number) || std::abs(number) > kWeightMost || (number <= 0 && !any_weight_)) {
      return refuse("feature " + shown(text) + " has a weight of " +
                    std::string(simdjson::minify(weight)) +
                    "; it must be above 0 and at most 1e12");
    }
    given_.features.push_back(
        {std::string(text), number, weight.type() != dom::element_type::DOUBLE});
    return true;
  }
  bool add_item(const dom::element& item) {
    std::string_view text;
    if (item.get(text) == simdjson::SUCCESS) {
      given_.features.push_back({std::string(text), std::nullopt, true});
      return true;
    }
    dom::array pair;
    if (item.get(pair) != simdjson::SUCCESS || pair.size() != 2 ||
        pair.at(0).get(text) != simdjson::SUCCESS) {
      return refuse("item " + std::to_string(given_.features.size() + 1) +
                    " of the features is neither a text nor a pair [text, weight]");
    }
    return add(text, pair.at(1).value_unsafe());
  }
  bool refuse(std::string why_not) {
    given_.why_not = std::move(why_not);
    return false;
  }
  GivenFeatures take() {
    if (!given_.why_not.empty()) given_.features.clear();
    return std::move(given_);
  }

 private:
  bool any_weight_;
  GivenFeatures given_;
};

}  // namespace

GivenFeatures given_features(const dom::element& value, bool any_weight) {
  Reader reader(any_weight);
  dom::array list;
  dom::object map;
  if (value.get(list) == simdjson::SUCCESS) {
    for (const dom::element item : list) {
      if (!reader.add_item(item)) break;
    }
  } else if (value.get(map) == simdjson::SUCCESS) {
    for (const dom::key_value_pair pair : map) {
      if (!reader.add(pair.key, pair.value)) break;
    }
  } else {
    reader.refuse("the features are neither a list nor a map");
  }
  return reader.take();
}

}  // namespace facsim
