// SPDX-License-Identifier: Apache-2.0
#pragma once
// Members of rows that are dicts, and names that no row has.

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <vector>

namespace facsim::python {

[[nodiscard]] bool is_mapping(nanobind::handle value);

// Finds a member like a field of JSON: the whole name first, then the longest part of it before a
// dot that leads on. Returns None if only a missing value is found on the way, as in a column of
// structs, and an invalid object if the row, a mapping, has no such member.
[[nodiscard]] nanobind::object member(nanobind::handle row, const std::string& name);

// Names of members that the caller chose. Single rows may lack them, but not all rows. A row with a
// missing value on the way decides nothing about a name, unless another row has other members
// there.
class MembersSought {
 public:
  // Ignores empty names.
  explicit MembersSought(std::vector<std::string> names);

  // True if each name was seen.
  [[nodiscard]] bool is_done() const noexcept { return sought_.empty(); }
  void note(nanobind::handle row);  // a mapping
  // One sentence for each name that no row had; empty before the first row.
  [[nodiscard]] std::vector<std::string> missing() const;

 private:
  struct Sought {
    std::string name;
    bool had_null = false;   // some row has a missing value on the way
    bool had_other = false;  // the way leads elsewhere in some row
  };
  static constexpr std::size_t kRowsNamed = 100;

  std::vector<Sought> sought_;
  std::vector<std::string> known_;  // members of the first rows
  std::size_t rows_ = 0;
};

// "no row has a member 'scor'; members are: score, text; did you mean 'score'?"
[[nodiscard]] std::string no_row_has(const std::string& name,
                                     const std::vector<std::string>& names);

}  // namespace facsim::python
