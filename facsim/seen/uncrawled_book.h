// SPDX-License-Identifier: Apache-2.0
#pragma once
// How many links each place was spared, as crawlers told the store.
//
// In memory, kUncrawledPlacesMax places at most, some 200 bytes each; places that come later count
// as others. store_state_uncrawled.cc keeps it in step with the rows. Sums stop at
// kUncrawledCountMax. Const calls from any thread while nobody changes it.

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

  // Counts on top of what is there. The place as it is now: this one in lower case, or the others.
  const Uncrawled& add(const Uncrawled& counts);
  // By what they were spared, and then by name; at most so many.
  [[nodiscard]] UncrawledFigures figures(std::size_t most) const;
  // Of all places, without what was led back.
  [[nodiscard]] std::uint64_t links() const noexcept;

 private:
  const std::size_t places_max_;
  std::unordered_map<std::string, Uncrawled> places_;
  Uncrawled all_;
};

// What the store keeps of a place, and back. Nothing for bytes that are none.
[[nodiscard]] std::string encode_uncrawled(const Uncrawled& counts);
[[nodiscard]] std::optional<Uncrawled> decode_uncrawled(std::string_view place,
                                                        std::string_view bytes);

// Of all places. Throws Error{damaged, io}; `folder` is for these.
[[nodiscard]] UncrawledBook read_uncrawled(const RowStore& rows, const std::string& folder);

}  // namespace facsim
