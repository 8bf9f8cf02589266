// SPDX-License-Identifier: Apache-2.0
#pragma once
// Members of rows that are dicts, and names that no row has.

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <vector>

namespace facsim::python {

[[nodiscard]] bool is_mapping(nanobind::handle value);

// As a field of JSON is found: the whole name first, then the longest part of it before a dot that
// leads on. None where nothing but a missing value on the way is found, as in a column of structs;
// not valid where the row, a mapping, has no such member.
[[nodiscard]] nanobind::object member(nanobind::handle row, const std::string& name);

// Names that the caller chose, of members that rows may lack, but not all of them. A row with a
// missing value on the way says nothing about a name, unless another row has other members there.
class MembersSought {
 public:
  // Empty ones are passed over.
  explicit MembersSought(std::vector<std::string> names);

  // Each was seen.
  [[nodiscard]] bool is_done() const noexcept { return sought_.empty(); }
  void note(nanobind::handle row);  // a mapping
  // A sentence for each that no row had; none before the first row.
  [[nodiscard]] std::vector<std::string> missing() const;

 private:
  struct Sought {
    std::string name;
    bool had_null = false;   // on the way, in some row
    bool had_other = false;  // the way led elsewhere, in some row
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
