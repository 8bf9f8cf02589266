// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/partition.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <type_traits>
#include <utility>

namespace facsim {
namespace {

constexpr unsigned kPartBitsMax = 11;
constexpr std::size_t kPiecesMax = 64;

// --- parting ---

class Partition {
 public:
  Partition(const ScatterColumns& columns, std::size_t count, const BitOrder& order, Digit digit,
            const PartitionOptions& options)
      : columns_(columns),
        count_(count),
        order_(order),
        digit_(digit),
        kernels_(partition_kernels(options.kernel)),
        streams_(count >= options.stream_keys),
        piece_keys_(std::max({options.piece_keys, count / kPiecesMax + 1, digit.ways})),
        pieces_((count + piece_keys_ - 1) / piece_keys_) {}

  // Returns the begins of the parts, and the end.
  std::vector<std::uint64_t> run(Executor& executor) {
    cursors_.assign(pieces_ * digit_.ways, 0);
    executor.run(pieces_, [this](std::size_t piece) {
      kernels_.count(columns_.keys + begin_of(piece), size_of(piece), order_, digit_,
                     cursors_of(piece));
    });
    std::vector<std::uint64_t> begins = counts_to_cursors();
    begins_of_pieces_ = cursors_;
    executor.run(pieces_, [this](std::size_t piece) { scatter(piece); });
    return begins;
  }

 private:
  std::size_t begin_of(std::size_t piece) const { return piece * piece_keys_; }
  std::size_t size_of(std::size_t piece) const {
    return std::min(piece_keys_, count_ - begin_of(piece));
  }
  std::uint64_t* cursors_of(std::size_t piece) { return cursors_.data() + piece * digit_.ways; }

  std::vector<std::uint64_t> counts_to_cursors() {
    std::vector<std::uint64_t> begins(digit_.ways + 1);
    std::uint64_t sum = 0;
    for (std::size_t way = 0; way < digit_.ways; ++way) {
      begins[way] = sum;
      for (std::size_t piece = 0; piece < pieces_; ++piece) {
        std::uint64_t& cursor = cursors_of(piece)[way];
        sum += std::exchange(cursor, sum);
      }
    }
    begins[digit_.ways] = sum;
    return begins;
  }

  void scatter(std::size_t piece) {
    std::vector<WaitingLine> lines(digit_.ways * (columns_.payload_bytes > 0 ? 2 : 1));
    ScatterColumns columns = columns_;
    columns.keys += begin_of(piece);
    if (columns.payload_bytes > 0) {
      columns.payloads =
          static_cast<const std::byte*>(columns.payloads) + begin_of(piece) * columns.payload_bytes;
    }
    kernels_.scatter(columns, size_of(piece), order_, digit_, cursors_of(piece),
                     begins_of_pieces_.data() + piece * digit_.ways, lines.data(), streams_);
  }

  const ScatterColumns columns_;
  const std::size_t count_;
  const BitOrder& order_;
  const Digit digit_;
  const PartitionKernels& kernels_;
  const bool streams_;
  const std::size_t piece_keys_;
  const std::size_t pieces_;
  std::vector<std::uint64_t> cursors_;  // for each piece, one a part
  std::vector<std::uint64_t> begins_of_pieces_;
};

Digit highest(unsigned bits) {
  // With 0 bits there is one part, whatever the shift.
  return {.shift = (64 - bits) & 63U, .ways = std::size_t{1} << bits};
}

// --- sorting ---

struct Nothing {};

template <class Payload>
struct Columns {
  static constexpr bool kHasPayload = !std::is_empty_v<Payload>;

  Columns from(std::size_t place) const {
    if constexpr (kHasPayload) return {keys + place, payloads + place};
    return {keys + place, nullptr};
  }
  void put(std::size_t place, const Columns& other, std::size_t of) const {
    keys[place] = other.keys[of];
    if constexpr (kHasPayload) payloads[place] = other.payloads[of];
  }

  std::uint64_t* keys;
  Payload* payloads;
};

// Inserts each value among those before it, few of which are greater. `from` may be `to`.
template <class Payload>
void insertion_sort(Columns<Payload> from, Columns<Payload> to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t key = from.keys[i];
    [[maybe_unused]] Payload payload;
    if constexpr (Columns<Payload>::kHasPayload) payload = from.payloads[i];
    std::size_t place = i;
    for (; place > 0 && to.keys[place - 1] > key; --place) to.put(place, to, place - 1);
    to.keys[place] = key;
    if constexpr (Columns<Payload>::kHasPayload) to.payloads[place] = payload;
  }
}

// The bits in which any two of the keys differ.
std::uint64_t varying_bits(const std::uint64_t* keys, std::size_t count) {
  std::uint64_t varying = 0;
  for (std::size_t i = 1; i < count; ++i) varying |= keys[i] ^ keys[0];
  return varying;
}

// Sorts parts that fit in the cache, and, more slowly, larger ones. One or two digits have enough
// bits that few keys share theirs with another key; the final insertion sort then has hardly
// anything to do. Its unpredictable branches would otherwise cost more than a second digit.
template <class Payload>
class PartSorter {
 public:
  // Sorts `values` in place or, if `crosses`, into `room`.
  void sort(Columns<Payload> values, Columns<Payload> room, std::size_t count, bool crosses) {
    if (count <= kInsertionMax) {
      insertion_sort(values, crosses ? room : values, count);
      return;
    }
    const auto varying = static_cast<unsigned>(std::bit_width(varying_bits(values.keys, count)));
    if (varying == 0) {
      if (crosses) insertion_sort(values, room, count);
      return;
    }
    const auto wished = static_cast<unsigned>(std::bit_width(count)) + kSpareBits;
    const unsigned bits = std::min({varying, wished, 2 * kDigitBitsMax});
    const unsigned shift = varying - bits;
    if (bits <= kDigitBitsMax) {
      scatter(values, room, count, shift, bits);
      std::swap(values, room);
      crosses = !crosses;
    } else {
      scatter(values, room, count, shift, bits / 2);
      scatter(room, values, count, shift + bits / 2, bits - bits / 2);
    }
    sort_large_buckets(values, room, count, shift);
    insertion_sort(values, crosses ? room : values, count);
  }

 private:
  static constexpr std::size_t kInsertionMax = 24;
  static constexpr unsigned kDigitBitsMax = 12;
  static constexpr unsigned kSpareBits = 6;

  void scatter(Columns<Payload> values, Columns<Payload> room, std::size_t count, unsigned shift,
               unsigned bits) {
    const std::uint64_t low = (std::uint64_t{1} << bits) - 1;
    std::fill_n(ends_.begin(), low + 1, 0);
    for (std::size_t i = 0; i < count; ++i) ++ends_[values.keys[i] >> shift & low];
    std::size_t sum = 0;
    for (std::size_t way = 0; way <= low; ++way) sum += std::exchange(ends_[way], sum);
    for (std::size_t i = 0; i < count; ++i)
      room.put(ends_[values.keys[i] >> shift & low]++, values, i);
  }

  // Keys that agree on all bits from `shift` on are consecutive; runs that are too long for the
  // insertion sort are sorted here.
  void sort_large_buckets(Columns<Payload> values, Columns<Payload> room, std::size_t count,
                          unsigned shift) {
    if (shift == 0) return;  // equal keys only
    const auto bucket_at = [&](std::size_t place) { return values.keys[place] >> shift; };
    // Any large bucket contains two keys this far apart, the first at a multiple of the step.
    constexpr std::size_t kStep = kInsertionMax / 2;
    for (std::size_t place = 0; place + kStep < count; place += kStep) {
      const std::uint64_t bucket = bucket_at(place);
      if (bucket_at(place + kStep) != bucket) continue;
      std::size_t begin = place;
      while (begin > 0 && bucket_at(begin - 1) == bucket) --begin;
      const std::uint64_t* const end =
          std::partition_point(values.keys + place, values.keys + count,
                               [&](std::uint64_t key) { return key >> shift == bucket; });
      const auto size = static_cast<std::size_t>(end - (values.keys + begin));
      if (size > kInsertionMax) sort(values.from(begin), room.from(begin), size, false);
      // The loop's step leads to the first multiple after the bucket.
      place = (begin + size - 1) / kStep * kStep;
    }
  }

  std::array<std::size_t, std::size_t{1} << kDigitBitsMax> ends_;
};

template <class Payload>
void sort_columns(Columns<Payload> values, Columns<Payload> room, std::size_t count,
                  Executor& executor, const PartitionOptions& options) {
  const unsigned bits = part_bits(count, options);
  if (bits == 0) {
    PartSorter<Payload>().sort(values, room, count, false);
    return;
  }
  const std::uint64_t varying = varying_bits(values.keys, count);
  const auto width = static_cast<unsigned>(std::bit_width(varying));
  if (width <= bits) {
    PartSorter<Payload>().sort(values, room, count, false);
    return;
  }
  ScatterColumns columns{.keys = values.keys,
                         .payloads = values.payloads,
                         .keys_to = room.keys,
                         .payloads_to = room.payloads,
                         .payload_bytes = Columns<Payload>::kHasPayload ? sizeof(Payload) : 0};
  const BitOrder unchanged = bit_order(0);
  const Digit digit{.shift = width - bits, .ways = std::size_t{1} << bits};
  const std::vector<std::uint64_t> begins =
      Partition(columns, count, unchanged, digit, options).run(executor);
  executor.run(digit.ways, [&](std::size_t part) {
    PartSorter<Payload>().sort(room.from(begins[part]), values.from(begins[part]),
                               begins[part + 1] - begins[part], true);
  });
}

}  // namespace

BitOrder bit_order(std::uint64_t mask) {
  BitOrder order;
  order.mask = mask;
  order.mask_bits = static_cast<unsigned>(std::popcount(mask));
  // The runs from the lowest bit on; next_rest and next_masked are the places of their next bits.
  unsigned next_rest = 0;
  unsigned next_masked = 64 - order.mask_bits;
  for (unsigned from = 0; from < 64;) {
    const std::uint64_t ahead = mask >> from;
    const bool is_masked = (ahead & 1U) != 0;
    const auto length =
        std::min(64 - from, static_cast<unsigned>(std::countr_zero(is_masked ? ~ahead : ahead)));
    unsigned& to = is_masked ? next_masked : next_rest;
    const std::uint64_t ones = length == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1;
    order.run_to[order.runs] = ones << to;
    order.turn[order.runs] = static_cast<unsigned char>((to - from) & 63U);
    ++order.runs;
    from += length;
    to += length;
  }
  return order;
}

std::uint64_t permuted(const BitOrder& order, std::uint64_t key) {
  std::uint64_t to = 0;
  kScalarPartition.permute(&key, 1, order, &to);
  return to;
}

std::uint64_t restored(const BitOrder& order, std::uint64_t key) {
  std::uint64_t to = 0;
  kScalarPartition.restore(&key, 1, order, &to);
  return to;
}

const PartitionKernels& partition_kernels(Kernel kernel) noexcept {
  assert(can_run(kernel) && "ask best_kernel() or kernel_named() for a kernel that can run");
#if defined(__x86_64__)
  if (kernel != Kernel::scalar) return kAvx2Partition;
#endif
  return kScalarPartition;
}

unsigned part_bits(std::size_t count, const PartitionOptions& options) {
  const std::size_t parts = count / std::max<std::size_t>(options.part_keys, 1);
  return std::min(static_cast<unsigned>(std::bit_width(parts)), kPartBitsMax);
}

std::vector<std::uint64_t> partition_keys(std::span<const std::uint64_t> keys,
                                          const BitOrder& order, unsigned bits,
                                          std::span<std::uint64_t> to, Executor& executor,
                                          const PartitionOptions& options) {
  assert(keys.size() == to.size() && bits <= 16 && "the target is as large as the keys");
  const ScatterColumns columns{.keys = keys.data(), .keys_to = to.data()};
  return Partition(columns, keys.size(), order, highest(bits), options).run(executor);
}

std::vector<std::uint64_t> partition_keys(std::span<const std::uint64_t> keys,
                                          std::span<const std::uint64_t> payloads,
                                          const BitOrder& order, unsigned bits,
                                          std::span<std::uint64_t> to,
                                          std::span<std::uint64_t> payloads_to, Executor& executor,
                                          const PartitionOptions& options) {
  assert(keys.size() == to.size() && keys.size() == payloads.size() &&
         keys.size() == payloads_to.size() && bits <= 16 && "one payload a key");
  const ScatterColumns columns{.keys = keys.data(),
                               .payloads = payloads.data(),
                               .keys_to = to.data(),
                               .payloads_to = payloads_to.data(),
                               .payload_bytes = sizeof(std::uint64_t)};
  return Partition(columns, keys.size(), order, highest(bits), options).run(executor);
}

void sort_keys(std::span<std::uint64_t> keys, std::span<std::uint64_t> room, Executor& executor,
               const PartitionOptions& options) {
  assert(keys.size() == room.size() && "the room is as large as the keys");
  sort_columns<Nothing>({keys.data(), nullptr}, {room.data(), nullptr}, keys.size(), executor,
                        options);
}

void sort_keys(std::span<std::uint64_t> keys, std::span<std::uint32_t> payloads,
               std::span<std::uint64_t> room, std::span<std::uint32_t> payload_room,
               Executor& executor, const PartitionOptions& options) {
  assert(keys.size() == room.size() && keys.size() == payloads.size() &&
         keys.size() == payload_room.size() && "one payload a key, and room for all");
  sort_columns<std::uint32_t>({keys.data(), payloads.data()}, {room.data(), payload_room.data()},
                              keys.size(), executor, options);
}

void sort_keys(std::span<std::uint64_t> keys, std::span<std::uint64_t> payloads,
               std::span<std::uint64_t> room, std::span<std::uint64_t> payload_room,
               Executor& executor, const PartitionOptions& options) {
  assert(keys.size() == room.size() && keys.size() == payloads.size() &&
         keys.size() == payload_room.size() && "one payload a key, and room for all");
  sort_columns<std::uint64_t>({keys.data(), payloads.data()}, {room.data(), payload_room.data()},
                              keys.size(), executor, options);
}

}  // namespace facsim
