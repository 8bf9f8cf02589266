// SPDX-License-Identifier: Apache-2.0
// The summary for a person at the end of a run.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string_view>

#include "facsim/base/human_text.h"
#include "facsim/report/report_words_internal.h"
#include "facsim/report/summary_text.h"

namespace facsim {
namespace {

// If there are more names than this, only their number is shown: the line is an overview, the
// folder has the details.
constexpr std::size_t kNamesShown = 7;

std::string with_decimals(double value, int decimals) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
  return buffer.data();
}

// 90, 33.3333
std::string short_number(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%g", value);
  return buffer.data();
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "0 %";
  return with_decimals(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1) + " %";
}

void append_part(std::string& line, std::string_view separator, std::string_view part) {
  if (!line.empty()) line += separator;
  line += part;
}

std::string kinds_text(const std::array<std::uint64_t, kKindCount>& counts) {
  std::string line;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const std::string_view name = name_of(static_cast<Kind>(i));
    append_part(line, ", ", std::string(name) + ' ' + human_count(counts[i]));
  }
  return line;
}

std::string removed_text(const Summary& summary) {
  const std::string removed = kinds_text(summary.removed);
  const std::string reported = kinds_text(summary.reported);
  std::string line = human_count(summary.removed_total());
  if (!removed.empty()) line += " (" + removed + ")";
  if (!reported.empty()) line += "; only reported: " + reported;
  const std::string below = kinds_text(summary.kept_by_containment);
  if (!below.empty()) {
    line += "; " + below + ": less than " + short_number(100 * summary.min_containment_to_remove) +
            " % of the page is in the other (min_containment_to_remove)";
  }
  return line;
}

// Returns "exact 1.0 MiB, content 20 KiB; most of HOST (0.5 MiB)", with each part only if it has
// more than one entry.
std::string saved_parts(const Summary& summary) {
  std::string kinds;
  std::size_t count = 0;
  for (std::size_t i = 0; i < summary.bytes_saved_of.size(); ++i) {
    if (summary.bytes_saved_of[i] == 0) continue;
    ++count;
    const std::string_view name = name_of(static_cast<Kind>(i));
    append_part(kinds, ", ", std::string(name) + ' ' + human_bytes(summary.bytes_saved_of[i]));
  }
  std::string line = count > 1 ? kinds : "";
  if (summary.hosts.size() < 2 || summary.hosts_left_out > 0) return line;
  const auto most = std::max_element(
      summary.hosts.begin(), summary.hosts.end(),
      [](const auto& a, const auto& b) { return a.second.bytes_saved < b.second.bytes_saved; });
  if (most->second.bytes_saved == 0 || most->first.empty()) return line;
  append_part(line, "; ",
              "most of " + most->first + " (" + human_bytes(most->second.bytes_saved) + ")");
  return line;
}

std::string against_text(const AgainstCounts& against) {
  std::string line = against.index + ": " + counted(against.pages, "page") + " before, " +
                     human_count(against.removed) + " removed for one of them";
  if (against.update) line += ", " + human_count(against.added) + " added";
  return line;
}

// Nothing was written if the run has no outputs.
std::string written_text(const Summary& summary) {
  const WrittenRevisits& counts = *summary.written_revisits;
  const char* const would = summary.outputs.empty() ? "would be " : "";
  std::string line = would + human_count(counts.records) + " written in the place of pages (" +
                     human_bytes(counts.body_bytes) + " of bodies left out); " +
                     human_count(counts.stay) + " duplicates only reported";
  if (counts.renamed > 0) line += "; " + human_count(counts.renamed) + " earlier ones renamed";
  return line;
}

std::string rate_text(const Summary& summary) {
  if (summary.seconds <= 0) return "-";
  const double pages = static_cast<double>(summary.pages_read) / summary.seconds;
  const double megabytes = static_cast<double>(summary.bytes_read) / 1e6 / summary.seconds;
  return human_count(static_cast<std::uint64_t>(std::llround(pages))) + " pages/s, " +
         with_decimals(megabytes, 1) + " MB/s";
}

std::string memory_text(const Summary& summary) {
  std::string line = human_bytes(summary.peak_memory_bytes) + " at the peak, limit " +
                     human_bytes(summary.memory_limit_bytes);
  if (summary.scratch_bytes > 0) line += ", " + human_bytes(summary.scratch_bytes) + " spilled";
  return line;
}

// Returns the length of the common folder of all outputs, with its '/'.
std::size_t common_folder(const std::vector<std::pair<std::string, std::string>>& outputs) {
  const std::string& first = outputs.front().second;
  std::size_t length = first.rfind('/') == std::string::npos ? 0 : first.rfind('/') + 1;
  for (const auto& [name, path] : outputs) {
    const auto differ = std::mismatch(first.begin(), first.begin() + std::ptrdiff_t(length),
                                      path.begin(), path.end());
    length = static_cast<std::size_t>(differ.first - first.begin());
    while (length > 0 && first[length - 1] != '/') --length;
  }
  return length;
}

std::string files_text(const Summary& summary) {
  if (summary.outputs.empty()) return "none";
  const std::size_t folder = common_folder(summary.outputs);
  std::string names;
  const std::size_t shown = std::min(summary.outputs.size(), kNamesShown);
  for (std::size_t i = 0; i < shown; ++i) {
    append_part(names, ", ", std::string_view(summary.outputs[i].second).substr(folder));
  }
  if (shown < summary.outputs.size()) {
    names += " and " + human_count(summary.outputs.size() - shown) + " more";
  }
  if (!summary.linked.empty()) {
    names += " and " + counted(summary.linked.size(), "linked page");
  }
  if (folder == 0) return names;
  return summary.outputs.front().second.substr(0, folder) + ": " + names;
}

void append_line(std::string& text, std::string_view name, std::string_view value) {
  constexpr std::size_t kWidth = 9;
  text.append(name).append(kWidth - std::min(name.size(), kWidth - 1), ' ');
  // A file name may contain a line break, which must not break the line.
  for (const char c : value) text += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  text += '\n';
}

std::uint64_t total_of(const std::array<std::uint64_t, kKindCount>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

// "web: 1,000 pages, 200 removed, 3 reported, 1 skipped".
std::string source_text(const SourceFigures& figures) {
  std::string line =
      counted(figures.pages, "page") + ", " + human_count(total_of(figures.removed)) + " removed";
  const auto add = [&line](std::uint64_t count, const char* what) {
    if (count > 0) line += ", " + human_count(count) + what;
  };
  add(total_of(figures.reported), " reported");
  add(figures.skipped.value_or(0), " skipped");
  return line;
}

// Appends the largest sources, one a line, and the largest move between sources.
void append_sources(std::string& text, const std::string& field, const SourceTable& table) {
  append_line(text, "by",
              field + ": " + counted(table.rows.size(), "value") +
                  (table.others ? ", and others together" : "") +
                  "; all are in by_value of the summary");
  std::uint64_t rest = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const SourceFigures& row = table.rows[i];
    if (i >= kNamesShown) {
      ++rest;
      continue;
    }
    append_line(text, "", (row.name.empty() ? "(none)" : row.name) + ": " + source_text(row));
  }
  if (rest > 0) append_line(text, "", "and " + counted(rest, "more value"));
  if (table.others) append_line(text, "", "(others): " + source_text(*table.others));
  if (table.moves.empty()) return;
  const SourceMove& most = table.moves.front();
  const auto shown = [](const std::string& name) { return name.empty() ? "(none)" : name; };
  append_line(text, "",
              human_count(table.moved) + " removed for a page of another value, most: " +
                  human_count(most.removed) + " of " + shown(most.from) + " for " + shown(most.to));
}

}  // namespace

std::string skipped_text(const ReadCounts& read) {
  std::uint64_t total = 0;
  std::string reasons;
  for (std::size_t i = 1; i < read.skipped.size(); ++i) {
    if (read.skipped[i] == 0) continue;
    total += read.skipped[i];
    const std::string_view name = name_of(static_cast<Skip>(i));
    append_part(reasons, ", ", std::string(name) + ' ' + human_count(read.skipped[i]));
  }
  return human_count(total) + (reasons.empty() ? "" : " (" + reasons + ")");
}

std::string to_text(const Summary& summary, Words words) {
  std::string read = counted(summary.pages_read, "page") + " from " +
                     counted(summary.files, "file") + " (" + human_bytes(summary.bytes_read) + ")";
  if (summary.too_short > 0) {
    read += "; " + human_count(summary.too_short) + " too short to judge, merged only when equal";
  }
  if (summary.equal_by_bytes > 0) {
    read += "; " + human_count(summary.equal_by_bytes) + " too large, compared by raw bytes alone";
  }
  if (summary.repeated_ids > 0) {
    read += "; " + counted(summary.repeated_ids, "id") + " of an earlier page again";
  }
  std::string text;
  append_line(text, "read", read);
  // Only one mode removes pages; for the others these are hypothetical counts.
  const std::string would = summary.mode == "remove" || summary.mode.empty() ? "" : "would be ";
  append_line(text, "kept",
              would + human_count(summary.pages_kept) + " (" +
                  percent(summary.pages_kept, summary.pages_read) + ")");
  append_line(text, "removed", would + removed_text(summary));
  if (summary.written_revisits) append_line(text, "revisits", written_text(summary));
  if (summary.against) append_line(text, "index", against_text(*summary.against));
  append_line(text, "skipped", skipped_text(summary));
  if (summary.by_value) append_sources(text, summary.count_by, *summary.by_value);
  std::string saved = would + human_bytes(summary.bytes_saved) + " of " +
                      human_bytes(summary.bytes_read) + " unpacked (" +
                      percent(summary.bytes_saved, summary.bytes_read) + ")";
  if (const std::string parts = saved_parts(summary); !parts.empty()) saved += ": " + parts;
  append_line(text, "saved", saved);
  append_line(text, "time",
              with_decimals(summary.seconds, 1) + " s with " +
                  counted(static_cast<std::uint64_t>(std::max(summary.threads, 0)), "thread"));
  // A run that read no pages has no rate.
  if (!summary.reclustered) append_line(text, "rate", rate_text(summary));
  append_line(text, "memory", memory_text(summary));
  append_line(text, "files", files_text(summary));
  if (!summary.copies_are_current) {
    append_line(text, "copies",
                ("as they were before; " + Named::apply + " writes them anew").in(words));
  }
  return text;
}

}  // namespace facsim
