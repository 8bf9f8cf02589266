// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/html_parser_internal.h"

#include <lexbor/html/tree/open_elements.h>

#include <algorithm>
#include <array>
#include <new>

#include "facsim/base/limits.h"
#include "facsim/extract/ascii_internal.h"
#include "facsim/extract/html_attributes_internal.h"
#include "facsim/extract/parser_tags_internal.h"

namespace facsim {
namespace {

// The page is parsed in pieces, so that tables can be checked in between.
constexpr std::size_t kChunkBytes = 16384;
constexpr std::size_t kAttributeNamesMax = 2048;
constexpr std::size_t kNameBuckets = 4096;
// After a larger page or tree, a parser is discarded with everything that it allocated.
constexpr std::size_t kReusedParserBytesMax = std::size_t{512} << 10;
constexpr std::size_t kReuseTreeBytesMax = std::size_t{16} << 20;
// Memory for the page, its text, and its blocks and regions, which are less than half of the tree.
constexpr std::size_t kBytesBesideTree = 6;
constexpr std::size_t kNoPlace = std::string_view::npos;
constexpr std::size_t half_more(std::size_t bytes) { return bytes + bytes / 2; }

// Returns the position of the next end tag of this name; npos if there is none.
std::size_t find_end_tag(std::string_view html, std::string_view name, std::size_t from) {
  const auto is_it = [&](std::size_t at) {
    if (!equals_ignoring_case(html.substr(at + 2, name.size()), name)) return false;
    const std::string_view rest = html.substr(at + 2 + name.size());
    return rest.empty() || rest[0] == '>' || rest[0] == '/' || rest[0] == ' ' ||
           (rest[0] >= '\t' && rest[0] <= '\r');
  };
  std::size_t at = html.find("</", from);
  while (at != html.npos && !is_it(at)) at = html.find("</", at + 2);
  return at;
}

bool is_table_part(const lxb_dom_node_t& node) {
  switch (node.local_name) {
    case LXB_TAG_TABLE:
    case LXB_TAG_TBODY:
    case LXB_TAG_TFOOT:
    case LXB_TAG_THEAD:
    case LXB_TAG_TR:
      return node.ns == LXB_NS_HTML;
    default:
      return false;
  }
}

std::size_t text_bytes(const lxb_dom_node_t* node) {
  if (node == nullptr || node->local_name != LXB_TAG__TEXT) return 0;
  return reinterpret_cast<const lxb_dom_character_data_t*>(node)->data.length;
}

void check(lxb_status_t status) {
  if (status == LXB_STATUS_ERROR_MEMORY_ALLOCATION) throw std::bad_alloc();
}

}  // namespace

struct HtmlParser::State {
  lxb_html_document_t* document = nullptr;
  lexbor_hash_t* attribute_names = nullptr;
  lxb_html_tree_t* tree = nullptr;
  lxb_html_tokenizer_token_f build = nullptr;  // lexbor's tree builder
  void* build_context = nullptr;

  std::string_view page;
  // The next end tag of each element that may swallow the page, as far as one was searched.
  std::array<std::size_t, kSwallowers> next_end{};
  // The next end of a comment after the last one examined, in both forms; so all searches together
  // read the page once.
  std::array<std::size_t, 2> next_comment_end{};
  bool title_is_open = false;  // a title that is never closed
  bool cut = false;
  std::uint64_t steps = 0;
  std::uint64_t steps_max = 0;
  std::size_t tree_bytes_max = 0;
  std::size_t tree_bytes_granted = 0;  // by the room
  MemoryRoom* room = nullptr;
  std::size_t largest_page = 0;
  bool is_clean = true;  // cleaning takes as long as a small page
  // Dropped start tags whose end tags are still to come.
  std::array<std::uint32_t, LXB_TAG__LAST_ENTRY> dropped{};
  std::uint64_t dropped_count = 0;

  State() { open(); }
  ~State() { close(); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void open();
  void close() noexcept;
  void begin(std::string_view html);
  void release();
  [[nodiscard]] std::size_t tree_bytes() const;
  void ask_for_tree(std::size_t tree_bytes);
  void look_after_names(lxb_html_tokenizer_t& tokenizer);
  static void look_after_buffer(lxb_html_tokenizer_t& tokenizer);
  bool admits_tag(const lxb_html_token_t& token);
  bool swallows_the_rest(const lxb_html_token_t& token);
  void close_title();
  [[nodiscard]] bool is_open_comment(const lxb_html_token_t& token);
  [[nodiscard]] std::size_t find_open(lxb_tag_id_t tag) const;
  [[nodiscard]] lxb_dom_node_t* open_at(std::size_t place) const;
  void charge_text(const lxb_dom_node_t& current);
  static lxb_html_token_t* on_token(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token,
                                    void* self);
};

void HtmlParser::State::open() {
  document = lxb_html_document_create();
  if (document == nullptr) throw std::bad_alloc();
  // Removes callbacks for scripts and styles (selected options, style sheets), which have no effect
  // on the shown text.
  lxb_dom_document_mutation_init(&document->dom_document);
  attribute_names = lexbor_hash_create();
  if (attribute_names == nullptr) throw std::bad_alloc();
  check(lexbor_hash_init(attribute_names, kNameBuckets, sizeof(lxb_dom_attr_data_t)));
}

void HtmlParser::State::close() noexcept {
  document = lxb_html_document_destroy(document);
  attribute_names = lexbor_hash_destroy(attribute_names, true);
}

std::size_t HtmlParser::State::tree_bytes() const {
  const lexbor_mem_t& nodes = *document->dom_document.mraw->mem;
  return nodes.chunk_length * nodes.chunk_min_size;
}

// Called when the tree has grown beyond the grant: requests more than that at once.
void HtmlParser::State::ask_for_tree(std::size_t tree_bytes) {
  tree_bytes_granted = half_more(tree_bytes);
  if (room != nullptr) {
    room->need(kBytesBesideTree * page.size() + half_more(tree_bytes_granted));
  }
}

void HtmlParser::State::release() {
  if (largest_page > kReusedParserBytesMax || tree_bytes() > kReuseTreeBytesMax) {
    close();
    open();
    largest_page = 0;
  } else {
    lxb_html_document_clean(document);
  }
  is_clean = true;
  page = {};
}

void HtmlParser::State::begin(std::string_view html) {
  const std::size_t page_bytes = html.size();
  largest_page = std::max(largest_page, page_bytes);
  page = html;
  next_end.fill(0);
  next_comment_end.fill(0);
  title_is_open = false;
  cut = false;
  steps = 0;
  steps_max = kStepsBase + kStepsPerByte * page_bytes;
  tree_bytes_max = kTreeBytesBase + kTreeBytesPerByte * page_bytes;
  dropped.fill(0);
  dropped_count = 0;

  if (!is_clean) lxb_html_document_clean(document);
  is_clean = false;
  check(lxb_html_document_parse_chunk_begin(document));
  auto* parser = static_cast<lxb_html_parser_t*>(document->dom_document.parser);
  if (parser == nullptr) throw std::bad_alloc();
  lexbor_hash_clean(attribute_names);
  lxb_html_tokenizer_attrs_set(parser->tkz, attribute_names);
  tree = parser->tree;
  // As in browsers, <noscript> is raw text: unclosed markup in it does not leak out.
  lxb_html_document_scripting_set(document, true);
  if (parser->tkz->callback_token_done != &on_token) {
    build = parser->tkz->callback_token_done;
    build_context = parser->tkz->callback_token_ctx;
  }
  lxb_html_tokenizer_callback_token_done_set(parser->tkz, &on_token, this);
}

// Called between chunks, when a token may be partly read.
void HtmlParser::State::look_after_names(lxb_html_tokenizer_t& tokenizer) {
  if (lexbor_dobject_allocated(document->dom_document.tags->entries) > kTagNamesMax) cut = true;
  if (lexbor_dobject_allocated(attribute_names->entries) <= kAttributeNamesMax) return;
  lxb_html_token_t& token = *tokenizer.token;
  lxb_html_token_attr_t* next = nullptr;
  for (lxb_html_token_attr_t* at = token.attr_first; at != nullptr; at = next) {
    next = at->next;
    if (at->name == nullptr || has_number(*at->name)) continue;
    if (next == nullptr) {
      at->name = lxb_dom_attr_data_undef();  // its value may still be on the way
    } else {
      lxb_html_token_attr_delete(&token, at, tokenizer.dobj_token_attr);
    }
  }
  lexbor_hash_clean(attribute_names);
}

// Called between chunks. lexbor grows the buffer of a token by just the missing bytes, so that a
// long text would be copied once per chunk; doubled, it is copied a few times in total.
void HtmlParser::State::look_after_buffer(lxb_html_tokenizer_t& tokenizer) {
  if (static_cast<std::size_t>(tokenizer.end - tokenizer.pos) > 2 * kChunkBytes) return;
  const auto used = static_cast<std::size_t>(tokenizer.pos - tokenizer.start);
  const std::size_t size =
      2 * static_cast<std::size_t>(tokenizer.end - tokenizer.start) + 2 * kChunkBytes;
  void* grown = lexbor_realloc(tokenizer.start, size);
  if (grown == nullptr) throw std::bad_alloc();
  tokenizer.start = static_cast<lxb_char_t*>(grown);
  tokenizer.pos = tokenizer.start + used;
  tokenizer.end = tokenizer.start + size;
}

// True if the tree builder may receive this start or end tag.
bool HtmlParser::State::admits_tag(const lxb_html_token_t& token) {
  const std::size_t open_count = tree->open_elements->length;
  const lxb_tag_id_t tag = token.tag_id;
  const bool has_number = tag < LXB_TAG__LAST_ENTRY;
  if ((token.type & LXB_HTML_TOKEN_TYPE_CLOSE) != 0) {
    if (dropped_count != 0 && has_number && dropped[tag] != 0) {
      --dropped[tag];
      --dropped_count;
      return false;
    }
    // A formatting element's end starts the adoption agency, of up to eight rounds.
    steps += is_formatting(tag) ? 8 * open_count : open_count;
    return true;
  }
  steps += open_count;
  const bool too_deep = open_count >= limits::kHtmlDepthMax;
  const bool too_formatted =
      tree->active_formatting->length >= kFormattingMax && is_formatting(tag);
  if (!too_deep && !too_formatted) return true;
  if (lxb_html_tag_is_void(tag)) return true;
  const lxb_dom_node_t* current = lxb_html_tree_current_node(tree);
  if (holds_raw_text(tag) && current != nullptr && current->ns == LXB_NS_HTML) return true;
  steps -= open_count;
  if (has_number && (token.type & LXB_HTML_TOKEN_TYPE_CLOSE_SELF) == 0) {
    ++dropped[tag];
    ++dropped_count;
  }
  return false;
}

// True if this start tag is of raw text whose end tag does not follow. Examines no byte twice.
bool HtmlParser::State::swallows_the_rest(const lxb_html_token_t& token) {
  const auto* const at = std::ranges::find(kSwallowerTags, token.tag_id);
  const lxb_dom_node_t* current = lxb_html_tree_current_node(tree);
  if (current != nullptr && current->ns != LXB_NS_HTML) return false;
  const auto* const begin = reinterpret_cast<const char*>(token.begin);
  if (begin < page.data() || begin >= page.data() + page.size()) return false;
  const auto offset = static_cast<std::size_t>(begin - page.data());
  const auto which = static_cast<std::size_t>(at - kSwallowerTags.begin());
  std::size_t& end = next_end[which];
  if (end <= offset) end = find_end_tag(page, kSwallowerNames[which], offset);
  return end == page.npos;
}

// True if a comment was never closed and contains more than a little text.
bool HtmlParser::State::is_open_comment(const lxb_html_token_t& token) {
  constexpr std::size_t kLittleBytes = 200;
  const auto* const begin = reinterpret_cast<const char*>(token.begin);
  if (token.text_end - token.text_start < static_cast<std::ptrdiff_t>(kLittleBytes)) return false;
  if (begin < page.data() || begin >= page.data() + page.size()) return false;
  const auto at = static_cast<std::size_t>(begin - page.data());
  // Bogus comments (<?php) begin differently and end with the first ">". lexbor reports the first
  // byte of the comment's text.
  constexpr std::string_view kOpening = "<!--";
  const std::size_t near = at - std::min(at, kOpening.size());
  if (page.substr(near, 2 * kOpening.size()).find(kOpening) == page.npos) return false;
  constexpr std::array<std::string_view, 2> kEnds = {"-->", "--!>"};
  for (std::size_t i = 0; i < kEnds.size(); ++i) {
    std::size_t& end = next_comment_end[i];
    if (end != page.npos && end <= at) end = page.find(kEnds[i], at);
  }
  return next_comment_end[0] == page.npos && next_comment_end[1] == page.npos;
}

// Returns the index of the innermost open element of this tag.
std::size_t HtmlParser::State::find_open(lxb_tag_id_t tag) const {
  const lexbor_array_t& open = *tree->open_elements;
  for (std::size_t i = open.length; i > 0; --i) {
    const auto& node = *static_cast<const lxb_dom_node_t*>(open.list[i - 1]);
    if (node.local_name == tag && node.ns == LXB_NS_HTML) return i - 1;
  }
  return kNoPlace;
}

lxb_dom_node_t* HtmlParser::State::open_at(std::size_t place) const {
  if (place == kNoPlace) return nullptr;
  return static_cast<lxb_dom_node_t*>(tree->open_elements->list[place]);
}

// Ends the title as its end tag would: HTML5, "text" insertion mode.
void HtmlParser::State::close_title() {
  title_is_open = false;
  lxb_html_tree_open_elements_pop(tree);
  tree->mode = tree->original_mode;
}

// The tree builder appends text to an existing text node by copying both.
void HtmlParser::State::charge_text(const lxb_dom_node_t& current) {
  if (!is_table_part(current)) {
    if (text_bytes(current.last_child) <= kTextJoinMax) return;
    auto* comment = lxb_dom_document_create_comment(&document->dom_document, nullptr, 0);
    if (comment == nullptr) {
      cut = true;
      return;
    }
    lxb_dom_node_insert_child(const_cast<lxb_dom_node_t*>(&current),
                              lxb_dom_interface_node(comment));
    return;
  }
  // Text between a table's parts is moved before the table.
  const lxb_dom_node_t* table = &current;
  for (int i = 0; i < 3 && table != nullptr && table->local_name != LXB_TAG_TABLE; ++i) {
    table = table->parent;
  }
  if (table != nullptr) steps += text_bytes(table->prev) / 8;
}

lxb_html_token_t* HtmlParser::State::on_token(lxb_html_tokenizer_t* tokenizer,
                                              lxb_html_token_t* token, void* self) {
  State& state = *static_cast<State*>(self);
  lxb_html_tree_t& tree = *state.tree;
  const lxb_tag_id_t tag = token->tag_id;
  if (tag == LXB_TAG__END_OF_FILE) return state.build(tokenizer, token, state.build_context);
  const std::size_t tree_bytes = state.tree_bytes();
  if (tree_bytes > state.tree_bytes_granted) state.ask_for_tree(tree_bytes);
  if (state.steps > state.steps_max || tree_bytes > state.tree_bytes_max) state.cut = true;
  if (state.cut) return token;
  if (tag == LXB_TAG__EM_COMMENT && !state.is_open_comment(*token)) return token;
  lexbor_array_obj_clean(tree.parse_errors);
  lexbor_array_obj_clean(tokenizer->parse_errors);

  const lxb_dom_node_t* current = lxb_html_tree_current_node(&tree);
  if (tag == LXB_TAG__TEXT) {
    state.steps += tree.active_formatting->length;
    if (current != nullptr) state.charge_text(*current);
    return state.build(tokenizer, token, state.build_context);
  }
  if (state.title_is_open) state.close_title();
  if (tag == LXB_TAG__EM_COMMENT) return state.build(tokenizer, token, state.build_context);
  std::uintptr_t marks = reduce_attributes(*token, tokenizer->dobj_token_attr);
  const bool is_start = (token->type & LXB_HTML_TOKEN_TYPE_CLOSE) == 0;
  const bool hides = hides_content(tag);
  if (hides && is_start) marks |= kMarkUnclosed;
  const std::size_t closing = hides && !is_start ? state.find_open(tag) : kNoPlace;
  lxb_dom_node_t* const closed = state.open_at(closing);
  const bool is_open_ended = is_start && may_swallow(tag) && state.swallows_the_rest(*token);
  if (is_open_ended && tag != LXB_TAG_TITLE) return token;
  if (!state.admits_tag(*token)) return token;
  token = state.build(tokenizer, token, state.build_context);
  if (is_open_ended && token != nullptr && lxb_html_tree_current_node(&tree)->local_name == tag) {
    lxb_html_tokenizer_state_set(tokenizer, lxb_html_tokenizer_state_data_before);
    state.title_is_open = true;
  }
  if (closed != nullptr && tree.open_elements->length <= closing) {
    closed->user = reinterpret_cast<void*>(marks_of(*closed) & ~std::uintptr_t{kMarkUnclosed});
  }
  if (marks != 0 && is_start && token != nullptr) {
    lxb_dom_node_t* element = lxb_html_tree_current_node(&tree);
    if (element != nullptr && element->local_name == tag) {
      element->user = reinterpret_cast<void*>(marks);
    }
  }
  return token;
}

HtmlParser::HtmlParser() : state_(std::make_unique<State>()) {}
HtmlParser::~HtmlParser() = default;
HtmlParser::HtmlParser(HtmlParser&&) noexcept = default;
bool HtmlParser::was_cut() const noexcept { return state_->cut; }
std::uint64_t HtmlParser::steps() const noexcept { return state_->steps; }

void HtmlParser::release() { state_->release(); }

lxb_html_document_t& HtmlParser::parse(std::string_view html, MemoryRoom* room) {
  State& state = *state_;
  state.room = room;
  state.tree_bytes_granted = 4 * html.size();
  state.begin(html);
  lxb_html_tokenizer_t& tokenizer =
      *static_cast<lxb_html_parser_t*>(state.document->dom_document.parser)->tkz;
  while (!html.empty() && !state.cut) {
    const std::string_view chunk = html.substr(0, kChunkBytes);
    html.remove_prefix(chunk.size());
    check(lxb_html_document_parse_chunk(
        state.document, reinterpret_cast<const lxb_char_t*>(chunk.data()), chunk.size()));
    state.look_after_names(tokenizer);
    State::look_after_buffer(tokenizer);
  }
  check(lxb_html_document_parse_chunk_end(state.document));
  return *state.document;
}

}  // namespace facsim
