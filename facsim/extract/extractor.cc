// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/extractor.h"

#include <algorithm>
#include <utility>

#include "facsim/base/limits.h"
#include "facsim/extract/charset.h"
#include "facsim/extract/html_parser_internal.h"
#include "facsim/extract/main_text.h"
#include "facsim/extract/markup.h"
#include "facsim/extract/tree_walk_internal.h"
#include "facsim/extract/url.h"
#include "facsim/extract/xhtml_reader_internal.h"

namespace facsim {
namespace {

// The buffers of a larger page are freed after it.
constexpr std::size_t kReusedBufferBytesMax = std::size_t{256} << 10;
// The estimated memory of a page (run/page_budget.h): XHTML may become longer when converted.
constexpr std::size_t kBytesPerHtmlByte = 16;

// Remembers how much memory a page requested.
class OuterRoom final : public MemoryRoom {
 public:
  explicit OuterRoom(MemoryRoom* room) : room_(room) {}
  void need(std::size_t bytes) override {
    needed_ = std::max(needed_, bytes);
    room_->need(bytes);
  }
  void need_more(std::size_t bytes) { room_->need(needed_ + bytes); }

 private:
  MemoryRoom* room_;
  std::size_t needed_ = 0;
};

// The room of an inner page, which is parsed while the outer one is in memory.
class InnerRoom final : public MemoryRoom {
 public:
  explicit InnerRoom(OuterRoom& outer) : outer_(&outer) {}
  void need(std::size_t bytes) override { outer_->need_more(bytes); }

 private:
  OuterRoom* outer_;
};

std::vector<Block> describe(const BlockText& page, const std::vector<BlockReason>& reasons,
                            std::vector<std::string> paths) {
  std::vector<Block> blocks;
  blocks.reserve(page.blocks.size());
  for (std::size_t i = 0; i < page.blocks.size(); ++i) {
    const BlockSpan& span = page.blocks[i];
    Block& block = blocks.emplace_back();
    block.text = page.text_of(span);
    block.reason = reasons[i];
    block.link_density = span.link_density();
    block.words = span.words;
    block.chars = span.chars;
    if (i < paths.size()) block.path = std::move(paths[i]);
  }
  return blocks;
}

// The paragraphs of plain text: its lines between empty ones.
std::vector<Block> paragraphs_of(std::string_view text) {
  BlockText page;
  BlockBuilder builder(page);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r\f\v") == std::string_view::npos) builder.end_block();
    builder.add(line, false, 0);
    builder.add(" ", false, 0);
  }
  builder.end_block();
  return describe(page, std::vector(page.blocks.size(), BlockReason::plain), {});
}

std::string canonical_url(const HeadFacts& head, const std::string& page_url) {
  if (head.canonical_href.empty()) return {};
  std::string base = page_url;
  if (!head.base_href.empty()) base = resolve_url(page_url, head.base_href);
  std::string url = resolve_url(base, head.canonical_href);
  if (url.size() > limits::kLabelBytesMax) url.clear();
  return url;
}

}  // namespace

struct Extractor::State {
  ExtractOptions options;
  Decoder decoder;
  XhtmlReader xhtml;
  HtmlParser parser;
  TreeWalk walk;

  void read_text(std::string_view text, Document& document) const;
  void read_html(std::string_view html, const Page& page, Document& document, MemoryRoom* room);
};

void Extractor::State::read_text(std::string_view text, Document& document) const {
  document.visible_text = text;
  // Searching for a NUL is much faster than erasing none.
  if (!options.keep_nul && text.find('\0') != std::string_view::npos) {
    std::erase(document.visible_text, '\0');
  }
  if (options.with_blocks) document.blocks = paragraphs_of(document.visible_text);
}

void Extractor::State::read_html(std::string_view html, const Page& page, Document& document,
                                 MemoryRoom* room) {
  OuterRoom outer_room(room);
  lxb_html_document_t& tree = parser.parse(html, room == nullptr ? nullptr : &outer_room);
  InnerRoom inner_room(outer_room);
  walk.walk(tree, {.with_paths = options.with_blocks,
                   .with_layout_names = options.with_layout_names,
                   .room = room == nullptr ? nullptr : &inner_room});
  parser.release();
  BlockText& text = walk.blocks();
  const std::vector<BlockReason> reasons =
      judge_blocks(text, {.title = walk.head().title, .is_manual = walk.head().is_manual});

  document.has_markup = true;
  document.is_cut = parser.was_cut();
  document.title = std::move(walk.head().title);
  document.language = std::move(walk.head().language);
  document.canonical_url = canonical_url(walk.head(), page.url);
  document.main_text = join_main(text, reasons);
  document.named_text = join_named(text, reasons);
  document.hidden_text = walk.hidden().text;
  if (const std::size_t heading = first_heading(text, reasons); heading < reasons.size()) {
    document.heading = text.text_of(text.blocks[heading]);
    document.heading_is_main = is_main(reasons[heading]);
  }
  document.layout = walk.layout().hashes();
  if (options.with_layout_names) document.layout_names = walk.layout().take_names();
  if (options.with_blocks) document.blocks = describe(text, reasons, std::move(walk.paths()));
  if (html.size() <= kReusedBufferBytesMax) {
    document.visible_text = text.text;
  } else {
    document.visible_text = std::move(text.text);
    walk = TreeWalk{};
  }
}

Extractor::Extractor(ExtractOptions options) : state_(std::make_unique<State>()) {
  state_->options = options;
}
Extractor::~Extractor() = default;
Extractor::Extractor(Extractor&&) noexcept = default;

Document Extractor::extract(const Page& page, MemoryRoom* room) {
  const bool is_html = page.format == PageFormat::html;
  const DecodedText decoded = state_->decoder.decode(
      page.bytes,
      {.http_charset = page.http_charset, .is_html = is_html, .is_unicode = page.is_unicode});
  Document document;
  document.charset = decoded.charset;
  document.replaced = decoded.replaced;
  if (is_xhtml(page, decoded.text)) {
    const std::string_view html = state_->xhtml.as_html(decoded.text);
    if (room != nullptr) room->need(kBytesPerHtmlByte * html.size());
    state_->read_html(html, page, document, room);
  } else if (is_html) {
    state_->read_html(decoded.text, page, document, room);
  } else {
    state_->read_text(decoded.text, document);
  }
  if (page.bytes.size() > kReusedBufferBytesMax) {
    state_->decoder = Decoder{};
    state_->xhtml = XhtmlReader{};
  }
  return document;
}

}  // namespace facsim
