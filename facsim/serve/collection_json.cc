// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/collection_json.h"

#include <array>

#include "facsim/report/json_line.h"

namespace facsim {

namespace {

constexpr std::array kSavedKinds = {Kind::exact, Kind::content, Kind::layout, Kind::partial};

void add_settings(JsonLine& line, const SeenSettings& settings) {
  line.text("profile", settings.profile);
  line.text("recipe", settings.recipe);
  line.text("recipe_id", settings.recipe_id);
  line.number("max_distance", static_cast<std::uint64_t>(settings.max_distance));
  std::vector<std::string> kinds;
  for (const Kind kind : kSavedKinds) {
    if (settings.seen_kinds.has(kind)) kinds.emplace_back(name_of(kind));
  }
  line.texts("seen_kinds", kinds);
  line.boolean("names", settings.names);
  line.boolean("keep_history", settings.keep_history);
  JsonLine policy;
  policy.text("exact", name_of(settings.policy.exact));
  policy.text("content", name_of(settings.policy.content));
  policy.number("follow_first", settings.policy.follow_first);
  line.json("policy", std::move(policy).take());
}

}  // namespace

std::string collection_json(const Collection& collection) {
  const SeenFigures figures = collection.store.figures();
  JsonLine line;
  line.text("name", collection.name);
  add_settings(line, collection.store.settings());
  line.number("front_pages", figures.front_pages);
  line.number("front_bytes", figures.front_bytes);
  line.number("segments", figures.segments);
  line.number("sealed_pages", figures.sealed);
  line.number("last_row", figures.last_row);
  line.number("uncrawled_links", figures.uncrawled_links);
  line.text_or_null("failure", figures.failure);
  return std::move(line).take();
}

std::string collections_json(const Collections& collections) {
  std::string json = "[";
  for (const auto& collection : collections.all()) {
    json.append(json.size() > 1 ? "," : "").append(collection_json(*collection));
  }
  return json += ']';
}

}  // namespace facsim
