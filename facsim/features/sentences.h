// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parts of a text by its sentences: those that say most of it in few words.
//
// A paragraph is a line. A sentence ends behind . ! ? … or their ideographic and fullwidth forms,
// with the quotes and brackets that close there, where white space, an ideographic mark or the end
// of the paragraph follows; so "3.14" and "e.g.x" are not cut, abbreviations before a space are.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// Views into the text, in order, without white space around; none of them empty.
[[nodiscard]] std::vector<std::string_view> sentences_of(std::string_view paragraph);

// The `count` sentences with the most bytes (ties: the earlier), in the order of the text, a line
// each.
[[nodiscard]] std::string longest_sentences(std::string_view text, std::size_t count);

// Of each paragraph its first and its last sentence (one where it has one), a line each.
[[nodiscard]] std::string paragraph_edges(std::string_view text);

}  // namespace facsim
