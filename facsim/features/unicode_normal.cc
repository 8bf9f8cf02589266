// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/unicode_normal_internal.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <span>

#include "facsim/features/code_points_internal.h"
#include "facsim/features/folding_internal.h"
#include "facsim/features/unicode_tables_internal.h"

namespace facsim {
namespace {

// Hangul syllables are composed by arithmetic (section 3.12).
constexpr char32_t kSyllables = 0xac00;
constexpr char32_t kLeads = 0x1100;
constexpr char32_t kVowels = 0x1161;
constexpr char32_t kTrails = 0x11a7;  // no trail; the first trail is the one after it
constexpr char32_t kLeadCount = 19;
constexpr char32_t kVowelCount = 21;
constexpr char32_t kTrailCount = 28;
constexpr char32_t kSyllableCount = kLeadCount * kVowelCount * kTrailCount;

// Returns the primary composite of two characters, or 0. Negative differences are large, as
// unsigned.
char32_t composed(char32_t first, char32_t second) {
  if (first - kLeads < kLeadCount && second - kVowels < kVowelCount) {
    return kSyllables + ((first - kLeads) * kVowelCount + (second - kVowels)) * kTrailCount;
  }
  const char32_t syllable = first - kSyllables;
  if (syllable < kSyllableCount && syllable % kTrailCount == 0 && second > kTrails &&
      second < kTrails + kTrailCount) {
    return first + (second - kTrails);
  }
  const ComposedPair* end = kPairs + kPairCount;
  const ComposedPair* at =
      std::lower_bound(kPairs, end, second, [first](const ComposedPair& pair, char32_t wanted) {
        return pair.first != first ? pair.first < first : pair.second < wanted;
      });
  return at != end && at->first == first && at->second == second ? at->composed : 0;
}

// A character and its order among marks.
struct Part {
  char32_t value;
  std::uint16_t traits;  // of kCanonicalTrie
  [[nodiscard]] unsigned order() const { return traits & kOrderMask; }
};

class Segment {
 public:
  void add_folded(char32_t c, Folded fold) {
    if (fold.kind() == Folded::Kind::ignored) return;
    if (fold.kind() == Folded::Kind::tail || !fold.is_known() || fold.sequence() == 0) {
      return add(c);
    }
    for (const std::uint32_t part : sequence_at(fold.sequence())) add(part & kCodePointMask);
  }

  // Adds the decomposition of a character.
  void add(char32_t c) {
    if (c - kSyllables < kSyllableCount) return add_syllable(c - kSyllables);
    const std::uint16_t traits = kCanonicalTrie[c];
    if ((traits & kDecomposes) == 0) return append({c, traits});
    for (const std::uint32_t part : sequence_at(traits & ~kDecomposes)) {
      append({part & kCodePointMask, kCanonicalTrie[part & kCodePointMask]});
    }
  }

  void compose() {
    std::size_t starter = size_;  // none yet
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      const Part part = parts_[i];
      // Composition requires that nothing between the two blocks it: neither a mark of the same or
      // a higher order nor a character between two starters.
      const bool is_next = kept == starter + 1;
      if ((part.traits & kCombinesBack) != 0 && starter < kept &&
          (is_next || parts_[kept - 1].order() < part.order())) {
        const char32_t both = composed(parts_[starter].value, part.value);
        if (both != 0) {
          parts_[starter].value = both;
          continue;
        }
      }
      if (part.order() == 0) starter = kept;
      parts_[kept++] = part;
    }
    size_ = kept;
  }

  void write(std::string& out) const {
    for (std::size_t i = 0; i < size_; ++i) {
      const FourBytes bytes = utf8_bytes(parts_[i].value);
      out.append(bytes.data, bytes.size);
    }
  }

 private:
  static std::span<const std::uint32_t> sequence_at(std::size_t index) {
    return {kSequences + index, kSequences[index] >> kLengthShift};
  }

  void add_syllable(char32_t index) {
    const char32_t trail = index % kTrailCount;
    const char32_t pair = index / kTrailCount;
    append({kLeads + pair / kVowelCount, 0});
    append({kVowels + pair % kVowelCount, kCombinesBack});
    if (trail != 0) append({kTrails + trail, kCombinesBack});
  }

  // Inserts after all parts of its order, before those of a higher one.
  void append(Part part) {
    assert(size_ < parts_.size());
    std::size_t at = size_++;
    if (part.order() != 0) {
      for (; at > 0 && parts_[at - 1].order() > part.order(); --at) parts_[at] = parts_[at - 1];
    }
    parts_[at] = part;
  }

  // Not cleared in advance: it is large, and the parts from size_ on are never read.
  std::array<Part, kSegmentCodePointsMax * kDecomposedMax> parts_;
  std::size_t size_ = 0;
};

}  // namespace

void append_normalized(NormalForm form, std::string_view segment, std::string& out) {
  Segment parts;
  for (std::size_t at = 0; at < segment.size();) {
    const CodePoint c = code_point_at(segment, at);
    switch (form) {
      case NormalForm::nfc:
        parts.add(c.value);
        break;
      case NormalForm::nfkc_casefold:
        parts.add_folded(c.value, folded(c.value));
        break;
      case NormalForm::unit:
        parts.add_folded(c.value, unit_folded(c.value));
        break;
    }
    at += c.bytes;
  }
  parts.compose();
  parts.write(out);
}

}  // namespace facsim
