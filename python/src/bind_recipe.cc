// SPDX-License-Identifier: Apache-2.0
// Recipes, which decide all bits.
#include <nanobind/stl/string.h>

#include <string>

#include "bind.h"
#include "facsim/model/recipe.h"
#include "facsim/ready_profile.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

nb::dict dict_of_profile(const ReadyProfile& judge) {
  const Recipe& recipe = judge.profile.recipe;
  nb::dict dict;
  dict["name"] = recipe.name;
  dict["id"] = hex(recipe.id());
  dict["fingerprint_id"] = hex(recipe.fingerprint_id());
  dict["sketch_id"] = hex(recipe.sketch_id());
  dict["bits"] = recipe.fingerprint.bits;
  dict["toml"] = to_toml(recipe);
  return dict;
}

}  // namespace

void bind_recipe(nb::module_& module) {
  module.def("recipe_of", &dict_of_profile, nb::arg("judge"));
  // Returns the named profile with another recipe and its tables.
  module.def(
      "judge_by",
      [](const std::string& profile, const ReadyProfile& recipe) {
        return ReadyProfile{.profile =
                                [&] {
                                  Profile named = profile_named(profile);
                                  named.recipe = recipe.profile.recipe;
                                  return named;
                                }(),
                            .tables = recipe.tables};
      },
      nb::arg("profile"), nb::arg("recipe"));
  module.def("named_recipes", [] {
    nb::dict dict;
    for (const NamedRecipe& each : named_recipes()) {
      dict[std::string(each.name).c_str()] = std::string(each.about);
    }
    return dict;
  });
}

}  // namespace facsim::python
