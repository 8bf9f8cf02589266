// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which classes and ids name an extra: something beside the content, by the words authors use.

#include <cstdint>
#include <string_view>

namespace facsim {

enum class Hint : std::uint8_t {
  none,
  extra,  // sidebar, share buttons, related pages: pages are built of such words, so they may err
  popup,  // an extra too, that lies over the page
  comments,  // of readers
  frame,     // footer, navigation, copyright: content only where they are most of a page
  notice,    // cookie banner: never content, however long
};

// Words end where letters do and where a capital follows a small letter: "cookie-banner",
// "relatedPosts", "sidebar_left". Of several hints the last of the list above counts. Classes that
// sort or style the content (category-*, tag-*, has-*, those of page builders) are no hint.
// Cost: some 5 ns a character.
[[nodiscard]] Hint hint_of_class(std::string_view class_attribute) noexcept;
// Only ids of one or two words count: longer ones are often made out of headings.
[[nodiscard]] Hint hint_of_id(std::string_view id) noexcept;

}  // namespace facsim
