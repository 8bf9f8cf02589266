// SPDX-License-Identifier: Apache-2.0
// A table of names returns what was added. With damage it returns a name or reports damage; if a
// walk through it succeeds, each name equals that of the walk.
//
// The input: the number of faults, the faults, then names, each preceded by its length. A length of
// 190 or more adds a number instead; after one of 200 or more the next number is its successor.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <vector>

#include "facsim/base/memory_scratch.h"
#include "facsim/index/name_table.h"
#include "facsim/model/label.h"
#include "fuzz/damaged_sections.h"

namespace {

using namespace facsim;

const std::vector<std::string> kSections = {"ids.range", "ids.blocks", "ids.bytes"};

std::vector<std::string> walk(const NameTable& table) {
  std::vector<std::string> names;
  table.for_each([&](std::uint64_t ordinal, std::string_view name) {
    require(ordinal == names.size());
    names.emplace_back(name);
  });
  require(names.size() == table.size());
  return names;
}

void check_places(const NameTable& table, const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) require(table.at(i) == names[i]);
}

void ask_damaged(const MemorySections& sections, std::uint64_t count) {
  is_taken({ErrorCode::damaged}, [&] {
    const NameTable table(sections, "ids", count);
    for (std::uint64_t i = 0; i <= count; ++i) {
      is_taken({ErrorCode::damaged}, [&] { (void)table.at(i); });
    }
    check_places(table, walk(table));
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryBound bound((std::size_t{16} << 20) + 256 * size);
  InputBytes in(text_of(data, size));
  std::vector<Fault> faults;
  for (std::uint64_t left = in.take(1) % 8; left > 0; --left) faults.emplace_back(in);
  MemoryScratch scratch;
  NameTableBuilder builder(scratch, std::size_t{1} << 12);
  std::vector<std::string> names;
  std::uint64_t number = in.take(2);
  while (in.size() > 0) {
    const std::uint64_t length = in.take(1);
    if (length < 190) {
      std::string name(in.take_text(length));
      if (length == 189) name.append(10'000, 'x');  // longer than any label
      builder.add(std::string_view(name));
      names.push_back(cut_label(name));
    } else {
      builder.add(number);
      names.push_back(std::to_string(number));
      number = length < 200 ? length : number + 1;
    }
  }
  MemorySections sections;
  builder.finish(sections, "ids");
  const NameTable table(sections, "ids", names.size());
  require(walk(table) == names);
  check_places(table, names);
  if (!faults.empty()) ask_damaged(with_faults(sections, kSections, faults), names.size());
  return 0;
}
