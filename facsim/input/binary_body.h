// SPDX-License-Identifier: Apache-2.0
#pragma once
// Is a body that was fetched as a page no text at all? One rule for archives and the service.

#include <string_view>

namespace facsim {

// Begins like an image, an archive, a PDF or a program, or is rich in NUL or other control bytes
// without being UTF-16. `charset`: of the media type, in lower case, or empty. Browsers pass over
// such bytes, so what says that it is HTML and begins so is a page all the same.
[[nodiscard]] bool is_binary_body(std::string_view charset, std::string_view bytes,
                                  bool says_html) noexcept;

}  // namespace facsim
