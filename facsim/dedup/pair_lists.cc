// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/pair_lists.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "facsim/base/error.h"
#include "facsim/corpus/field_bytes.h"
#include "facsim/model/sketch.h"

namespace facsim {
namespace {

// Each component is preceded by its number of bytes, lowest byte first.
constexpr std::size_t kLengthBytes = 8;

enum : std::uint64_t { kHasAgreement = 1, kSameText = 2, kTemplateAsked = 4, kFillOneTemplate = 8 };
constexpr int kPairFlags = 4;

std::uint64_t flags_of_pair(const ListedPair& pair) {
  std::uint64_t flags = 0;
  if (pair.agreement) flags |= kHasAgreement;
  if (pair.same_text) flags |= kSameText;
  if (pair.fill_one_template) flags |= kTemplateAsked;
  if (pair.fill_one_template.value_or(false)) flags |= kFillOneTemplate;
  return flags;
}

void encode(const ComponentPairs& component, FieldWriter& out) {
  out.number(component.pages.size());
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < component.pages.size(); ++i) {
    const std::uint64_t step = component.pages[i] - next;
    out.number(step << 1 | (component.is_cut[i] ? 1U : 0U));
    next = component.pages[i] + 1;
  }
  auto pair = component.pairs.begin();
  for (std::uint32_t first = 0; first < component.pages.size(); ++first) {
    const auto end = std::find_if(pair, component.pairs.end(),
                                  [&](const ListedPair& other) { return other.first != first; });
    out.number(static_cast<std::uint64_t>(end - pair));
    for (std::uint32_t lowest = first + 1; pair != end; ++pair) {
      assert(pair->second >= lowest && "pairs ascend");
      const std::uint64_t step = pair->second - lowest;
      out.number(step << kPairFlags | flags_of_pair(*pair));
      out.number(pair->shared);
      out.number(pair->equal_bins);
      if (pair->agreement) out.real(*pair->agreement);
      lowest = pair->second + 1;
    }
  }
}

double decode_agreement(FieldReader& in) {
  const double agreement = in.real();
  if (!(agreement >= 0 && agreement <= 1)) in.fail("an agreement that cannot be");
  return agreement;
}

void decode(FieldReader& in, std::uint32_t pages, ComponentPairs& component) {
  component = {};
  const std::uint64_t count = in.count();
  component.pages.reserve(count);
  component.is_cut.reserve(count);
  std::uint64_t next = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t step = in.number();
    component.is_cut.push_back((step & 1) != 0);
    if ((step >> 1) >= pages - std::min<std::uint64_t>(next, pages)) in.fail("no such page");
    next += step >> 1;
    component.pages.push_back(static_cast<std::uint32_t>(next++));
  }
  for (std::uint32_t first = 0; first < count; ++first) {
    std::uint64_t lowest = std::uint64_t{first} + 1;
    for (std::uint64_t left = in.number_to(count - lowest); left > 0; --left) {
      const std::uint64_t step = in.number();
      if ((step >> kPairFlags) >= count - lowest) in.fail("no such page of the component");
      ListedPair pair;
      pair.first = first;
      pair.second = static_cast<std::uint32_t>(lowest + (step >> kPairFlags));
      pair.shared = in.number32();
      pair.equal_bins = in.number32(Sketch::kBins);
      pair.same_text = (step & kSameText) != 0;
      if ((step & kTemplateAsked) != 0) pair.fill_one_template = (step & kFillOneTemplate) != 0;
      if ((step & kHasAgreement) != 0) pair.agreement = decode_agreement(in);
      component.pairs.push_back(pair);
      lowest = std::uint64_t{pair.second} + 1;
    }
  }
  in.expect_end();
}

}  // namespace

void PairLists::add(const ComponentPairs& component) {
  const auto cut = static_cast<std::uint64_t>(
      std::count(component.is_cut.begin(), component.is_cut.end(), true));
  if (component.pairs.empty() && cut == 0) return;
  FieldWriter out;
  encode(component, out);
  FieldWriter length;
  length.word(out.size());
  bytes_.append(length.bytes());
  bytes_.append(out.bytes());
  pairs_ += component.pairs.size();
  pages_cut_ += cut;
}

bool PairReader::next(ComponentPairs& component) {
  if (at_ == bytes_) return false;
  const auto refuse = [this] {
    throw Error(ErrorCode::damaged, "a component is longer than the list", where_);
  };
  if (bytes_ - at_ < kLengthBytes) refuse();
  std::array<std::byte, kLengthBytes> length{};
  read_(at_, length);
  const std::uint64_t size = FieldReader(length, where_).word();
  at_ += kLengthBytes;
  if (size > bytes_ - at_) refuse();
  block_.resize(static_cast<std::size_t>(size));
  read_(at_, block_);
  at_ += size;
  FieldReader in(block_, where_);
  decode(in, pages_, component);
  return true;
}

}  // namespace facsim
