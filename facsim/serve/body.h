// SPDX-License-Identifier: Apache-2.0
#pragma once
// The body of a request: unpacked, and of which media type it is.

#include <string>
#include <string_view>

#include "facsim/serve/body_budget.h"
#include "facsim/serve/http_message.h"

namespace facsim {

struct BodyType {
  std::string name;     // lower case: "text/html"
  std::string charset;  // of its parameter, or empty
};
[[nodiscard]] BodyType body_type_of(std::string_view content_type);

// A view into the request, or into what was unpacked. Must not outlive the request.
class Body {
 public:
  // Throws Refused: 415 for an encoding other than gzip, zstd and identity, 400 where it is
  // damaged, 413 where more than `bytes_max` come out, 429 where `budget` has no room.
  Body(const HttpRequest& request, BodyBudget& budget, std::size_t bytes_max);
  [[nodiscard]] std::string_view bytes() const noexcept { return view_; }

 private:
  BodyBudget::Share share_;
  std::string unpacked_;
  std::string_view view_;
};

}  // namespace facsim
