// SPDX-License-Identifier: Apache-2.0
#pragma once
// Facts of as many pages as one likes, made of the facts of a few real ones.
//
// A page has the counts, layout and title of some real page, and a digest, fingerprint and sketch
// drawn at random: millions of strangers. One in five is a copy of an earlier page, of which one in
// four is exact; the others differ in 0 to 3 bits of the fingerprint and in 3 of 64 bins of the
// sketch (a resemblance near .95). All have URLs of their own and no id. Page n is a function of n:
// pure, callable from any thread.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "facsim/model/recipe.h"
#include "facsim/seen/stored_page.h"

namespace facsim::bench {

class MadePages {
 public:
  // From the facts of real pages.
  MadePages(std::vector<StoredPage> templates, RecipeId recipe);

  [[nodiscard]] StoredPage page(std::uint64_t number) const;
  [[nodiscard]] static bool is_copy(std::uint64_t number) noexcept;
  // The lines of a batch of fingerprints:check.
  [[nodiscard]] std::string lines(std::uint64_t from, std::uint64_t count) const;

 private:
  [[nodiscard]] StoredPage original(std::uint64_t number) const;

  std::vector<StoredPage> templates_;
  RecipeId recipe_;
};

// Reads the real pages with a store that is thrown away; `folder` is an empty place for it.
[[nodiscard]] MadePages made_pages(std::span<const std::string> bodies, const std::string& folder);

// A file of bodies: of each its length (4 bytes, little-endian), then its bytes. Throws Error{io}.
[[nodiscard]] std::vector<std::string> read_bodies(const std::string& path);

}  // namespace facsim::bench
