// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/facts_bytes.h"

#include <utility>
#include <variant>

#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/store/row_bytes.h"

namespace facsim {
namespace {

constexpr char kFormat = 2;

[[noreturn]] void refuse(const std::string& why) {
  throw Error{ErrorCode::invalid_argument, "these are no facts of a page: " + why};
}

// Refuses facts that an analyzer never produces. Rows on the disk are trusted, other bytes are not.
void require_possible(const StoredPage& page, const Recipe& recipe) {
  const PageFacts& facts = page.facts;
  const bool has_figures = facts.has_fingerprint || facts.has_layout || !page.anchors.empty();
  if (!facts.has_text && has_figures) refuse("figures of a page without a text");
  if (page.representative != 0 || page.crawl != 0) refuse("a page that stands in a store");
  const std::size_t anchors_max = recipe.anchors.has_any() ? facts.units : 0;
  if (page.anchors.size() > anchors_max) refuse("more anchors than such a page can have");
  if (page.id.size() > limits::kLabelBytesMax || page.url.size() > limits::kLabelBytesMax) {
    refuse("an id or URL of more than " + std::to_string(limits::kLabelBytesMax) + " bytes");
  }
}

}  // namespace

std::string encode_facts(const StoredPage& page, RecipeId recipe) {
  RowBytesWriter bytes;
  bytes.put(kFormat);
  bytes.put(recipe);
  return bytes.take() + encode_row(page);
}

StoredPage decode_facts(std::string_view bytes, const Recipe& recipe, RecipeId id) {
  RowBytesReader head(bytes);
  const char format = head.take<char>();
  const auto theirs = head.take<RecipeId>();
  if (!head.is_sound()) refuse("too few bytes");
  if (format != kFormat)
    refuse("of format " + std::to_string(format) + ", not " + std::to_string(kFormat) +
           "; make them with this version of facsim");
  if (theirs != id) {
    throw Error{ErrorCode::invalid_argument, "facts by recipe " + hex(theirs) +
                                                 ", these pages are judged by '" + recipe.name +
                                                 "' (" + hex(id) + ")"};
  }
  try {
    auto content = decode_row(head.rest(), 0, {});
    if (auto* const page = std::get_if<StoredPage>(&content)) {
      require_possible(*page, recipe);
      return std::move(*page);
    }
  } catch (const Error& error) {
    if (error.code() == ErrorCode::invalid_argument) throw;
  }
  refuse("they are damaged");
}

}  // namespace facsim
