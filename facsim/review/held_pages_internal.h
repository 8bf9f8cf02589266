// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages that a review compares, read again and held within a limit of memory.
//
// Those wanted first are worth most: where there is no room for all, those wanted last are dropped.
// A page of an index is another one than a page of the inputs that stands at the same place.

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "facsim/model/page.h"
#include "facsim/model/page_name.h"

namespace facsim {

// The file of a page, as rows have it.
struct HeldFile {
  bool in_index = false;
  std::string name;  // empty: the page came from memory
  friend auto operator<=>(const HeldFile&, const HeldFile&) = default;
};

// Why a page is not held.
enum class Absence : std::uint8_t {
  none,
  not_found,  // its file is gone or has changed
  no_room,    // beyond the limit of memory
  not_wanted,
};

class HeldPages {
 public:
  // `bytes_max`: of the pages held, two at least. `from_memory`: pages without a file can be had
  // again, by their numbers, and those of files cannot.
  HeldPages(std::uint64_t bytes_max, bool from_memory)
      : bytes_max_(bytes_max), from_memory_(from_memory) {}

  void want(const PageName& name);

  [[nodiscard]] std::vector<HeldFile> files() const;
  [[nodiscard]] std::vector<std::uint64_t> numbers() const;  // of the pages without a file
  [[nodiscard]] bool has_all_of(const HeldFile& file) const { return left_.at(file) == 0; }

  // How the page that is wanted at this place is named; null where none is, or it was found.
  [[nodiscard]] const PageName* wanted_at(const HeldFile& file, std::uint64_t offset) const;
  // Takes the page that stands there, where it is wanted.
  void offer(const HeldFile& file, std::uint64_t offset, Page& page);

  // Null where it is absent.
  [[nodiscard]] const Page* of(const PageName& name) const;
  [[nodiscard]] Absence absence(const PageName& name) const;
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

 private:
  using Place = std::pair<HeldFile, std::uint64_t>;
  struct Wanted {
    std::size_t rank = 0;
    PageName name;
  };

  std::uint64_t bytes_max_;
  bool from_memory_;
  std::uint64_t bytes_ = 0;
  std::map<Place, Wanted> wanted_;
  std::map<HeldFile, std::uint64_t> left_;  // to be found
  std::set<std::size_t> found_;             // ranks
  std::map<std::size_t, Page> held_;        // by rank
};

}  // namespace facsim
