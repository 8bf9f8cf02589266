// SPDX-License-Identifier: Apache-2.0
#include "apps/serve_demo.h"

#include <string_view>

namespace facsim {
namespace {

constexpr std::string_view kFerry =
    "The harbour office has published the winter timetable of the island ferry. From the first of "
    "December the boat leaves the mainland at seven, at noon and at six in the evening, and "
    "returns one hour later each time. Bicycles travel free of charge, while cars need a ticket "
    "that must be booked at least one day ahead. In heavy weather the evening crossing may be "
    "cancelled, which the office announces on the notice board beside the pier before four.";
constexpr std::string_view kBread =
    "A good rye bread needs little more than flour, water, salt and time. Mix the sourdough in "
    "the evening with half of the flour and leave it near the stove until the morning. Then add "
    "the rest, knead for ten minutes, and let the loaf rise under a cloth for two hours. Bake it "
    "hot for a quarter of an hour and slowly for fifty minutes more, until a knock on its bottom "
    "sounds hollow.";
constexpr std::string_view kBridge =
    "The old stone bridge over the mill stream will be closed for repairs through the whole of "
    "March. Walkers can use the wooden footbridge by the school, and the bus takes the road past "
    "the quarry, which makes its journey some twelve minutes longer. The council expects that the "
    "work on the two middle arches costs less than was set aside for it last year.";

Page demo_page(std::string id, std::string url, std::string_view text) {
  Page page;
  page.id = std::move(id);
  page.url = std::move(url);
  page.bytes = std::string(text);
  page.is_unicode = true;
  return page;
}

}  // namespace

std::vector<Page> demo_pages() {
  return {demo_page("ferry", "https://example.org/ferry", kFerry),
          demo_page("bread", "https://example.org/bread", kBread),
          demo_page("bridge", "https://example.org/bridge", kBridge)};
}

std::string demo_commands(const std::string& address, std::uint16_t port) {
  const bool is_v6 = address.find(':') != std::string::npos;
  const std::string base = "http://" + (is_v6 ? "[" + address + "]" : address) + ":" +
                           std::to_string(port) + "/v1/collections/default/";
  std::string copy(kFerry);
  constexpr std::string_view kWord = "winter";
  copy.replace(copy.find(kWord), kWord.size(), "summer");
  const std::string ask = "curl -s -H 'Content-Type: ";
  return ask + "application/json' -d '{\"id\":\"ferry-2\",\"text\":\"" + copy + "\"}' '" + base +
         "check'\n" + ask +
         "text/html' -d '<title>Seals</title><p>Forty grey seals were counted on the sandbank in "
         "front of the lighthouse this week, among them eleven pups that were born since the "
         "beginning of the month.' '" +
         base + "check?add=true&url=https://example.org/seals'\n" + "curl -s '" + base +
         "documents/ferry'\n";
}

}  // namespace facsim
