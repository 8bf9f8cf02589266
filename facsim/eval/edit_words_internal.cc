// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/edit_words_internal.h"

#include <algorithm>
#include <array>

#include "facsim/base/hash64.h"
#include "facsim/eval/editable_page.h"
#include "facsim/features/units.h"

namespace facsim {
namespace {

constexpr std::size_t kWordsFewest = 8;  // if the partner has fewer, invented words are added

char lower_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Returns a pronounceable word in lower case: three to five syllables.
std::string made_up_word(std::uint64_t draw) {
  constexpr std::string_view kConsonants = "bdfgklmnprstvz";
  constexpr std::string_view kVowels = "aeiou";
  std::string word;
  const std::uint64_t syllables = 3 + draw % 3;
  for (std::uint64_t i = 0; i < syllables; ++i) {
    const std::uint64_t bits = combine(draw, i);
    word += kConsonants[bits % kConsonants.size()];
    word += kVowels[(bits >> 32) % kVowels.size()];
  }
  return word;
}

std::string made_up_ideograph(std::uint64_t draw) {
  const auto code = static_cast<std::uint32_t>(0x4e00 + draw % 20000);
  return {static_cast<char>(0xe0U | code >> 12), static_cast<char>(0x80U | (code >> 6 & 0x3fU)),
          static_cast<char>(0x80U | (code & 0x3fU))};
}

// Returns the position of the first tag of this name at or after `from`, in upper or lower case;
// npos if there is none.
std::size_t find_tag(std::string_view html, std::string_view name, std::size_t from) {
  for (std::size_t at = html.find('<', from); at != std::string_view::npos;
       at = html.find('<', at + 1)) {
    const std::string_view rest = html.substr(at + 1);
    if (rest.size() <= name.size()) return std::string_view::npos;
    const bool same = std::equal(name.begin(), name.end(), rest.begin(),
                                 [](char a, char b) { return a == lower_letter(b); });
    const char behind = rest[name.size()];
    if (same && (behind == '>' || behind == ' ' || behind == '/' || behind == '\n' ||
                 behind == '\t' || behind == '\r')) {
      return at;
    }
  }
  return std::string_view::npos;
}

// Returns the position after the '>' of the tag that begins at `at`; a '>' in quotes does not
// count.
std::size_t tag_end(std::string_view html, std::size_t at) {
  char quote = 0;
  for (; at < html.size(); ++at) {
    const char c = html[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at + 1;
    }
  }
  return html.size();
}

struct Body {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Returns the part between <body> and </body>; everything if they are missing.
Body body_of(std::string_view html) {
  Body body{0, html.size()};
  const std::size_t open = find_tag(html, "body", 0);
  if (open != std::string_view::npos) body.begin = tag_end(html, open);
  const std::size_t close = find_tag(html, "/body", body.begin);
  if (close != std::string_view::npos) body.end = close;
  return body;
}

std::string menu_of(const EditWords& words, std::uint64_t draw, const char* name) {
  std::string menu = std::string("<nav class=\"") + name + "\"><ul>";
  for (std::uint64_t i = 0; i < 8; ++i) {
    const std::string number = std::to_string(i);
    menu += "<li class=\"" + std::string(name) + "-item\"><a href=\"/section-" + number + "\">" +
            words.fresh(false, combine(draw, i)) + "</a></li>";
  }
  return menu + "</ul></nav>";
}

}  // namespace

EditWords::EditWords(const EditablePage& page, const EditablePage* partner) {
  std::size_t alone = 0;
  own_.insert(page.hashes.begin(), page.hashes.end());
  for (const EditSlot& slot : page.slots) alone += slot.alone ? 1 : 0;
  mostly_alone_ = alone * 2 > page.slots.size();
  std::unordered_set<std::uint64_t> seen;
  if (partner != nullptr) {
    for (const EditSlot& slot : partner->slots) {
      if (own_.contains(slot.hash) || !seen.insert(slot.hash).second) continue;
      (slot.alone ? alone_ : words_)
          .emplace_back(partner->source, slot.begin, slot.end - slot.begin);
    }
  }
  for (std::uint64_t draw = 0; words_.size() < kWordsFewest; ++draw) {
    std::string word = made_up_word(mix64(draw + 1));
    if (!own_.contains(hash64(word))) words_.push_back(std::move(word));
  }
  for (std::uint64_t draw = 0; alone_.size() < kWordsFewest; ++draw) {
    std::string word = made_up_ideograph(mix64(draw + 1));
    if (!own_.contains(hash64(word))) alone_.push_back(std::move(word));
  }
}

std::string EditWords::fresh(bool alone, std::uint64_t draw) const {
  const std::vector<std::string>& pool = alone ? alone_ : words_;
  return pool[mix64(draw) % pool.size()];
}

std::string EditWords::passage(std::size_t count, std::uint64_t draw) const {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ' ';
    text += fresh(mostly_alone_, combine(draw, i));
  }
  return text;
}

std::string EditWords::number(std::size_t digits, std::uint64_t draw) const {
  std::string text;
  for (std::uint64_t attempt = 0; attempt < 16; ++attempt) {
    text.clear();
    for (std::size_t i = 0; i < digits; ++i) {
      const std::uint64_t bits = combine(combine(draw, attempt), i);
      text += static_cast<char>(i == 0 ? '1' + bits % 9 : '0' + bits % 10);
    }
    if (!own_.contains(hash64(text))) break;
  }
  return text;
}

// A unit that is a single character beyond ASCII may stand alone. It does if two of them in a row
// are two units. Other units are ASCII or longer.
bool stands_alone(std::string_view unit) {
  if (unit.empty() || static_cast<unsigned char>(unit.front()) < 0x80U) return false;
  const std::string twice = std::string(unit) + std::string(unit);
  return split_units(twice).size() == 2;
}

std::vector<std::pair<std::size_t, std::size_t>> text_segments(std::string_view html) {
  constexpr std::array<std::string_view, 6> kSilent = {"script",   "style",    "title",
                                                       "noscript", "template", "textarea"};
  std::vector<std::pair<std::size_t, std::size_t>> segments;
  for (std::size_t at = body_of(html).begin; at < html.size();) {
    const std::size_t open = std::min(html.find('<', at), html.size());
    if (open > at) segments.emplace_back(at, open);
    if (open == html.size()) break;
    if (html.substr(open).starts_with("<!--")) {
      const std::size_t close = html.find("-->", open + 4);
      at = close == std::string_view::npos ? html.size() : close + 3;
      continue;
    }
    at = tag_end(html, open);
    for (const std::string_view name : kSilent) {
      if (find_tag(html.substr(0, at), name, open) != open) continue;
      at = std::min(find_tag(html, "/" + std::string(name), at), html.size());
    }
  }
  return segments;
}

std::string with_other_menu(const std::string& html, const EditWords& words, std::uint64_t draw) {
  const std::string menu = menu_of(words, draw, "quick-links");
  const std::size_t open = find_tag(html, "nav", 0);
  const std::size_t close =
      open == std::string::npos ? std::string::npos : find_tag(html, "/nav", open);
  if (close != std::string::npos) {
    return html.substr(0, open) + menu + html.substr(tag_end(html, close));
  }
  const std::size_t begin = body_of(html).begin;
  return html.substr(0, begin) + menu + html.substr(begin);
}

std::string in_other_template(const std::string& html, const EditWords& words, std::uint64_t draw) {
  const Body body = body_of(html);
  std::string page = "<!doctype html><html><head><meta charset=\"utf-8\"><title>" +
                     words.fresh(false, draw) + "</title></head><body class=\"tpl-page\">" +
                     "<header class=\"tpl-head\"><a class=\"tpl-logo\" href=\"/\">" +
                     words.fresh(false, draw + 1) + "</a></header>" +
                     menu_of(words, draw + 2, "tpl-menu") + "<div class=\"tpl-content\">";
  page.append(html, body.begin, body.end - body.begin);
  return page + "</div><aside class=\"tpl-side\">" + menu_of(words, draw + 3, "tpl-more") +
         "</aside><footer class=\"tpl-foot\"><a href=\"/legal\">" + words.fresh(false, draw + 4) +
         "</a></footer></body></html>";
}

std::optional<std::string> embedded_in(const std::string& html, const std::string& host) {
  const Body body = body_of(html);
  const Body around = body_of(host);
  const std::size_t middle = around.begin + (around.end - around.begin) / 2;
  std::size_t at = find_tag(host, "p", middle);
  if (at == std::string::npos || at > around.end) at = find_tag(host, "p", around.begin);
  if (at == std::string::npos || at > around.end) return std::nullopt;
  return host.substr(0, at) + "<div class=\"embedded\">" +
         html.substr(body.begin, body.end - body.begin) + "</div>" + host.substr(at);
}

}  // namespace facsim
