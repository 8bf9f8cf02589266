// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/check_index.h"

#include "facsim/base/error.h"
#include "facsim/known/open_index.h"

namespace facsim {
namespace {

using Tell = std::function<void(const Sentence&)>;
using Check = std::function<void()>;

constexpr std::uint64_t kIdsBetweenChecks = 4096;

std::uint64_t faults_of_bytes(const std::string& folder, const Tell& tell, const Check& check) {
  std::uint64_t faults = 0;
  for (const IndexPart& part : open_consistent(folder).parts) {
    const auto read_on = [&check](std::uint64_t, std::uint64_t) {
      if (check) check();
    };
    for (const SegmentDamage& fault : part.segment->verify(read_on)) {
      tell(part.segment->path() + ":" + std::to_string(fault.offset) + ": " + fault.section + ": " +
           fault.what);
      ++faults;
    }
  }
  return faults;
}

void read_all(const OpenIndex::Part& part, const Check& check) {
  part.hamming.check();
  part.ids.for_each([&check](std::uint64_t ordinal, std::string_view) {
    if (check && ordinal % kIdsBetweenChecks == 0) check();
  });
  if (part.pages) part.pages->check();
  if (part.row_names) part.row_names->check();
  if (part.captures) part.captures->check();
}

Sentence sentence_of(const Error& error, Remedies remedies) {
  return remedies == Remedies::told ? error.sentence() : error.without_remedy();
}

std::uint64_t faults_of_tables(const OpenIndex& index, const Tell& tell, const Check& check,
                               Remedies remedies) {
  std::uint64_t faults = 0;
  for (const auto& part : index.parts()) {
    if (check) check();
    try {
      read_all(*part, check);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      tell(sentence_of(error, remedies));
      ++faults;
    }
  }
  return faults;
}

}  // namespace

IndexCheck check_index(const std::string& folder, const Tell& tell, const Check& check,
                       Remedies remedies) {
  IndexCheck found;
  // Checksums first: a file that was changed may not even open.
  found.faults = faults_of_bytes(folder, tell, check);
  if (found.faults > 0) return found;
  try {
    const OpenIndex index(folder);
    found.faults = faults_of_tables(index, tell, check, remedies);
    found.entries = index.entries();
    found.segments = index.parts().size();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::damaged) throw;
    tell(sentence_of(error, remedies));
    ++found.faults;
  }
  return found;
}

}  // namespace facsim
