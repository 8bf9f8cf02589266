// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages that a review compares, read again and held within a memory limit.
//
// Pages wanted first have priority: if not all fit, those wanted last are dropped. A page of an
// index differs from a page of the inputs at the same location.

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

// The file of a page, as in rows.
struct HeldFile {
  bool in_index = false;
  std::string name;  // empty: the page came from memory
  friend auto operator<=>(const HeldFile&, const HeldFile&) = default;
};

// Why a page is not held.
enum class Absence : std::uint8_t {
  none,
  not_found,  // its file is gone or has changed
  no_room,    // beyond the memory limit
  not_wanted,
};

class HeldPages {
 public:
  // `bytes_max`: limit of the pages held, which are at least two. `from_memory`: pages without a
  // file can be fetched again by their numbers, and pages of files cannot.
  HeldPages(std::uint64_t bytes_max, bool from_memory)
      : bytes_max_(bytes_max), from_memory_(from_memory) {}

  void want(const PageName& name);

  [[nodiscard]] std::vector<HeldFile> files() const;
  [[nodiscard]] std::vector<std::uint64_t> numbers() const;  // of the pages without a file
  [[nodiscard]] bool has_all_of(const HeldFile& file) const { return left_.at(file) == 0; }

  // Returns the name of the page that is wanted at this location; null if none is wanted, or it was
  // found.
  [[nodiscard]] const PageName* wanted_at(const HeldFile& file, std::uint64_t offset) const;
  // Takes the page at this location, if it is wanted.
  void offer(const HeldFile& file, std::uint64_t offset, Page& page);

  // Null if it is absent.
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
