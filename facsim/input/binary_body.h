// SPDX-License-Identifier: Apache-2.0
#pragma once
// Detects bodies that were fetched as pages but are not text. One rule for archives and the
// service.

#include <string_view>

namespace facsim {

// True if the body begins like an image, an archive, a PDF or a program, or has many NUL or other
// control bytes without being UTF-16. `charset`: of the media type, in lower case, or empty; false
// if it is UTF-16 or UTF-32. Browsers skip NUL bytes, so a body that is stated to be HTML and
// begins as HTML without them is a page all the same.
[[nodiscard]] bool is_binary_body(std::string_view charset, std::string_view bytes,
                                  bool says_html) noexcept;

}  // namespace facsim
