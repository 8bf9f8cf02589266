// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/icu_words.h"

#include <unicode/brkiter.h>
#include <unicode/utext.h>
#include <unicode/uversion.h>

#include <limits>

#include "facsim/base/error.h"
#include "facsim/base/utf.h"
#include "facsim/features/windows.h"

namespace facsim {

std::string icu_version() {
  UVersionInfo version;
  u_getVersion(version);
  char text[U_MAX_VERSION_STRING_LENGTH];
  u_versionToString(version, text);
  return "ICU " + std::string(text);
}

struct IcuWords::State {
  std::unique_ptr<icu::BreakIterator> iterator;
};

IcuWords::IcuWords() : state_(std::make_unique<State>()) {
  UErrorCode status = U_ZERO_ERROR;
  state_->iterator.reset(icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
  if (U_FAILURE(status) != 0 || state_->iterator == nullptr) {
    throw Error{ErrorCode::unsupported, std::string("ICU has no rules for words: ") +
                                            u_errorName(status) +
                                            "; install its data or use another recipe"};
  }
}
IcuWords::~IcuWords() = default;
IcuWords::IcuWords(IcuWords&&) noexcept = default;

void IcuWords::cut(std::string_view utf8, std::vector<std::string>& words) {
  words.clear();
  // The dictionaries cut decomposed and fullwidth forms differently, so the text is folded first.
  const std::u16string text = to_utf16(folded_characters(utf8, Folding::nfkc));
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw Error{ErrorCode::invalid_argument, "a text of more than 2 Gi UTF-16 units"};
  }
  const icu::UnicodeString view(false, text.data(), static_cast<std::int32_t>(text.size()));
  icu::BreakIterator& iterator = *state_->iterator;
  iterator.setText(view);
  std::int32_t begin = iterator.first();
  for (std::int32_t end = iterator.next(); end != icu::BreakIterator::DONE;
       begin = end, end = iterator.next()) {
    if (iterator.getRuleStatus() < UBRK_WORD_NONE_LIMIT) continue;
    words.push_back(to_utf8(std::u16string_view(text).substr(
        static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin))));
  }
  iterator.setText(icu::UnicodeString());
}

}  // namespace facsim
