// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/key_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr std::uint32_t kKeyTableVersion = 1;
constexpr unsigned kKeyBitsWidest = 64;
// Bounds what a damaged head can request.
constexpr std::uint64_t kPairsMax = std::uint64_t{1} << 48;
constexpr unsigned kKeyBucketBitsMax = 48;
// A bucket has this many to twice as many pairs; this makes directory and rest together smallest.
constexpr std::uint64_t kBucketPairs = 4;
// At most this many entries are searched linearly rather than by bisection.
constexpr std::uint64_t kWalkMax = 16;
constexpr std::uint64_t kPairsBetweenChecks = 1U << 16;

struct Head {
  std::uint32_t version = kKeyTableVersion;
  std::uint32_t bits = 0;
  std::uint32_t bucket_bits = 0;
  std::uint32_t ordinal_bits = 0;
  std::uint64_t pairs = 0;
};
static_assert(sizeof(Head) == 24, "written as it lies in memory");

constexpr std::uint64_t low_mask(unsigned bits) noexcept {
  return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

// The inverse of a multiplication by an odd number. The number is its own inverse in the lowest
// three bits, and each step of Newton's method doubles the number of correct bits.
constexpr std::uint64_t inverse_of(std::uint64_t odd) noexcept {
  std::uint64_t inverse = odd;
  for (int step = 0; step < 5; ++step) inverse *= 2 - odd * inverse;
  return inverse;
}

constexpr std::uint64_t kFirstFactor = 0xbf58476d1ce4e5b9U;
constexpr std::uint64_t kSecondFactor = 0x94d049bb133111ebU;
static_assert(kFirstFactor * inverse_of(kFirstFactor) == 1);
static_assert(kSecondFactor * inverse_of(kSecondFactor) == 1);

// A bijection on the numbers of `bits` bits that spreads every bit of the key to the upper bits,
// which select the bucket. Twice, it folds the upper half onto the lower (its own inverse), and
// carries the lower half up by a multiplication.
constexpr std::uint64_t mixed(std::uint64_t key, unsigned bits) noexcept {
  const unsigned half = (bits + 1) / 2;
  key ^= key >> half;
  key = key * kFirstFactor & low_mask(bits);
  key ^= key >> half;
  return key * kSecondFactor & low_mask(bits);
}

constexpr std::uint64_t unmixed(std::uint64_t key, unsigned bits) noexcept {
  const unsigned half = (bits + 1) / 2;
  key = key * inverse_of(kSecondFactor) & low_mask(bits);
  key ^= key >> half;
  key = key * inverse_of(kFirstFactor) & low_mask(bits);
  return key ^ key >> half;
}

unsigned bucket_bits_of(unsigned bits, std::uint64_t pairs) noexcept {
  const unsigned least = bits > kPackedBitsMax ? bits - kPackedBitsMax : 0;
  const std::uint64_t buckets = std::clamp<std::uint64_t>(pairs, kBucketPairs, kPairsMax);
  const auto wanted = static_cast<unsigned>(std::bit_width(buckets / kBucketPairs)) - 1;
  return std::max(least, std::min(bits, wanted));
}

// Merges several ascending sequences of pairs, with a heap of their next pairs.
class MergedPairs {
 public:
  using Next = std::function<bool(MixedPair&)>;

  explicit MergedPairs(std::vector<Next> sources) : sources_(std::move(sources)) {
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      Head head{.pair = {}, .source = i};
      if (sources_[i](head.pair)) heads_.push_back(head);
    }
    std::make_heap(heads_.begin(), heads_.end(), comes_later);
  }
  [[nodiscard]] bool next(MixedPair& pair) {
    if (heads_.empty()) return false;
    pair = heads_.front().pair;
    if (!sources_[heads_.front().source](heads_.front().pair)) {
      heads_.front() = heads_.back();
      heads_.pop_back();
    }
    if (!heads_.empty()) sink_first();
    return true;
  }

 private:
  struct Head {
    MixedPair pair;
    std::size_t source = 0;
  };
  static bool comes_later(const Head& a, const Head& b) { return b.pair < a.pair; }

  // Moves the first head, which has a new pair, down to its place. Most often it stays, because one
  // of the tables has most of the pairs.
  void sink_first() {
    const Head sinking = heads_.front();
    std::size_t at = 0;
    for (std::size_t child = 1; child < heads_.size(); child = 2 * at + 1) {
      if (child + 1 < heads_.size() && comes_later(heads_[child], heads_[child + 1])) ++child;
      if (!comes_later(sinking, heads_[child])) break;
      heads_[at] = heads_[child];
      at = child;
    }
    heads_[at] = sinking;
  }

  std::vector<Next> sources_;
  std::vector<Head> heads_;
};

}  // namespace

KeyTableBuilder::KeyTableBuilder(unsigned bits, Scratch& scratch, std::size_t memory_bytes_max)
    : bits_(bits),
      scratch_(scratch),
      memory_bytes_max_(memory_bytes_max),
      pairs_(scratch, memory_bytes_max / 2) {
  assert(bits >= 1 && bits <= kKeyBitsWidest && "a key has 1..64 bits");
}

void KeyTableBuilder::add(std::uint64_t key, std::uint64_t ordinal) {
  assert(key <= low_mask(bits_) && "keys are as wide as the table");
  assert(ordinal >> kPackedBitsMax == 0 && "ordinals fit a packed column");
  pairs_.add({mixed(key, bits_) << (64 - bits_), ordinal});
  ordinals_end_ = std::max(ordinals_end_, ordinal + 1);
}

// Reads all pairs now, because finish() needs their totals for the head before it writes any.
void KeyTableBuilder::add_table(const KeyTable& table, Renumbering renumbering,
                                const std::function<void()>& check) {
  assert(table.bits() == bits_ && "keys are as wide as the table");
  for (std::uint64_t entry = 0; entry < table.size(); ++entry) {
    if (check && entry % kPairsBetweenChecks == 0) check();
    const std::uint64_t before = table.ordinal_at(entry);
    if (before >= renumbering.end()) table.damaged("lead to an entry that is not there");
    const std::optional<std::uint64_t> ordinal = renumbering(before);
    if (!ordinal) continue;
    ++pairs_of_tables_;
    ordinals_end_ = std::max(ordinals_end_, *ordinal + 1);
  }
  tables_.push_back({&table, std::move(renumbering)});
}

void KeyTableBuilder::finish(SectionSink& sink, std::string_view name) {
  Head head;
  head.bits = bits_;
  head.bucket_bits = bucket_bits_of(bits_, pairs_.size() + pairs_of_tables_);
  head.ordinal_bits = bits_below(ordinals_end_);
  const unsigned rest_bits = bits_ - head.bucket_bits;

  DirectoryBuilder directory(scratch_, memory_bytes_max_ / 8);
  PackedColumnBuilder rest(rest_bits, scratch_, memory_bytes_max_ / 4);
  PackedColumnBuilder ordinals(head.ordinal_bits, scratch_, memory_bytes_max_ / 8);
  std::uint64_t bucket = 0;
  std::uint64_t in_bucket = 0;
  const auto move_to = [&](std::uint64_t target) {
    for (; bucket < target; ++bucket, in_bucket = 0) directory.add(in_bucket);
  };
  pairs_.sort();
  std::vector<MergedPairs::Next> sources;
  sources.emplace_back([this](MixedPair& pair) { return pairs_.next(pair); });
  for (const Table& table : tables_) {
    sources.emplace_back([walk = KeyTable::Walk(*table.table), &table](MixedPair& pair) mutable {
      while (walk.next(pair)) {
        const std::optional<std::uint64_t> ordinal = table.renumbering(pair.ordinal);
        if (!ordinal) continue;
        pair.ordinal = *ordinal;
        return true;
      }
      return false;
    });
  }
  MergedPairs pairs(std::move(sources));
  MixedPair last;
  for (MixedPair pair; pairs.next(pair); last = pair) {
    if (head.pairs > 0 && pair == last) continue;
    const std::uint64_t key = pair.key >> (64 - bits_);
    move_to(key >> rest_bits);
    ++in_bucket;
    ++head.pairs;
    rest.add(key & low_mask(rest_bits));
    ordinals.add(pair.ordinal);
  }
  move_to(std::uint64_t{1} << head.bucket_bits);

  const std::string prefix(name);
  sink.begin(prefix + ".head");
  sink.write(std::as_bytes(std::span(&head, 1)));
  sink.end();
  directory.finish(sink, name);
  rest.finish(sink, prefix + ".rest");
  ordinals.finish(sink, prefix + ".ordinals");
}

KeyTable::KeyTable(const SectionSource& source, std::string_view name)
    : where_(source.name()), name_(name) {
  const std::span<const std::byte> bytes = section_of(source, name_ + ".head");
  Head head;
  if (bytes.size() < sizeof head.version) damaged("is cut");
  std::memcpy(&head.version, bytes.data(), sizeof head.version);
  if (head.version != kKeyTableVersion) {
    throw Error{ErrorCode::unsupported,
                "keys " + name_ + " of version " + std::to_string(head.version) +
                    ", this program reads version " + std::to_string(kKeyTableVersion) +
                    "; take the program that wrote it",
                where_};
  }
  std::memcpy(&head, section_of(source, name_ + ".head", sizeof head).data(), sizeof head);
  if (head.bits == 0 || head.bits > kKeyBitsWidest || head.bucket_bits > head.bits ||
      head.bucket_bits > kKeyBucketBitsMax || head.bits - head.bucket_bits > kPackedBitsMax ||
      head.ordinal_bits > kPackedBitsMax || head.pairs > kPairsMax) {
    damaged("has impossible counts");
  }
  bits_ = head.bits;
  bucket_bits_ = head.bucket_bits;
  rest_bits_ = head.bits - head.bucket_bits;
  ordinal_bits_ = head.ordinal_bits;
  directory_ = open_directory(source, name, std::uint64_t{1} << bucket_bits_, head.pairs);
  rest_ = section_of(source, name_ + ".rest", packed_bytes(head.pairs, rest_bits_)).data();
  ordinals_ =
      section_of(source, name_ + ".ordinals", packed_bytes(head.pairs, ordinal_bits_)).data();
}

void KeyTable::damaged(const std::string& what) const {
  throw Error{ErrorCode::damaged, "keys " + name_ + ": " + what, where_,
              "build the index anew from its input"};
}

KeyTable::Sought KeyTable::seek(std::uint64_t key) const noexcept {
  Sought sought;
  if (key > low_mask(bits_)) return sought;
  const std::uint64_t mixed_key = mixed(key, bits_);
  sought.is_possible_ = true;
  sought.bucket_ = mixed_key >> rest_bits_;
  sought.rest_ = mixed_key & low_mask(rest_bits_);
  __builtin_prefetch(directory_.lines + 64 * (sought.bucket_ / kBucketsALine));
  return sought;
}

void KeyTable::locate(Sought& sought) const {
  if (!sought.is_possible_) return;
  sought.range_ = range_of(directory_, sought.bucket_);
  // A typical bucket takes one line or two.
  const std::byte* const begin = rest_ + sought.range_.begin * rest_bits_ / 8;
  __builtin_prefetch(begin);
  __builtin_prefetch(begin + kBucketPairs * rest_bits_ / 8);
}

bool KeyTable::find(const Sought& sought, std::uint64_t limit,
                    std::vector<std::uint64_t>& ordinals) const {
  assert(rest_bits_ <= kPackedBitsMax && "looked at when it was opened");
  const std::uint64_t rest = sought.rest_;
  std::uint64_t at = sought.range_.begin;
  const std::uint64_t end = at + sought.range_.count;
  // Bisection: the first entry that is not less is in at..end, or is the end.
  for (std::uint64_t count = sought.range_.count; count > kWalkMax;) {
    const std::uint64_t half = count / 2;
    if (rest_at(at + half) < rest) {
      at += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  // It is now one of kWalkMax + 1 entries. They are counted without branches: most look-ups find
  // nothing, and the place where they stop is unpredictable.
  std::uint64_t less = 0;
  std::uint64_t equal = 0;
  for (std::uint64_t each = at; each < std::min(at + kWalkMax + 1, end); ++each) {
    const std::uint64_t known = rest_at(each);
    less += known < rest ? 1 : 0;
    equal += known == rest ? 1 : 0;
  }
  if (equal == 0) return false;
  at += less;
  for (std::uint64_t found = 0; at < end && rest_at(at) == rest; ++at, ++found) {
    if (limit != 0 && found == limit) return true;
    ordinals.push_back(ordinal_at(at));
  }
  return false;
}

bool KeyTable::Walk::next(MixedPair& pair) {
  while (entry_ == end_) {
    if (bucket_ == std::uint64_t{1} << table_->bucket_bits_) {
      if (entry_ != table_->size()) table_->damaged("the directory ends early");
      return false;
    }
    const EntryRange range = range_of(table_->directory_, bucket_);
    if (range.begin != entry_) table_->damaged("the directory leaves pairs out");
    end_ = entry_ + range.count;
    ++bucket_;
  }
  const std::uint64_t key = (bucket_ - 1) << table_->rest_bits_ | table_->rest_at(entry_);
  pair = {key << (64 - table_->bits_), table_->ordinal_at(entry_)};
  if (entry_ > 0 && pair <= last_) table_->damaged("pairs are out of order");
  ++entry_;
  last_ = pair;
  return true;
}

void KeyTable::for_each(const std::function<void(std::uint64_t, std::uint64_t)>& visit) const {
  Walk walk(*this);
  for (MixedPair pair; walk.next(pair);) {
    visit(unmixed(pair.key >> (64 - bits_), bits_), pair.ordinal);
  }
}

void KeyTable::check() const {
  Walk walk(*this);
  for (MixedPair pair; walk.next(pair);) {
  }
}

}  // namespace facsim
