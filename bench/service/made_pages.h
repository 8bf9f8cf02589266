// SPDX-License-Identifier: Apache-2.0
#pragma once
// Facts of any number of pages, made from the facts of a few real ones.
//
// A page has the counts, layout and title of a real page, and a random digest, fingerprint and
// sketch: millions of unrelated pages. One in five is a copy of an earlier page, of which one in
// four is exact; the others differ in 0 to 3 bits of the fingerprint and in 3 of 64 bins of the
// sketch (a resemblance near 0.95). All have different URLs and no id. Page n depends only on n:
// the functions are pure, and any thread may call them.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "facsim/model/recipe.h"
#include "facsim/seen/stored_page.h"

namespace facsim::bench {

class MadePages {
 public:
  // Made from the facts of real pages.
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

// Reads the real pages with a temporary store; `folder` is an empty place for it.
[[nodiscard]] MadePages made_pages(std::span<const std::string> bodies, const std::string& folder);

// Reads a file of bodies, each as its length (4 bytes, little-endian) and its bytes. Throws
// Error{io}.
[[nodiscard]] std::vector<std::string> read_bodies(const std::string& path);

}  // namespace facsim::bench
