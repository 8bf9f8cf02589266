// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/report_words_internal.h"

#include <array>
#include <cstdio>

#include "facsim/base/human_text.h"
#include "facsim/report/html_text.h"

namespace facsim {

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "none";
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.1f %%",
                100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return buffer.data();
}

std::string text_cell(std::string_view text) {
  return "<td><bdi>" + html_text(text) + "</bdi></td>";
}

std::string number_cell(std::uint64_t count) { return number_cell(human_count(count)); }

std::string number_cell(const std::string& html) { return "<td class=\"n\">" + html + "</td>"; }

std::string html_table(const std::string& name, const std::vector<std::string>& head,
                       const std::string& rows) {
  std::string text = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                     html_text(name) + "\"><table><thead><tr>";
  for (const std::string& each : head) text += "<th scope=\"col\">" + html_text(each) + "</th>";
  return text + "</tr></thead><tbody>\n" + rows + "</tbody></table></div>\n";
}

}  // namespace facsim
