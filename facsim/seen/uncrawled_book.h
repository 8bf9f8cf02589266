// SPDX-License-Identifier: Apache-2.0
#pragma once
// The links that crawlers did not follow, as they reported them to the store, by place.
//
// In memory: kUncrawledPlacesMax places at most, some 200 bytes each; later places count as others.
// store_state_uncrawled.cc keeps it in step with the rows. Sums stop at kUncrawledCountMax. Const
// calls are safe from any thread while no thread changes it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "facsim/model/uncrawled.h"
#include "facsim/store/row_store.h"

namespace facsim {

class UncrawledBook {
 public:
  explicit UncrawledBook(std::size_t places_max = kUncrawledPlacesMax) : places_max_(places_max) {}

  // Adds the counts. Returns the place's new total: this one in lower case, or the others.
  const Uncrawled& add(const Uncrawled& counts);
  // Returns at most `most` places: by links left out, then by name.
  [[nodiscard]] UncrawledFigures figures(std::size_t most) const;
  // The sum over all places, without links that led back.
  [[nodiscard]] std::uint64_t links() const noexcept;

 private:
  const std::size_t places_max_;
  std::unordered_map<std::string, Uncrawled> places_;
  Uncrawled all_;
};

// Converts the counts of a place to the bytes that the store saves, and back. Returns nothing for
// invalid bytes.
[[nodiscard]] std::string encode_uncrawled(const Uncrawled& counts);
[[nodiscard]] std::optional<Uncrawled> decode_uncrawled(std::string_view place,
                                                        std::string_view bytes);

// Reads the counts of all places. Throws Error{damaged, io}; `folder` is for their messages.
[[nodiscard]] UncrawledBook read_uncrawled(const RowStore& rows, const std::string& folder);

}  // namespace facsim
