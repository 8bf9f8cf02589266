// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/sentence.h"

#include <array>

namespace facsim {
namespace {

// In the order of Named.
constexpr std::array kNames = {
    std::string_view("against"),
    std::string_view("apply"),
    std::string_view("body_max"),
    std::string_view("cluster"),
    std::string_view("count_by"),
    std::string_view("follow"),
    std::string_view("force"),
    std::string_view("free_disk"),
    std::string_view("html_field"),
    std::string_view("id_field"),
    std::string_view("jieba"),
    std::string_view("keep"),
    std::string_view("label_min"),
    std::string_view("link"),
    std::string_view("matches"),
    std::string_view("max_distance"),
    std::string_view("memory"),
    std::string_view("min_agreement"),
    std::string_view("min_containment"),
    std::string_view("min_containment_to_remove"),
    std::string_view("min_documents"),
    std::string_view("min_resemblance"),
    std::string_view("mode"),
    std::string_view("names"),
    std::string_view("no_text"),
    std::string_view("output"),
    std::string_view("page_max"),
    std::string_view("pairs"),
    std::string_view("profile"),
    std::string_view("recipe"),
    std::string_view("refuse_templates"),
    std::string_view("resemblance_floor"),
    std::string_view("rows"),
    std::string_view("scope"),
    std::string_view("status"),
    std::string_view("status_field"),
    std::string_view("text_field"),
    std::string_view("text_size"),
    std::string_view("time_field"),
    std::string_view("tmp"),
    std::string_view("unpacked_max"),
    std::string_view("update"),
    std::string_view("warn_loss"),
    std::string_view("dedup"),
    std::string_view("fingerprint"),
    std::string_view("idf"),
    std::string_view("index add"),
    std::string_view("index build"),
    std::string_view("index build anew"),
    std::string_view("index build of pages"),
    std::string_view("index check"),
    std::string_view("index compact"),
    std::string_view("index rebuild"),
    std::string_view("list the pages"),
    std::string_view("mirrors"),
    std::string_view("recipe list"),
    std::string_view("recluster"),
    std::string_view("report"),
    std::string_view("serve"),
    std::string_view("show"),
    std::string_view("store"),
    std::string_view("store backup"),
    std::string_view("store check"),
    std::string_view("store rebuild"),
    std::string_view("store rebuild into a new folder"),
    std::string_view("store restore"),
    std::string_view("duplicates.jsonl"),
    std::string_view("reported.jsonl"),
    std::string_view("summary.json"),
};
static_assert(kNames.size() == static_cast<std::size_t>(kLastNamed) + 1);

}  // namespace

std::string_view name_of(Named named) noexcept { return kNames[static_cast<std::size_t>(named)]; }

std::string plain_words(Named named, std::string_view value) {
  std::string word(name_of(named));
  if (!value.empty()) word.append(is_setting(named) ? "=" : " ").append(value);
  return word;
}

Sentence::Sentence(Named named, std::string_view value) : plain_(plain_words(named, value)) {
  parts_.push_back({.begin = 0,
                    .size = plain_.size(),
                    .named = named,
                    .value = std::string(value),
                    .before = {},
                    .after = {}});
}

Sentence Sentence::hint(std::string_view before, Named named, std::string_view after) {
  Sentence made(named);
  made.plain_.insert(0, before).append(after);
  Part& part = made.parts_.front();
  part.size = made.plain_.size();
  part.before = before;
  part.after = after;
  return made;
}

std::string Sentence::in(Words words) const {
  std::string text;
  std::size_t from = 0;
  for (const Part& part : parts_) {
    text.append(plain_, from, part.begin - from);
    const std::string word = words(part.named, part.value);
    if (!word.empty()) text.append(part.before).append(word).append(part.after);
    from = part.begin + part.size;
  }
  return text.append(plain_, from);
}

void Sentence::remove_prefix(std::size_t bytes) {
  plain_.erase(0, bytes);
  for (Part& part : parts_) part.begin -= bytes;
}

Sentence& Sentence::operator+=(const Sentence& other) {
  if (&other == this) return *this += Sentence(other);
  for (Part part : other.parts_) {
    part.begin += plain_.size();
    parts_.push_back(std::move(part));
  }
  plain_ += other.plain_;
  return *this;
}

}  // namespace facsim
