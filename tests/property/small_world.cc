// SPDX-License-Identifier: Apache-2.0
#include "tests/property/small_world.h"

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string_view>

namespace facsim::property {
namespace {

using Words = std::vector<std::string>;
using Draw = std::mt19937_64;

std::size_t below(Draw& draw, std::size_t count) { return draw() % count; }

std::string some_word(Draw& draw) { return "word" + std::to_string(below(draw, 3000)); }

Words some_words(Draw& draw, std::size_t count) {
  Words words(count);
  for (std::string& word : words) word = some_word(draw);
  return words;
}

Words edited(Words words, Draw& draw, std::size_t edits) {
  for (; edits > 0; --edits) words[below(draw, words.size())] = some_word(draw);
  return words;
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += word + ' ';
  return text;
}

// Makes versions of one text, so that most of them are candidates of one another.
std::vector<Words> versions(Draw& draw) {
  std::vector<Words> all = {some_words(draw, 60 + below(draw, 90))};
  const std::size_t count = 3 + below(draw, 5);
  while (all.size() < count) {
    const Words& old = below(draw, 2) == 0 ? all.back() : all[below(draw, all.size())];
    Words words = old;
    switch (below(draw, 6)) {
      case 0: {
        const Words more = some_words(draw, 10 + below(draw, 80));
        words.insert(words.end(), more.begin(), more.end());
        break;
      }
      case 1:
        words.resize(std::max<std::size_t>(words.size() * (4 + below(draw, 6)) / 10, 30));
        break;
      default:
        words = edited(words, draw, 1 + below(draw, 1 + words.size() / 50));
    }
    all.push_back(std::move(words));
  }
  return all;
}

Page page_with(const std::string& text, Draw& draw) {
  Page page{.bytes = text};
  const std::size_t markup = below(draw, 6);
  if (markup < 2) {
    page.format = PageFormat::html;
    const std::string title = "Title " + std::to_string(below(draw, 2));
    const std::string_view element = markup == 0 ? "p" : "li";
    page.bytes = "<html><head><title>" + title + "</title></head><body>";
    const std::size_t parts = markup == 0 ? 1 : 4;
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t from = text.size() * part / parts;
      const std::size_t to = text.size() * (part + 1) / parts;
      page.bytes += '<' + std::string(element) + '>' + text.substr(from, to - from) + "</" +
                    std::string(element) + '>';
    }
    page.bytes += "</body></html>";
  }
  return page;
}

std::string named(const SmallWorld& world, const std::vector<std::size_t>& pages) {
  std::string line;
  for (const std::size_t page : pages) {
    const Page& each = world.pages[page];
    line += " page " + std::to_string(page) + " (" + each.id + ' ' + each.url + ")";
  }
  return line;
}

}  // namespace

SmallWorld small_world(std::uint64_t seed) {
  Draw draw(seed);
  SmallWorld world{.hosts = {"a.example", "b.example"}};
  std::vector<Page> contents;
  const std::size_t families = 1 + below(draw, 2);
  for (std::size_t family = 0; family < families; ++family) {
    for (const Words& words : versions(draw)) {
      contents.push_back(page_with(joined(words), draw));
      if (below(draw, 4) == 0) contents.push_back(page_with(joined(words), draw));
    }
  }
  const std::string stub = joined(some_words(draw, 7));
  contents.push_back(Page{.bytes = stub});
  if (below(draw, 2) == 0) contents.push_back(page_with(stub, draw));
  if (below(draw, 4) == 0) contents.push_back(Page{});
  if (below(draw, 3) == 0) {
    contents.push_back(contents.front());
    contents.back().status = 404;
  }
  std::vector<std::string> ids = {"id0"};
  std::vector<std::string> urls = {"http://a.example/0"};
  for (std::size_t more = 1 + below(draw, 7); more > 0; --more) {
    ids.push_back("id" + std::to_string(ids.size()));
    urls.push_back("http://" + world.hosts[below(draw, 2)] + "/" + std::to_string(urls.size()));
  }
  world.names = ids;
  world.names.insert(world.names.end(), urls.begin(), urls.end());
  // One name more, so that pages without a name are rare.
  ids.emplace_back();
  urls.emplace_back();
  for (std::size_t i = 0; i < 2 * contents.size() + 5; ++i) {
    Page page = contents[below(draw, contents.size())];
    const std::size_t name = below(draw, ids.size());
    page.id = ids[name];
    page.url = urls[below(draw, 2) == 0 ? name : below(draw, urls.size())];
    world.pages.push_back(std::move(page));
  }
  world.keeps_history = below(draw, 5) == 0;
  world.asks_names = below(draw, 4) != 0;
  const std::size_t kinds = below(draw, 8);
  if (kinds == 0) world.seen_kinds = {Kind::exact};
  if (kinds == 1) world.seen_kinds = {Kind::exact, Kind::content, Kind::layout, Kind::partial};
  return world;
}

std::vector<Step> history(const SmallWorld& world, std::uint64_t seed, std::size_t steps) {
  // Shares in percent; the rest adds.
  constexpr std::array<std::pair<Do, std::size_t>, 12> kShares = {{{Do::check, 10},
                                                                   {Do::add_twice, 4},
                                                                   {Do::erase, 10},
                                                                   {Do::erase_number, 3},
                                                                   {Do::erase_filter, 2},
                                                                   {Do::commit, 7},
                                                                   {Do::cancel, 3},
                                                                   {Do::seal, 6},
                                                                   {Do::reopen, 3},
                                                                   {Do::make_index_again, 1},
                                                                   {Do::wait, 3},
                                                                   {Do::compare, 5}}};
  const std::array<std::string, 3> crawls = {"may", "june", ""};
  Draw draw(seed + 0x9e3779b97f4a7c15U);
  std::vector<Step> all;
  while (all.size() < steps) {
    Step step{.what = Do::add};
    std::size_t at = below(draw, 100);
    for (const auto& [what, share] : kShares) {
      if (at < share) {
        step.what = what;
        break;
      }
      at -= share;
    }
    step.crawl = crawls[below(draw, 3)];
    std::set<std::pair<std::string, std::string>> taken;
    for (std::size_t left = below(draw, 5) == 0 ? 2 + below(draw, 3) : 1; left > 0; --left) {
      const std::size_t page = below(draw, world.pages.size());
      if (!taken.emplace(world.pages[page].id, world.pages[page].url).second) continue;
      step.pages.push_back(page);
    }
    for (std::size_t left = below(draw, 4) == 0 ? 2 : 1; left > 0; --left) {
      step.names.push_back(world.names[below(draw, world.names.size())]);
    }
    step.hours = static_cast<std::int64_t>(below(draw, 30));
    if (step.what == Do::erase_filter) {
      step.by_last_seen = below(draw, 2) == 0;
      if (below(draw, 2) == 0) step.host = world.hosts[below(draw, world.hosts.size())];
      if (step.host.empty() && step.crawl.empty() && step.hours == 0) step.hours = 1;
    }
    const bool ends_crawl = step.what == Do::commit || step.what == Do::cancel;
    if (ends_crawl && step.crawl.empty()) step.crawl = crawls.front();
    all.push_back(std::move(step));
  }
  all.push_back({.what = Do::compare});
  return all;
}

std::string Step::line(const SmallWorld& world) const {
  const std::string as = crawl.empty() ? "" : " crawl " + crawl;
  std::string by_names;
  for (const std::string& name : names) by_names += ' ' + name;
  switch (what) {
    case Do::check:
      return "check" + as + named(world, pages);
    case Do::add:
      return "add" + as + named(world, pages);
    case Do::add_twice:
      return "add twice" + as + named(world, pages);
    case Do::erase:
      return "erase" + by_names;
    case Do::erase_number:
      return "erase the number of" + by_names;
    case Do::erase_filter:
      return "erase host '" + host + "'" + as + " before " + std::to_string(hours) + " hours" +
             (by_last_seen ? " by last seen" : "");
    case Do::commit:
      return "commit" + as;
    case Do::cancel:
      return "cancel" + as;
    case Do::seal:
      return "seal";
    case Do::reopen:
      return "reopen";
    case Do::make_index_again:
      return "reopen with a new index";
    case Do::wait:
      return "wait " + std::to_string(hours) + " hours";
    case Do::compare:
      return "compare";
  }
  return {};
}

}  // namespace facsim::property
