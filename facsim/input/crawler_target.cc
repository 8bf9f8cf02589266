// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/crawler_target_internal.h"

#include <algorithm>
#include <array>

#include "facsim/input/text_bits_internal.h"

namespace facsim {
namespace {

// Schemes of such targets, followed by anything.
constexpr std::array<std::string_view, 14> kSchemes = {
    "metadata",    // wget (metadata://gnu.org/...), pywb, Squidwarc
    "dns",         // Heritrix, and the next
    "whois",       //
    "screenshot",  // brozzler, warcprox, UK Web Archive, and the next
    "thumbnail",   //
    "onreadydom",  // UK Web Archive, and the next four
    "imagemap",    //
    "har",         //
    "pdf",         //
    "cookies",     //
    "youtube-dl",  // brozzler
    "x-wpull",     //
    "x-crocoite",  //
    "warcinfo"};
constexpr std::array<std::string_view, 17> kNames = {
    "text", "textfinal", "pageinfo", "thumbnail",     "thumbnailfinal",
    "view", "viewfinal", "fullpage", "fullpagefinal", "screenshot",
    "pdf",  "har",       "x-wpull",  "x-crocoite",    "qwarc",
    "dom",  "warcinfo"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) noexcept {
  return std::ranges::any_of(words, [&](auto known) { return equal_nocase(word, known); });
}

// Removes the word before a colon and returns it; empty without a colon.
std::string_view take_word(std::string_view& text) noexcept {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view word = text.substr(0, colon);
  text.remove_prefix(colon + 1);
  return word;
}

}  // namespace

bool is_crawler_target(std::string_view target) noexcept {
  const std::string_view scheme = take_word(target);
  if (!equal_nocase(scheme, "urn")) return is_one_of(scheme, kSchemes);
  return is_one_of(take_word(target), kNames) || starts_with_nocase(target, "http://") ||
         starts_with_nocase(target, "https://");
}

}  // namespace facsim
