// SPDX-License-Identifier: Apache-2.0
#include "bench/service/made_pages.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/ready_profile.h"
#include "facsim/seen.h"
#include "facsim/seen/facts_bytes.h"

namespace facsim::bench {
namespace {

constexpr std::uint64_t kCopyEvery = 5;
constexpr std::uint64_t kExactEvery = 4;
constexpr int kBinsChanged = 3;
constexpr std::uint64_t kHosts = 20'000;
constexpr std::size_t kTemplatesMax = 2'000;

// A separate stream of random numbers for each purpose.
std::uint64_t drawn(std::uint64_t number, std::uint64_t purpose) noexcept {
  return mix64(combine(mix64(number + 1), purpose));
}

void fill(Sketch& sketch, std::uint64_t number, std::uint64_t purpose) noexcept {
  for (std::size_t at = 0; at < Sketch::kBins; at += sizeof(std::uint64_t)) {
    const std::uint64_t word = drawn(number, purpose + at);
    std::memcpy(sketch.bins.data() + at, &word, sizeof word);
  }
}

std::string url_of(std::uint64_t number) {
  const std::uint64_t host = drawn(number, 900) % kHosts;
  return "https://www.site-" + std::to_string(host) + ".example/articles/" +
         std::to_string(drawn(number, 901) % 100'000) + "/page-" + std::to_string(number);
}

// Standard base64 with padding, in which the service takes facts.
void append_base64(std::string& text, std::string_view bytes) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t left = bytes.size() - at;
    const auto byte = [&](std::size_t i) {
      return i < left ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) : 0U;
    };
    const std::uint32_t bits = byte(0) << 16U | byte(1) << 8U | byte(2);
    text += kLetters[bits >> 18U];
    text += kLetters[bits >> 12U & 63U];
    text += left > 1 ? kLetters[bits >> 6U & 63U] : '=';
    text += left > 2 ? kLetters[bits & 63U] : '=';
  }
}

}  // namespace

MadePages::MadePages(std::vector<StoredPage> templates, RecipeId recipe)
    : templates_(std::move(templates)), recipe_(recipe) {}

bool MadePages::is_copy(std::uint64_t number) noexcept {
  return number > kCopyEvery && drawn(number, 1) % kCopyEvery == 0;
}

StoredPage MadePages::original(std::uint64_t number) const {
  StoredPage page = templates_[static_cast<std::size_t>(drawn(number, 2) % templates_.size())];
  PageFacts& facts = page.facts;
  facts.digest = {drawn(number, 3), drawn(number, 4)};
  facts.fingerprint = drawn(number, 5);
  fill(facts.sketch, number, 100);
  if (facts.witness.title != 0) facts.witness.title = drawn(number, 6);
  if (facts.witness.has_text) fill(facts.witness.text, number, 200);
  return page;
}

StoredPage MadePages::page(std::uint64_t number) const {
  std::uint64_t first = number;
  while (is_copy(first)) first = drawn(first, 7) % first;
  StoredPage page = original(first);
  page.url = url_of(number);
  PageFacts& facts = page.facts;
  if (facts.witness.site != 0) {
    facts.witness.site = drawn(drawn(number, 900) % kHosts, 8);
    facts.witness.url = drawn(number, 9);
  }
  if (first == number || drawn(number, 10) % kExactEvery == 0) return page;
  facts.digest = {drawn(number, 3), drawn(number, 4)};
  const std::uint64_t bits = drawn(number, 11) % 4;
  for (std::uint64_t i = 0; i < bits; ++i) {
    facts.fingerprint ^= std::uint64_t{1} << drawn(number, 12 + i) % 64;
  }
  for (int i = 0; i < kBinsChanged; ++i) {
    const std::uint64_t word = drawn(number, 20 + static_cast<std::uint64_t>(i));
    facts.sketch.bins[word % Sketch::kBins] = static_cast<std::uint8_t>(word >> 32U);
  }
  return page;
}

std::string MadePages::lines(std::uint64_t from, std::uint64_t count) const {
  constexpr std::size_t kLineBytes = 560;
  std::string text;
  text.reserve(static_cast<std::size_t>(count) * kLineBytes);
  for (std::uint64_t i = 0; i < count; ++i) {
    text += "{\"facts\":\"";
    append_base64(text, encode_facts(page(from + i), recipe_));
    text += "\"}\n";
  }
  return text;
}

MadePages made_pages(std::span<const std::string> bodies, const std::string& folder) {
  SeenStore store = SeenStore::open(folder, {.durability = Durability::none});
  const Recipe recipe = ready_profile().profile.recipe;
  std::vector<StoredPage> templates;
  for (const std::string& body : bodies.first(std::min(bodies.size(), kTemplatesMax))) {
    Page page;
    page.format = PageFormat::html;
    page.bytes = body;
    page.url = "https://www.example.org/page";
    StoredPage known = decode_facts(store.facts(page), recipe, recipe.id());
    if (known.facts.has_fingerprint) templates.push_back(std::move(known));
  }
  if (templates.empty()) throw Error{ErrorCode::invalid_argument, "none of the pages has a text"};
  return {std::move(templates), recipe.id()};
}

std::vector<std::string> read_bodies(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error{ErrorCode::io, "cannot be read", path};
  std::vector<std::string> bodies;
  std::uint32_t bytes = 0;
  while (file.read(reinterpret_cast<char*>(&bytes), sizeof bytes)) {
    std::string& body = bodies.emplace_back(bytes, '\0');
    if (!file.read(body.data(), bytes)) throw Error{ErrorCode::io, "ends within a body", path};
  }
  if (bodies.empty()) throw Error{ErrorCode::io, "has no bodies", path};
  return bodies;
}

}  // namespace facsim::bench
