// SPDX-License-Identifier: Apache-2.0
#pragma once
// matches.facsim: everything that is needed to cluster the pages of a run again without reading
// them.
//
// It has the place of each page and the facts that a copy needs, the values that keep policies
// order by, the pages of equal text, and the figures of all verified pairs (pair_lists.h). A
// segment (store/segment.h): every byte is covered by a checksum, which opening verifies. Cost: 40
// to 60 bytes per page plus its id and URL, 64 more for a layout unlike that of the previous page,
// 104 to 168 for a title that may be needed as evidence. docs/formats/matches.md specifies the
// bytes.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/corpus/field_bytes.h"
#include "facsim/corpus/scan.h"
#include "facsim/dedup/pair_lists.h"
#include "facsim/dedup_options.h"
#include "facsim/folder_options.h"
#include "facsim/result/result_names.h"
#include "facsim/store/segment.h"

namespace facsim {

// The content of the file. `exact_best` as in Candidates; `summary` is its state before publish().
struct RunMatches {
  const Corpus& corpus;
  const std::vector<std::uint32_t>& exact_best;
  const PairLists& pairs;
  const DedupOptions& options;
  const Summary& summary;
};

// Writes `folder`/matches.facsim. `spool_path` is the temporary file with standard input of this
// run, or empty. Throws Error{no_space, io}.
void write_matches(const RunMatches& matches, const FolderOptions& options,
                   const std::string& folder, const std::string& spool_path, const Run& run);

class MatchesFile {
 public:
  // Reads the whole file once to verify it; `check`, called periodically, may throw. Throws
  // Error{not_found, io, damaged, unsupported}.
  explicit MatchesFile(std::string path, const std::function<void()>& check = {});

  // The options of the run: how pages are judged and chosen, and how they are copied.
  [[nodiscard]] DedupOptions options() const;
  [[nodiscard]] FolderOptions folder_options() const;
  [[nodiscard]] Summary summary() const;
  // The inputs. Throws Error{damaged}.
  [[nodiscard]] std::vector<InputFile> files() const;
  [[nodiscard]] double floor() const noexcept { return floor_; }
  [[nodiscard]] std::uint64_t pairs() const noexcept { return pairs_; }
  [[nodiscard]] std::uint64_t pages_cut() const noexcept { return pages_cut_; }

  // Fills `corpus`, which must be empty; returns for each page a page of the same text: the same
  // one for all pages of one text, kNoPage for pages without text. Throws Error{damaged}.
  [[nodiscard]] std::vector<std::uint32_t> load(Corpus& corpus) const;
  // Reads pairs of the pages that load() puts into `corpus`. This must outlive it.
  [[nodiscard]] PairReader pair_reader() const;

 private:
  [[nodiscard]] FieldReader fields(std::string_view section) const;
  void load_pages(Corpus& corpus, std::vector<std::uint32_t>& same_text) const;
  void load_revisits(Corpus& corpus) const;

  std::string path_;
  Segment segment_;
  double floor_ = 0;
  std::uint32_t files_ = 0;
  std::uint32_t pages_ = 0;
  std::uint64_t pairs_ = 0;
  std::uint64_t pages_cut_ = 0;
};

}  // namespace facsim
