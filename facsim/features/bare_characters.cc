// placeholder until the units branch is merged
#include "facsim/features/bare_characters.h"
#include <unicode/uchar.h>
#include <unicode/utf8.h>
#include "facsim/base/hash64.h"
namespace facsim {
template <class F>
static void each(std::string_view t, F f) {
  std::int32_t i = 0;
  const auto n = static_cast<std::int32_t>(t.size());
  while (i < n) {
    UChar32 c = 0;
    U8_NEXT(reinterpret_cast<const std::uint8_t*>(t.data()), i, n, c);
    if (c < 0) c = 0xfffd;
    if (!u_isUWhiteSpace(c))
      f(c, (U_MASK(u_charType(c)) & (U_GC_L_MASK | U_GC_M_MASK | U_GC_ND_MASK)) != 0);
  }
}
CharacterCounts count_characters(std::string_view utf8) {
  CharacterCounts k;
  each(utf8, [&](UChar32 c, bool u) {
    if (u)
      ++k.in_units;
    else {
      ++k.bare;
      if (c == 0xfffd) ++k.replaced;
    }
  });
  return k;
}
void hash_bare_characters(std::string_view utf8, std::uint64_t seed,
                          std::vector<std::uint64_t>& h) {
  h.clear();
  each(utf8, [&](UChar32 c, bool u) {
    if (!u) h.push_back(mix64(seed + static_cast<std::uint64_t>(c)));
  });
}
}  // namespace facsim
