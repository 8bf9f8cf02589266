// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of duplicates.jsonl, reported.jsonl, clusters.jsonl, skipped.jsonl and
// annotations.jsonl: one JSON object a line, members always in the same order, characters beyond
// ASCII unescaped. Bytes that are not UTF-8 are written as in files/name_text.h, so that different
// names stay different.

#include <cstdint>
#include <string>
#include <string_view>

#include "facsim/model/match.h"
#include "facsim/model/own_words.h"
#include "facsim/model/page_name.h"
#include "facsim/model/skip.h"
#include "facsim/model/summary.h"
#include "facsim/report/annotation.h"

namespace facsim {

// {"id","url","file","offset","representative","representative_url","representative_file",
//  "representative_offset","in_index","kind","distance","resemblance",
//  "resemblance_error","containment":[this in representative, reverse],"agreement","template",
//  "judged":[of this page, of the representative],"payload_identical","cluster","by","status",
//  "representative_status","revisit_of"}
// URLs and `distance` are null if there is none, `resemblance_error` if the resemblance is exact,
// `agreement` and `template` if a text was not available; `in_index` is the representative's,
// `cluster` its label; `status` is that of the HTTP answer, null if unknown. Ratios are rounded to
// four decimals. `payload_identical` is null if unknown, `revisit_of` (SinkPage) if the argument is
// empty.
[[nodiscard]] std::string duplicate_row(const PageName& page, const PageName& representative,
                                        const Match& match, const std::string& revisit_of = {});

// The row of a kept page: the same members up to "representative_status", then "kept_by"
// (SinkPage::kept_by), "kept_apart" and "name_words". The last two are "names" and [word of this
// page or null, word of the other or null] if only their names keep the two apart
// (model/own_words.h), otherwise null.
[[nodiscard]] std::string reported_row(const PageName& page, const PageName& other,
                                       const Match& match, const OwnWords& words,
                                       std::string_view kept_by);

// {"cluster","url","file","offset","in_index","size","kinds":{"exact":1,...},"bytes_saved"}; the
// first ones are the representative's; kinds that did not occur are left out.
[[nodiscard]] std::string cluster_row(const PageName& representative, const ClusterCounts& counts);

// {"id","url","file","offset","original","original_url","original_file","original_offset",
// "representative","representative_url","representative_file","representative_offset","in_index"}:
// The row of a revisit, the removed page that it refers to, and the page that was kept for that one
// (with mode revisit: the replaced page, and the page that the revisit names now). If an earlier
// run removed it, `original` and `original_url` are those in the revisit, and its file and offset
// are unknown: null.
[[nodiscard]] std::string revisit_row(const PageName& revisit, const PageName& original,
                                      const PageName& representative);

// {"file","offset","length","reason"}: the row of a skipped record; without the length if `bytes`
// is 0.
[[nodiscard]] std::string skipped_row(const std::string& file, std::uint64_t offset,
                                      std::uint64_t bytes, Skip reason);

// The value of the member that annotate adds: {"removed","cluster","kind","representative",
// "representative_url","representative_file","representative_offset","in_index","distance",
// "resemblance","resemblance_error","containment","agreement","template","judged",
// "payload_identical","status","representative_status","kept_apart","name_words"}; null if a
// page has no cluster or does not repeat another.
[[nodiscard]] std::string annotation(const Annotation& said);
// The same, preceded by "id","url","file","offset": a row of annotations.jsonl.
[[nodiscard]] std::string annotation_row(const PageName& page, const Annotation& said);

}  // namespace facsim
