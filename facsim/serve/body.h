// SPDX-License-Identifier: Apache-2.0
#pragma once
// The body of a request, decompressed, and its media type.

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "facsim/serve/body_budget.h"
#include "facsim/serve/http_message.h"

namespace facsim {

struct BodyType {
  std::string name;     // lower case: "text/html"
  std::string charset;  // the parameter, or empty
};
[[nodiscard]] BodyType body_type_of(std::string_view content_type);

// A view into the request, or into the decompressed bytes. Must not outlive the request.
class Body {
 public:
  // Takes from the budget as it decompresses. Throws Refused: 415 for an encoding other than gzip,
  // zstd and identity, 400 if it is damaged, 413 if it exceeds `bytes_max` or what `budget` has for
  // one request, 429 if others hold that part of the budget now.
  Body(const HttpRequest& request, BodyBudget& budget, std::size_t bytes_max);
  [[nodiscard]] std::string_view bytes() const noexcept { return view_; }

 private:
  struct Free {
    void operator()(char* bytes) const noexcept { std::free(bytes); }  // NOLINT: of realloc()
  };

  [[nodiscard]] bool grow(std::size_t have, std::size_t most);

  BodyBudget::Share share_;
  std::size_t capacity_ = 0;
  std::unique_ptr<char, Free> unpacked_;
  std::string_view view_;
};

}  // namespace facsim
