// SPDX-License-Identifier: Apache-2.0
#pragma once
// The members of result rows, in their order, for JsonLine and for writers of columns.

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "facsim/model/match.h"
#include "facsim/model/own_words.h"
#include "facsim/model/page_name.h"
#include "facsim/model/summary.h"
#include "facsim/report/annotation.h"
#include "facsim/report/json_line.h"

namespace facsim::row_members {

template <class Row>
void add_page(Row& row, const PageName& page) {
  row.text("id", label_of(page));
  row.text_or_null("url", page.url);
  row.text("file", page.file);
  row.number("offset", page.offset);
}

template <class Row>
void add_status(Row& row, const char* name, std::uint16_t status) {
  if (status == 0) return row.null(name);
  row.number(name, status);
}

template <class Row>
void add_distance(Row& row, const Match& match) {
  if (match.distance < 0) return row.null("distance");
  row.number("distance", static_cast<std::uint64_t>(match.distance));
}

template <class Row>
void add_likeness(Row& row, const Match& match) {
  row.ratio("resemblance", match.resemblance);
  if (match.by == By::sketch) {
    row.ratio("resemblance_error", match.error);
  } else {
    row.null("resemblance_error");
  }
  row.ratios("containment", std::array{match.containment, match.containment_reverse});
  if (match.agreement) {
    row.ratio("agreement", *match.agreement);
  } else {
    row.null("agreement");
  }
  if (match.is_template) {
    row.boolean("template", *match.is_template);
  } else {
    row.null("template");
  }
  row.ratios("judged", match.judged);
  if (match.same_payload) {
    row.boolean("payload_identical", *match.same_payload);
  } else {
    row.null("payload_identical");
  }
}

template <class Row>
void add_representative(Row& row, const PageName& representative) {
  row.text("representative", label_of(representative));
  row.text_or_null("representative_url", representative.url);
  row.text("representative_file", representative.file);
  row.number("representative_offset", representative.offset);
  row.boolean("in_index", representative.in_index);
}

template <class Row>
void add_duplicate(Row& row, const PageName& page, const PageName& representative,
                   const Match& match) {
  add_page(row, page);
  add_representative(row, representative);
  row.text("kind", name_of(match.kind));
  add_distance(row, match);
  add_likeness(row, match);
  row.text("cluster", label_of(representative));
  row.text("by", name_of(match.by));
  add_status(row, "status", page.status);
  add_status(row, "representative_status", representative.status);
}

// Adds "names" and the words if only their names keep two pages apart, otherwise nulls.
template <class Row>
void add_kept_apart(Row& row, const OwnWords& words) {
  if (!words.any()) {
    row.null("kept_apart");
    return row.null("name_words");
  }
  row.text("kept_apart", "names");
  row.texts_or_null("name_words", std::array{words.page, words.other});
}

template <class Row>
void add_reported(Row& row, const PageName& page, const PageName& other, const Match& match,
                  const OwnWords& words, std::string_view kept_by) {
  add_duplicate(row, page, other, match);
  row.text_or_null("kept_by", kept_by);
  add_kept_apart(row, words);
}

template <class Row>
void add_annotation(Row& row, const Annotation& annotation) {
  row.boolean("removed", annotation.removed);
  if (annotation.cluster) {
    row.text("cluster", label_of(*annotation.cluster));
  } else {
    row.null("cluster");
  }
  if (annotation.other && annotation.match) {
    row.text("kind", name_of(annotation.match->kind));
    add_representative(row, *annotation.other);
    add_distance(row, *annotation.match);
    add_likeness(row, *annotation.match);
  } else {
    for (const char* name :
         {"kind", "representative", "representative_url", "representative_file",
          "representative_offset", "in_index", "distance", "resemblance", "resemblance_error",
          "containment", "agreement", "template", "judged", "payload_identical"}) {
      row.null(name);
    }
  }
  add_status(row, "status", annotation.status);
  add_status(row, "representative_status", annotation.other ? annotation.other->status : 0);
  add_kept_apart(row, annotation.words);
}

// The last member of a removed page's row.
template <class Row>
void add_revisit_of(Row& row, const std::string& revisit_of) {
  row.text_or_null("revisit_of", revisit_of);
}

// Kinds that did not occur are left out.
template <class Row>
void add_kinds(Row& row, const ClusterCounts& counts) {
  for (std::size_t i = 0; i < counts.kinds.size(); ++i) {
    if (counts.kinds[i] != 0) row.number(name_of(static_cast<Kind>(i)), counts.kinds[i]);
  }
}

inline void add_kinds_member(JsonLine& row, const ClusterCounts& counts) {
  JsonLine kinds;
  add_kinds(kinds, counts);
  row.json("kinds", std::move(kinds).take());
}

template <class Row>
void add_cluster(Row& row, const PageName& representative, const ClusterCounts& counts) {
  row.text("cluster", label_of(representative));
  row.text_or_null("url", representative.url);
  row.text("file", representative.file);
  row.number("offset", representative.offset);
  row.boolean("in_index", representative.in_index);
  row.number("size", counts.size);
  add_kinds_member(row, counts);
  row.number("bytes_saved", counts.bytes_saved);
}

}  // namespace facsim::row_members
