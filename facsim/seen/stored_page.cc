// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/stored_page.h"

#include "facsim/base/error.h"
#include "facsim/store/row_bytes.h"

namespace facsim {
namespace {

// The first byte of a row. The values are part of the format: docs/formats/store.md.
constexpr char kPageRow = 1;
constexpr char kErasureRow = 2;

// The parts of a row. The values are part of the format too.
enum Part : std::uint16_t {
  has_text = 1U << 0,
  has_fingerprint = 1U << 1,  // and a sketch
  has_layout = 1U << 2,
  has_witness_text = 1U << 3,
  is_short = 1U << 4,
  is_stub = 1U << 5,
  judged_visible = 1U << 6,
  has_site = 1U << 7,
  has_url_key = 1U << 8,
  has_title = 1U << 9,
  has_marks = 1U << 10,
  has_fetched = 1U << 11,
  is_member = 1U << 12,
  has_anchors = 1U << 13,
  has_crawl = 1U << 14,
  has_more = 1U << 15,  // another byte has the parts below
};
enum MorePart : std::uint8_t {
  has_bytes = 1U << 0,
  has_coverage = 1U << 1,
  has_left_out = 1U << 2,  // a sketch of it; only with coverage
  has_names = 1U << 3,
  has_status = 1U << 4,
};
constexpr unsigned kMoreParts = has_bytes | has_coverage | has_left_out | has_names | has_status;
constexpr unsigned kGarbled = 0x80;  // in the byte with the reason why most was left out

std::uint8_t more_parts_of(const StoredPage& page) {
  const Coverage& coverage = page.facts.coverage;
  unsigned parts = page.bytes ? unsigned{has_bytes} : 0;
  if (coverage != Coverage{}) parts |= has_coverage;
  if (coverage.has_text) parts |= has_left_out;
  if (page.facts.names.is_asked) parts |= has_names;
  if (page.facts.status != 0) parts |= has_status;
  return static_cast<std::uint8_t>(parts);
}

std::uint16_t parts_of(const StoredPage& page) {
  const PageFacts& facts = page.facts;
  const Witness& witness = facts.witness;
  unsigned parts = 0;
  const auto note = [&parts](bool is_there, Part part) {
    if (is_there) parts |= part;
  };
  note(facts.has_text, has_text);
  note(facts.has_fingerprint, has_fingerprint);
  note(facts.has_layout, has_layout);
  note(witness.has_text, has_witness_text);
  note(witness.is_short, is_short);
  note(witness.is_stub, is_stub);
  note(witness.judged_visible, judged_visible);
  note(witness.site != 0, has_site);
  note(witness.url != 0, has_url_key);
  note(witness.title != 0, has_title);
  note(witness.marks != 0, has_marks);
  note(page.fetched_s.has_value(), has_fetched);
  note(!page.is_representative(), is_member);
  note(!page.anchors.empty(), has_anchors);
  note(page.crawl != 0, has_crawl);
  note(more_parts_of(page) != 0, has_more);
  return static_cast<std::uint16_t>(parts);
}

void put_facts(RowBytesWriter& row, const PageFacts& facts) {
  row.put(facts.digest.low);
  row.put(facts.digest.high);
  row.put(facts.shingles);
  row.put(facts.units);
  if (facts.has_fingerprint) {
    row.put(facts.fingerprint);
    row.put(facts.sketch.bins);
  }
  if (facts.has_layout) row.put(facts.layout.bins);
  const Witness& witness = facts.witness;
  for (const std::uint64_t key : {witness.site, witness.url, witness.title, witness.marks}) {
    if (key != 0) row.put(key);
  }
  if (witness.has_text) row.put(witness.text.bins);
}

void put_coverage(RowBytesWriter& row, const Coverage& coverage) {
  const unsigned why = static_cast<unsigned>(coverage.mostly);
  row.put(coverage.visible);
  row.put(coverage.left_out);
  row.put(static_cast<std::uint8_t>(why | (coverage.is_garbled ? kGarbled : 0)));
  if (coverage.has_text) row.put(coverage.text.bins);
}

// Returns false if its parts are impossible: the row is damaged.
bool take_coverage(RowBytesReader& row, unsigned more, Coverage& coverage) {
  coverage.has_text = (more & has_left_out) != 0;
  if ((more & has_coverage) == 0) return !coverage.has_text;
  coverage.visible = row.take<std::uint64_t>();
  coverage.left_out = row.take<std::uint16_t>();
  const unsigned why = row.take<std::uint8_t>();
  coverage.is_garbled = (why & kGarbled) != 0;
  coverage.mostly = static_cast<LeftOut>(why & ~kGarbled);
  coverage.text = row.take_if<Sketch>(coverage.has_text);
  return (why & ~kGarbled) < unsigned{kLeftOutCount};
}

void put_names(RowBytesWriter& row, const Names& names) {
  row.put(static_cast<std::uint8_t>(names.of_visible ? 1 : 0));
  row.put(text_of(names));
  row.put(names.filter);
}

// Like take_coverage().
bool take_names(RowBytesReader& row, unsigned more, Names& names) {
  if ((more & has_names) == 0) return true;
  const unsigned of_visible = row.take<std::uint8_t>();
  const std::string words = row.take_text();
  names.is_asked = true;
  names.of_visible = of_visible == 1;
  names.filter = row.take<decltype(names.filter)>();
  return of_visible <= 1 && set_text(names, words);
}

PageFacts take_facts(RowBytesReader& row, unsigned parts) {
  PageFacts facts;
  facts.has_text = (parts & has_text) != 0;
  facts.has_fingerprint = (parts & has_fingerprint) != 0;
  facts.has_layout = (parts & has_layout) != 0;
  facts.digest.low = row.take<std::uint64_t>();
  facts.digest.high = row.take<std::uint64_t>();
  facts.shingles = row.take<std::uint32_t>();
  facts.units = row.take<std::uint32_t>();
  facts.fingerprint = row.take_if<std::uint64_t>(facts.has_fingerprint);
  facts.sketch = row.take_if<Sketch>(facts.has_fingerprint);
  facts.layout = row.take_if<Sketch>(facts.has_layout);
  Witness& witness = facts.witness;
  witness.site = row.take_if<std::uint64_t>((parts & has_site) != 0);
  witness.url = row.take_if<std::uint64_t>((parts & has_url_key) != 0);
  witness.title = row.take_if<std::uint64_t>((parts & has_title) != 0);
  witness.marks = row.take_if<std::uint64_t>((parts & has_marks) != 0);
  witness.has_text = (parts & has_witness_text) != 0;
  witness.text = row.take_if<Sketch>(witness.has_text);
  witness.is_short = (parts & is_short) != 0;
  witness.is_stub = (parts & is_stub) != 0;
  witness.judged_visible = (parts & judged_visible) != 0;
  return facts;
}

[[noreturn]] void throw_damaged_row(std::uint64_t number, const std::string& folder) {
  throw Error{ErrorCode::damaged,
              "row " + std::to_string(number) + " is damaged; load a backup of the store", folder};
}

StoredPage read_stored_page(RowBytesReader& row, std::uint64_t number, const std::string& folder) {
  const unsigned parts = row.take<std::uint16_t>();
  const unsigned more = row.take_if<std::uint8_t>((parts & has_more) != 0);
  if ((more & ~kMoreParts) != 0) {
    throw Error{ErrorCode::unsupported,
                "row " + std::to_string(number) + " has parts that a newer facsim writes; use that",
                folder};
  }
  StoredPage page;
  page.facts = take_facts(row, parts);
  const bool can_be_covered = take_coverage(row, more, page.facts.coverage);
  const bool can_be_named = take_names(row, more, page.facts.names);
  page.facts.status = row.take_if<std::uint16_t>((more & has_status) != 0);
  page.first_seen_ms = row.take<std::int64_t>();
  if ((parts & has_fetched) != 0) page.fetched_s = row.take<std::int64_t>();
  if ((more & has_bytes) != 0) page.bytes = row.take<std::uint64_t>();
  if ((parts & is_member) != 0) {
    page.representative = row.take<std::uint64_t>();
    page.rank = row.take<std::uint32_t>();
  }
  page.crawl = row.take_if<std::uint32_t>((parts & has_crawl) != 0);
  page.id = row.take_text();
  page.url = row.take_text();
  if ((parts & has_anchors) != 0) page.anchors = row.take_numbers();
  const bool is_lost_member = (parts & is_member) != 0 && page.representative == 0;
  const bool is_of_no_crawl = (parts & has_crawl) != 0 && page.crawl == 0;
  const bool has_no_more = (parts & has_more) != 0 && more == 0;
  if (!row.is_at_end() || is_lost_member || is_of_no_crawl || has_no_more || !can_be_covered ||
      !can_be_named) {
    throw_damaged_row(number, folder);
  }
  return page;
}

}  // namespace

std::string encode_row(const StoredPage& page) {
  RowBytesWriter row;
  row.put(kPageRow);
  row.put(parts_of(page));
  const std::uint8_t more = more_parts_of(page);
  if (more != 0) row.put(more);
  put_facts(row, page.facts);
  if ((more & has_coverage) != 0) put_coverage(row, page.facts.coverage);
  if ((more & has_names) != 0) put_names(row, page.facts.names);
  if ((more & has_status) != 0) row.put(page.facts.status);
  row.put(page.first_seen_ms);
  if (page.fetched_s) row.put(*page.fetched_s);
  if (page.bytes) row.put(*page.bytes);
  if (!page.is_representative()) {
    row.put(page.representative);
    row.put(page.rank);
  }
  if (page.crawl != 0) row.put(page.crawl);
  row.put(std::string_view(page.id));
  row.put(std::string_view(page.url));
  if (!page.anchors.empty()) {
    row.put(static_cast<std::uint32_t>(page.anchors.size()));
    for (const std::uint64_t anchor : page.anchors) row.put(anchor);
  }
  return row.take();
}

std::string encode_row(const Erasure& erasure) {
  RowBytesWriter row;
  row.put(kErasureRow);
  row.put(static_cast<std::uint32_t>(erasure.rows.size()));
  for (const std::uint64_t number : erasure.rows) row.put(number);
  return row.take();
}

std::variant<StoredPage, Erasure> decode_row(std::string_view bytes, std::uint64_t number,
                                             const std::string& folder) {
  RowBytesReader row(bytes);
  const char kind = row.take<char>();
  if (kind == kPageRow) return read_stored_page(row, number, folder);
  if (kind == kErasureRow) {
    Erasure erasure{row.take_numbers()};
    if (!row.is_at_end()) throw_damaged_row(number, folder);
    return erasure;
  }
  if (!row.is_sound() || kind == 0) throw_damaged_row(number, folder);
  throw Error{ErrorCode::unsupported,
              "row " + std::to_string(number) + " is of a kind (" + std::to_string(kind) +
                  ") that a newer facsim writes; use that",
              folder};
}

}  // namespace facsim
