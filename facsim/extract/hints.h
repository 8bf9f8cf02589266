// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the classes and ids that name an extra, something beside the content, by the words that
// authors use.

#include <cstdint>
#include <string_view>

namespace facsim {

enum class Hint : std::uint8_t {
  none,
  extra,  // sidebar, share buttons, related pages: such words name content too, so the hint may be
          // wrong
  popup,  // an extra that lies over the page
  comments,  // by readers
  frame,     // footer, navigation, copyright: content only if they are most of a page
  notice,    // cookie banner: never content, however long
};

// Words end at the end of a run of letters and before a capital that follows a small letter:
// "cookie-banner", "relatedPosts", "sidebar_left". If there are several hints, the last one in the
// list above counts. Classes that sort or style the content (category-*, tag-*, has-*, those of
// page builders) are not hints. Cost: about 5 ns per character.
[[nodiscard]] Hint hint_of_class(std::string_view class_attribute) noexcept;
// Only ids of one or two words count: longer ones are often generated from headings.
[[nodiscard]] Hint hint_of_id(std::string_view id) noexcept;

}  // namespace facsim
