// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/uncrawled_json.h"

#include "facsim/report/json_line.h"

namespace facsim {
namespace {

void add_counts(JsonLine& line, const Uncrawled& counts) {
  line.number("links", counts.links);
  line.number("links_by_rules", counts.links_by_rules);
  line.number("mirror_links", counts.mirror_links);
  line.number("mirror_links_back", counts.mirror_links_back);
}

}  // namespace

std::string uncrawled_json(const UncrawledFigures& figures) {
  std::string places = "[";
  for (const Uncrawled& each : figures.top) {
    JsonLine line;
    line.text_or_null("place", each.place);
    add_counts(line, each);
    places.append(places.size() > 1 ? "," : "").append(std::move(line).take());
  }
  JsonLine line;
  add_counts(line, figures.all);
  line.number("mirrors", figures.mirrors);
  line.number("places_in_all", figures.places);
  line.json("places", places + ']');
  return std::move(line).take();
}

}  // namespace facsim
