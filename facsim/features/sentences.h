// SPDX-License-Identifier: Apache-2.0
#pragma once
// Selects sentences of a text that represent it in few words.
//
// A paragraph is a line. A sentence ends after . ! ? … or their ideographic and fullwidth forms,
// including closing quotes and brackets, if white space, an ideographic mark or the end of the
// paragraph follows. So "3.14" and "e.g.x" are not cut; abbreviations before a space are.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// Returns views into the text, in order, without surrounding white space; none of them is empty.
[[nodiscard]] std::vector<std::string_view> sentences_of(std::string_view paragraph);

// Returns the `count` sentences with the most bytes (ties: the earlier), in the order of the text,
// one on each line.
[[nodiscard]] std::string longest_sentences(std::string_view text, std::size_t count);

// Returns the first and the last sentence of each paragraph (one if it has only one), one on each
// line.
[[nodiscard]] std::string paragraph_edges(std::string_view text);

}  // namespace facsim
