// SPDX-License-Identifier: Apache-2.0
// The values of the Python package simhash, by the recipes that produce them.
#include <nanobind/stl/string.h>

#include <string>

#include "bind.h"
#include "facsim/analyze.h"
#include "texts.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

ReadyProfile judge_of(std::uint32_t bits, bool of_features) {
  ReadyProfile judge;
  Recipe& recipe = judge.profile.recipe;
  recipe = recipe_named("python-simhash");
  recipe.fingerprint.bits = bits;
  if (of_features) {
    recipe.units = {};
    recipe.units.kind = UnitKind::given;
    recipe.units.field = "features";
  }
  return judge;
}

// Only one thread at a time.
class SimhashMaker {
 public:
  explicit SimhashMaker(std::uint32_t bits)
      : texts_(judge_of(bits, false), kFigures), features_(judge_of(bits, true), kFigures) {}

  [[nodiscard]] nb::int_ of_text(nb::handle text) {
    return number(texts_.analyze(*text_of(text, 0)));
  }
  // Items are (str, weight, true if the weight is whole).
  [[nodiscard]] nb::int_ of_features(nb::handle items) {
    page_.given.clear();
    for (const nb::handle item : items) {
      GivenFeature& feature = page_.given.emplace_back();
      feature.text = *text_of(item[0], page_.given.size() - 1);
      feature.weight = nb::cast<double>(item[1]);
      feature.is_whole = nb::cast<bool>(item[2]);
    }
    return number(features_.analyze(page_));
  }

 private:
  // Only the fingerprint.
  static constexpr Figures kFigures = {
      .visible_fingerprint = false, .sketch = false, .digest = false, .units = false};

  static nb::int_ number(const PageAnalysis& analysis) {
    const WideFingerprint value = analysis.fingerprint.value_or(WideFingerprint{});
    const nb::int_ low(value.low);
    if (value.high == 0) return low;
    return nb::int_((nb::int_(value.high) << nb::int_(64)) | low);
  }

  Analyzer texts_;
  Analyzer features_;
  Page page_;
};

}  // namespace

void bind_simhash(nb::module_& module) {
  nb::class_<SimhashMaker>(module, "SimhashMaker")
      .def(nb::init<std::uint32_t>(), nb::arg("bits"))
      .def("of_text", &SimhashMaker::of_text, nb::arg("text"))
      .def("of_features", &SimhashMaker::of_features, nb::arg("items"));
}

}  // namespace facsim::python
