// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/plan_revisits.h"

#include <algorithm>
#include <compare>
#include <string>
#include <tuple>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/base/spill_sort.h"

namespace facsim {
namespace {

constexpr std::uint32_t kPlannedBetweenLooks = 1U << 14;

// A page of a cluster with a known payload; after sorting, captures of one payload are consecutive
// and in the order of time.
struct ClusterCapture {
  std::uint64_t encoding = 0;
  std::int64_t unix_time = 0;
  Sha256 digest{};
  std::uint32_t representative = 0;
  std::uint32_t nanoseconds = 0;
  std::uint32_t page = 0;
  std::uint32_t unused = 0;  // padding, so that equal members are equal in all their bytes

  friend bool operator==(const ClusterCapture&, const ClusterCapture&) = default;
  friend std::strong_ordering operator<=>(const ClusterCapture& a,
                                          const ClusterCapture& b) noexcept {
    const auto key = [](const ClusterCapture& m) {
      return std::tie(m.representative, m.digest, m.encoding, m.unix_time, m.nanoseconds, m.page);
    };
    return key(a) <=> key(b);
  }
  [[nodiscard]] bool has_payload_of(const ClusterCapture& other) const noexcept {
    return representative == other.representative && digest == other.digest &&
           encoding == other.encoding;
  }
};

// Processes the captures of one payload, the earliest first.
class PayloadGroup {
 public:
  explicit PayloadGroup(const Corpus& corpus) : corpus_(corpus) {}

  // Returns the capture that `page` can refer to; kNoPage if the page is not replaced.
  [[nodiscard]] std::uint32_t take(std::uint32_t page, bool is_kept) {
    const Original own{page, corpus_.rows.at(page).record_key, corpus_.payloads->at(page)};
    for (const Original& original : originals_) {
      // A record cannot name itself: the same record may be in two files.
      const bool has_own_name = own.record_key != 0 && own.record_key == original.record_key;
      const bool is_of_error = original.row.is_error && !own.row.is_error;
      if (is_kept || has_own_name || is_of_error) continue;
      if (own.row.can_read_body_of(original.row)) return original.page;
    }
    if (own.row.is_nameable && originals_.size() < kOriginalsMax) originals_.push_back(own);
    return kNoPage;
  }
  void clear() noexcept { originals_.clear(); }

 private:
  // More are needed only if records have one id, and then those are not replaced.
  static constexpr std::size_t kOriginalsMax = 4;

  struct Original {
    std::uint32_t page = 0;
    std::uint64_t record_key = 0;
    PayloadRow row;
  };

  const Corpus& corpus_;
  std::vector<Original> originals_;
};

}  // namespace

void plan_revisits(DecidedCorpus& pages, const Run& run) {
  const Corpus& corpus = pages.corpus();
  const Payloads& payloads = *corpus.payloads;
  SpillSorter<ClusterCapture> members(run.scratch(), run.memory_bytes() / 8);
  const auto add = [&](std::uint32_t representative, std::uint32_t page) {
    const PayloadRow row = payloads.at(page);
    if (!row.is_known) return;
    members.add({.encoding = row.encoding,
                 .unix_time = row.unix_time,
                 .digest = row.digest,
                 .representative = representative,
                 .nanoseconds = row.nanoseconds,
                 .page = page});
  };
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    if (page % kPlannedBetweenLooks == 0) run.throw_if_cancelled();
    const PageRow row = corpus.rows.at(page);
    if (!row.has_text) continue;
    const Decision decision = pages.at(page, row);
    if (!decision.removed()) continue;
    add(decision.representative, page);
    add(decision.representative, decision.representative);  // once for each of its pages
  }
  members.sort();

  std::vector<std::uint32_t> revisit_of(corpus.pages(), kNoPage);
  PayloadGroup group(corpus);
  ClusterCapture before;
  bool is_first = true;
  for (ClusterCapture next; members.next(next); before = next) {
    if (!std::exchange(is_first, false)) {
      if (next == before) continue;
      if (!next.has_payload_of(before)) group.clear();
    }
    revisit_of[next.page] = group.take(next.page, next.page == next.representative);
  }
  pages.set_revisits(std::move(revisit_of));
}

void check_kinds_for_revisits(const std::vector<InputFile>& files, Run& run) {
  const auto is_warc = [](const InputFile& file) { return file.kind == FileKind::warc; };
  const auto is_arc = [](const InputFile& file) { return file.kind == FileKind::arc; };
  if (const auto arc = std::find_if(files.begin(), files.end(), is_arc); arc != files.end()) {
    throw Error(ErrorCode::unsupported,
                Sentence(Named::mode, "revisit") +
                    ": an ARC file, a format without revisit records; convert it to WARC "
                    "('warcio recompress OLD.arc.gz NEW.warc.gz'), or choose another mode",
                arc->shown());
  }
  if (files.empty()) return;
  const auto others = static_cast<std::uint64_t>(
      std::count_if(files.begin(), files.end(), [&](const InputFile& f) { return !is_warc(f); }));
  if (others == 0) return;
  const InputFile& first = *std::find_if_not(files.begin(), files.end(), is_warc);
  if (others == files.size()) {
    throw Error(ErrorCode::unsupported,
                Sentence(Named::mode, "revisit") +
                    ": no input is a WARC file, and other formats have no revisit "
                    "records; choose another mode",
                first.shown());
  }
  run.warn(Sentence(Named::mode, "revisit") + ": " + human_count(others) +
           (others == 1 ? " file is" : " files are") +
           " no WARC and copied whole, duplicates and all (first: " + first.shown() + ")");
}

}  // namespace facsim
