// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which classes and ids name an extra: something beside the content, by the words authors use.

#include <string_view>

namespace facsim {

// Words end where letters do and where a capital follows a small letter: "cookie-banner",
// "relatedPosts", "sidebar_left". Cost: some 5 ns a character.
[[nodiscard]] bool class_names_extra(std::string_view class_attribute) noexcept;
// Only ids of one or two words count: longer ones are often made out of headings.
[[nodiscard]] bool id_names_extra(std::string_view id) noexcept;

}  // namespace facsim
