// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/large_pages.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/input/large_record.h"
#include "facsim/input/sha.h"
#include "facsim/input/stored_body.h"

namespace facsim {
namespace {

// The parts of a key, joined so that the end of each part is unambiguous.
class KeyText {
 public:
  void number(std::uint64_t value) { text_ += std::to_string(value) + ','; }
  void text(std::string_view part) {
    number(part.size());
    text_.append(part);
  }
  void digest(const LargeBytes& large) {
    text_ += 'd';
    number(large.bytes);
    text_.append(reinterpret_cast<const char*>(large.digest.data()), large.digest.size());
    bytes_ += large.bytes;
  }
  // Adds a text that is present in full.
  void whole(std::string_view part) {
    text_ += 't';
    text(part);
    bytes_ += part.size();
  }

  [[nodiscard]] LargePage made() const {
    const Sha256 all = sha256(text_);
    LargePage page;
    std::memcpy(&page.key.low, all.data(), sizeof(page.key.low));
    std::memcpy(&page.key.high, all.data() + sizeof(page.key.low), sizeof(page.key.high));
    page.bytes = bytes_;
    return page;
  }

 private:
  std::string text_;
  std::uint64_t bytes_ = 0;
};

void add_reading(const Page& page, KeyText& key) {
  key.number(page.format == PageFormat::html ? 1 : 0);
  key.number(static_cast<std::uint64_t>(page.markup));
  key.number(page.is_unicode ? 1 : 0);
  key.text(page.http_charset);
}

bool is_archive(FileKind kind) noexcept { return kind == FileKind::warc || kind == FileKind::arc; }

LargePage page_of_body(const LargeBytes& large, const StoredBody& body) {
  KeyText key;
  key.text("body");
  key.number(body.read_as);
  key.digest(large);
  return key.made();
}

bool is_blank(std::string_view text) noexcept {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

// Adds a text of a record that has stand-ins. Returns false for a stand-in of another record.
bool add_text(std::string_view text, const RawRecord& record, KeyText& key) {
  if (!is_stand_in(text)) {
    key.whole(text);
    return true;
  }
  const LargeBytes* const large = stands_for(text, record.large);
  if (large != nullptr) key.digest(*large);
  return large != nullptr;
}

}  // namespace

std::optional<LargePage> large_page(const Decoded& decoded, const RawRecord& record,
                                    FileKind kind) {
  const Page& page = decoded.page;
  if (is_archive(kind)) {
    const bool is_arc = kind == FileKind::arc;
    return page_of_body(record.large.front(),
                        stored_body_of(record.bytes, record.header_bytes, is_arc));
  }
  KeyText key;
  key.text("page");
  add_reading(page, key);
  if (is_whole_file(kind)) {
    key.digest(record.large.front());
    return key.made();
  }
  // A stand-in has the length of an id or URL, not its content.
  if (is_stand_in(page.id) || is_stand_in(page.url) || is_stand_in(page.count_value)) {
    return std::nullopt;
  }
  if (is_blank(page.bytes) && page.fields.empty()) return std::nullopt;
  if (!add_text(page.bytes, record, key)) return std::nullopt;
  for (const PageField& field : page.fields) {
    key.text(field.name);
    if (!add_text(field.text, record, key)) return std::nullopt;
  }
  LargePage made = key.made();
  if (has_json_records(kind)) {
    const std::uint64_t begin = record.extent.begin;
    made.brace_offset = begin + original_place(decoded.brace_offset - begin, record.large);
  }
  return made;
}

std::optional<LargePage> large_page(const Page& page, const RawRecord& record) {
  if (record.large.empty()) return std::nullopt;
  KeyText key;
  key.text("page");
  add_reading(page, key);
  key.digest(record.large.front());
  return key.made();
}

std::optional<LargePage> large_body(const RawRecord& record, FileKind kind,
                                    std::uint64_t bytes_max) {
  const bool is_one_record = record.segment.number == 0 && !record.lacks_segments &&
                             record.stated_length == StatedLength::right;
  if (bytes_max == 0 || !is_archive(kind) || !is_one_record) return std::nullopt;
  const StoredBody body = stored_body_of(record.bytes, record.header_bytes, kind == FileKind::arc);
  const std::string_view bytes = std::string_view(record.bytes).substr(body.begin);
  LargeDigest digest(bytes_max);
  digest.add(bytes);
  const std::optional<LargeBytes> large = digest.finish();
  if (!large || !body.is_whole(large->bytes, digest.tail())) return std::nullopt;
  return page_of_body(*large, body);
}

std::optional<LargeBytes> digest_of(const Page& page, std::uint64_t bytes_max) {
  if (!page.given.empty()) return std::nullopt;
  std::uint64_t bytes = page.bytes.size();
  for (const PageField& field : page.fields) bytes += field.text.size();
  if (bytes == 0 || bytes > bytes_max) return std::nullopt;
  Sha256Stream stream;
  const auto add = [&stream](std::string_view part) {
    stream.add(std::to_string(part.size()) + ',');
    stream.add(part);
  };
  add(page.bytes);
  for (const PageField& field : page.fields) {
    add(field.name);
    add(field.text);
  }
  LargeBytes made;
  made.digest = stream.finish();
  made.bytes = bytes;
  return made;
}

LargePages::LargePages(Scratch& scratch, std::uint64_t memory_bytes)
    : scratch_(&scratch), entries_(scratch, memory_bytes) {}

void LargePages::add(const LargePage& large, std::uint64_t scope_key, std::uint32_t page,
                     std::uint64_t skip) {
  entries_.add({large.key, scope_key, page, skip, large.brace_offset});
}

// After sorting, pages with the same key and scope are neighbours.
void LargePages::find_equal(SpillSorter<LargeFound>& found) {
  entries_.sort();
  const auto add = [&found](const LargeEntry& entry) {
    found.add({entry.page, entry.skip, entry.brace_offset, entry.key});
  };
  std::optional<LargeEntry> last;
  bool last_has_equal = false;
  for (LargeEntry entry; entries_.next(entry);) {
    const bool is_equal = last && last->key == entry.key && last->scope_key == entry.scope_key;
    if (is_equal && !last_has_equal) add(*last);
    if (is_equal) add(entry);
    last_has_equal = is_equal;
    last = entry;
  }
  found.sort();
}

std::uint64_t LargePages::resolve(Corpus& corpus, std::uint64_t memory_bytes,
                                  const std::function<void(std::uint32_t, const PageRow&)>& visit) {
  if (entries_.size() < 2) return 0;
  SpillSorter<LargeFound> found(*scratch_, memory_bytes / 2);
  find_equal(found);
  if (found.size() == 0) return 0;

  SpillArray<PageRow> rows(*scratch_, memory_bytes);
  SpillArray<SkipRow> skips(*scratch_, memory_bytes / 16);
  LargeFound next;
  bool has_next = found.next(next);
  std::uint64_t skip = 0;
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    PageRow row = corpus.rows.at(page);
    if (has_next && next.page == page) {
      row.has_text = true;
      row.units = kUnitsUnread;
      row.digest = next.key;
      row.brace_offset = next.brace_offset;
      for (; skip < next.skip; ++skip) skips.push_back(corpus.skips.at(skip));
      ++skip;
      visit(page, row);
      has_next = found.next(next);
    }
    rows.push_back(row);
  }
  for (; skip < corpus.skips.size(); ++skip) skips.push_back(corpus.skips.at(skip));
  corpus.rows = std::move(rows);
  corpus.skips = std::move(skips);
  return found.size();
}

}  // namespace facsim
