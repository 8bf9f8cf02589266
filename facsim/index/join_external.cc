// SPDX-License-Identifier: Apache-2.0
// The join of more fingerprints than fit in memory.
//
// They are sorted on scratch to bring equal ones together. The result is a file of distinct keys,
// each with its holder (a fingerprint's number or, for several, the offset of their numbers in
// another file). For each mask the file is partitioned into pieces that fit, and each piece is
// joined under that mask alone. A piece that is still too large is partitioned by the rest of the
// mask, then by masks of the bits in which its keys differ; these become fewer each time.
#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>
#include <utility>

#include "facsim/base/spill_sort.h"
#include "facsim/index/join.h"
#include "facsim/index/join_memory_internal.h"

namespace facsim {
namespace {

// The memory of a join in memory, with the caller's fingerprints; and of a piece, with keys and
// holders.
constexpr std::size_t kBytesInMemory = 40;
constexpr std::size_t kPieceBytes = 56;
// The memory while partitioning: a key and its holder, before and after.
constexpr std::size_t kPartingBytes = 40;
constexpr std::size_t kKeysMin = 4096;
constexpr unsigned kPieceBitsMax = 10;
// Keys and holders are written and read once more for each mask.
constexpr double kScratchPassNs = 60;
constexpr std::uint64_t kSeveral = std::uint64_t{1} << 63;

struct NumberedKey {
  std::uint64_t key = 0;
  std::uint64_t number = 0;
  [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return key; }
  friend auto operator<=>(const NumberedKey&, const NumberedKey&) = default;
};

// Distinct keys with their holders, in runs of a scratch file: the keys of a run, then their
// holders.
struct KeyFile {
  struct Run {
    std::uint64_t offset;
    std::uint64_t count;
  };
  std::shared_ptr<ScratchFile> file;
  std::vector<Run> runs;
  std::uint64_t count = 0;
  std::uint64_t any_key = 0;
  std::uint64_t varying = 0;

  void append(std::span<const std::uint64_t> keys, std::span<const std::uint64_t> holders) {
    if (keys.empty()) return;
    if (count == 0) any_key = keys.front();
    for (const std::uint64_t key : keys) varying |= key ^ any_key;
    runs.push_back({file->size(), keys.size()});
    file->append(std::as_bytes(keys));
    file->append(std::as_bytes(holders));
    count += keys.size();
  }
};

// All distinct keys, and the numbers of keys with several holders.
struct GroupedKeys {
  KeyFile keys;
  std::shared_ptr<ScratchFile> several;
};

// Reads the keys and holders of the runs, as many at a time as fit in the caller's buffers.
class KeyReader {
 public:
  explicit KeyReader(const KeyFile& file) : file_(file) {}

  // Fills both spans from the start and returns the number of keys; 0 at the end.
  std::size_t next(std::span<std::uint64_t> keys, std::span<std::uint64_t> holders) {
    std::size_t filled = 0;
    while (filled < keys.size() && run_ < file_.runs.size()) {
      const KeyFile::Run& run = file_.runs[run_];
      const std::uint64_t taken =
          std::min<std::uint64_t>(run.count - in_run_, keys.size() - filled);
      const std::uint64_t at = run.offset + in_run_ * sizeof(std::uint64_t);
      file_.file->read(at, std::as_writable_bytes(keys.subspan(filled, taken)));
      file_.file->read(at + run.count * sizeof(std::uint64_t),
                       std::as_writable_bytes(holders.subspan(filled, taken)));
      filled += taken;
      in_run_ += taken;
      if (in_run_ == run.count) {
        ++run_;
        in_run_ = 0;
      }
    }
    return filled;
  }

 private:
  const KeyFile& file_;
  std::size_t run_ = 0;
  std::uint64_t in_run_ = 0;
};

class ExternalJoin {
 public:
  ExternalJoin(const JoinOptions& options, Scratch& scratch, Executor& executor,
               const PairSink& sink)
      : options_(options),
        scratch_(scratch),
        executor_(executor),
        sink_(sink),
        masks_(options.max_distance),
        setting_(join_setting(options, masks_)) {}

  // Groups equal fingerprints, and reports their pairs.
  [[nodiscard]] GroupedKeys group(std::unique_ptr<SpillSorter<NumberedKey>> sorter) {
    GroupedKeys grouped{.keys = keys_of(*sorter), .several = several_};
    flush();
    return grouped;
  }

  // Reports the pairs of different fingerprints.
  void run(const GroupedKeys& grouped) {
    several_ = grouped.several;
    if (options_.max_distance > 0) join(grouped.keys, 0, {});
    flush();
  }

 private:
  // --- equal keys ---

  KeyFile keys_of(SpillSorter<NumberedKey>& sorter) {
    sorter.sort();
    KeyFile file{.file = scratch_.create(), .runs = {}};
    several_ = scratch_.create();
    std::vector<std::uint64_t> keys;
    std::vector<std::uint64_t> holders;
    std::vector<std::uint64_t> numbers;  // of the current key
    const auto end_group = [&] {
      keys.push_back(sorted_key_);
      holders.push_back(holder_of(numbers));
      numbers.clear();
      if (keys.size() < std::max(kKeysMin, options_.memory_bytes_max / kPieceBytes / 2)) return;
      file.append(keys, holders);
      keys.clear();
      holders.clear();
    };
    for (NumberedKey entry; sorter.next(entry); sorted_key_ = entry.key) {
      if (!numbers.empty() && entry.key != sorted_key_) end_group();
      // Unless all pairs are wanted, one number is enough, with a pair of it and each other.
      if (options_.wanted != PairsWanted::all && !numbers.empty()) {
        put({numbers.front(), entry.number, 0});
      } else {
        numbers.push_back(entry.number);
      }
    }
    if (!numbers.empty()) end_group();
    file.append(keys, holders);
    return file;
  }

  // Returns the holder of one key; also reports the pairs among its numbers.
  std::uint64_t holder_of(std::span<const std::uint64_t> numbers) {
    if (numbers.size() == 1) return numbers.front();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      for (const std::uint64_t other : numbers.subspan(i + 1)) put({numbers[i], other, 0});
    }
    const std::uint64_t offset = several_->size();
    const std::uint64_t count = numbers.size();
    several_->append(std::as_bytes(std::span(&count, 1)));
    several_->append(std::as_bytes(numbers));
    return kSeveral | offset;
  }

  void numbers_of(std::uint64_t holder, std::vector<std::uint64_t>& numbers) const {
    if ((holder & kSeveral) == 0) {
      numbers.assign(1, holder);
      return;
    }
    const std::uint64_t offset = holder & ~kSeveral;
    std::uint64_t count = 0;
    several_->read(offset, std::as_writable_bytes(std::span(&count, 1)));
    numbers.resize(count);
    several_->read(offset + sizeof(count), std::as_writable_bytes(std::span(numbers)));
  }

  // --- pairs ---

  void put(const ClosePair& pair) {
    batch_.push_back(pair);
    if (batch_.size() == kKeysMin) flush();
  }
  void flush() {
    if (!batch_.empty()) sink_(batch_);
    batch_.clear();
  }

  // Reports the wanted pairs of the file; all its keys agree on `mask`.
  void join(const KeyFile& keys, std::uint64_t mask, const PairRule& rule) {
    if (keys.count < 2 || wants_none(rule, keys.varying)) return;
    if (keys.count <= std::max(kKeysMin, options_.memory_bytes_max / kPieceBytes)) {
      join_in_memory(keys, mask, rule);
      return;
    }
    std::vector<std::uint64_t> masks = {mask & keys.varying};
    if (masks.front() == 0) {
      JoinCosts costs = join_costs(options_.max_distance);
      costs.pass += kScratchPassNs;
      masks = masks_.choose(keys.varying, keys.count, costs, true);
      assert(masks.front() != 0 && "so few bits make no file too large for the memory");
    }
    PairRule rest = rule;
    for (const std::uint64_t one : masks) {
      PairRule here = rest;
      here.required |= one;
      for (const KeyFile& piece : part(keys, one)) join(piece, mask | one, here);
      rest.foreign.push_back(one);
    }
  }

  void join_in_memory(const KeyFile& file, std::uint64_t mask, const PairRule& rule) {
    std::vector<std::uint64_t> keys(file.count);
    std::vector<std::uint64_t> holders(file.count);
    (void)KeyReader(file).next(keys, holders);
    std::vector<std::uint64_t> a;
    std::vector<std::uint64_t> b;
    const PairSink sink = [&](std::span<const ClosePair> pairs) {
      for (const ClosePair& pair : pairs) {
        numbers_of(holders[pair.first], a);
        numbers_of(holders[pair.second], b);
        for (const std::uint64_t first : a) {
          for (const std::uint64_t second : b)
            put({std::min(first, second), std::max(first, second), pair.distance});
        }
      }
    };
    std::vector<std::uint64_t> masks = {mask & file.varying};
    if (masks.front() == 0)
      masks = masks_.choose(file.varying, file.count, join_costs(options_.max_distance));
    join_under_masks(keys, masks, rule, false, options_.wanted, setting_, executor_, sink);
  }

  // Partitions the keys of one file by the first bits of the mask.
  std::vector<KeyFile> part(const KeyFile& keys, std::uint64_t mask) {
    const BitOrder order = bit_order(mask);
    const std::uint64_t pieces =
        keys.count * kPieceBytes / std::max<std::size_t>(options_.memory_bytes_max / 3 * 2, 1);
    const unsigned bits = std::min(
        {static_cast<unsigned>(std::bit_width(pieces)) + 1, kPieceBitsMax, order.mask_bits});
    const std::shared_ptr<ScratchFile> file = scratch_.create();
    std::vector<KeyFile> parts(std::size_t{1} << bits);
    for (KeyFile& part : parts) part.file = file;

    const std::size_t chunk = std::max(kKeysMin, options_.memory_bytes_max / kPartingBytes);
    const std::size_t size = std::min<std::uint64_t>(chunk, keys.count);
    std::vector<std::uint64_t> from(size), holders_from(size), to(size), holders_to(size);
    KeyReader reader(keys);
    while (const std::size_t count = reader.next(from, holders_from)) {
      const std::vector<std::uint64_t> begins =
          partition_keys(std::span(from).first(count), std::span(holders_from).first(count), order,
                         bits, std::span(to).first(count), std::span(holders_to).first(count),
                         executor_, setting_.partition);
      partition_kernels(options_.kernel).restore(to.data(), count, order, to.data());
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t part_count = begins[i + 1] - begins[i];
        parts[i].append(std::span(to).subspan(begins[i], part_count),
                        std::span(holders_to).subspan(begins[i], part_count));
      }
    }
    return parts;
  }

  const JoinOptions& options_;
  Scratch& scratch_;
  Executor& executor_;
  const PairSink& sink_;
  JoinMasks masks_;
  const JoinSetting setting_;
  std::shared_ptr<ScratchFile> several_;
  std::uint64_t sorted_key_ = 0;
  std::vector<ClosePair> batch_;
};

}  // namespace

struct JoinBuilder::State {
  JoinOptions options;
  Scratch& scratch;
  std::uint64_t size = 0;
  std::vector<std::uint64_t> fingerprints = {};
  std::unique_ptr<SpillSorter<NumberedKey>> sorter = nullptr;
  std::optional<GroupedKeys> grouped = std::nullopt;  // once the sorter has been read
};

JoinBuilder::JoinBuilder(const JoinOptions& options, Scratch& scratch)
    : state_(new State{.options = options, .scratch = scratch}) {
  check_join_options(options);
}

JoinBuilder::~JoinBuilder() = default;

void JoinBuilder::add(std::span<const std::uint64_t> fingerprints) {
  State& state = *state_;
  const std::uint64_t after = state.size + fingerprints.size();
  if (state.sorter == nullptr &&
      after > std::max(kKeysMin, state.options.memory_bytes_max / kBytesInMemory)) {
    state.sorter = std::make_unique<SpillSorter<NumberedKey>>(state.scratch,
                                                              state.options.memory_bytes_max / 2);
    for (std::uint64_t i = 0; i < state.size; ++i) state.sorter->add({state.fingerprints[i], i});
    std::vector<std::uint64_t>().swap(state.fingerprints);
  }
  if (state.sorter == nullptr) {
    state.fingerprints.insert(state.fingerprints.end(), fingerprints.begin(), fingerprints.end());
  } else {
    for (std::size_t i = 0; i < fingerprints.size(); ++i)
      state.sorter->add({fingerprints[i], state.size + i});
  }
  state.size = after;
}

std::uint64_t JoinBuilder::size() const noexcept { return state_->size; }
bool JoinBuilder::spilled() const noexcept {
  return state_->sorter != nullptr || state_->grouped.has_value();
}

void JoinBuilder::run(Executor& executor, const PairSink& sink) {
  if (state_->sorter == nullptr) {
    join(state_->fingerprints, state_->options, executor, sink);
    return;
  }
  state_->grouped = ExternalJoin(state_->options, state_->scratch, executor, sink)
                        .group(std::move(state_->sorter));
  run_again(executor, sink);
}

void JoinBuilder::run_again(Executor& executor, const PairSink& sink) {
  if (state_->grouped) {
    ExternalJoin(state_->options, state_->scratch, executor, sink).run(*state_->grouped);
  } else {
    join_different(state_->fingerprints, state_->options, executor, sink);
  }
}

}  // namespace facsim
