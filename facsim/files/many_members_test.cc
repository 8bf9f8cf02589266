// SPDX-License-Identifier: Apache-2.0
// Short gzip members are unpacked in one piece (libdeflate), all others in steps (isa-l). The steps
// are the reference for the single piece: an unpacker whose first step gets no bytes of a member
// cannot unpack it in one piece.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <utility>

#include "facsim/files/member_reader.h"
#include "facsim/files/packed_for_test.h"
#include "facsim/files/packed_input.h"
#include "facsim/files/unpacker.h"

namespace facsim {
namespace {

using for_test::Folder;
using for_test::gzip_member;
using for_test::read_all;
using for_test::ReadAll;
using for_test::some_text;

constexpr std::size_t kAtOnce = std::size_t{1} << 20;

// The gzip unpacker, forced to begin every member in steps.
class InSteps final : public Unpacker {
 public:
  [[nodiscard]] std::string_view member_name() const noexcept override {
    return gzip_->member_name();
  }
  [[nodiscard]] std::string_view magic() const noexcept override { return gzip_->magic(); }
  [[nodiscard]] Start look_at(std::string_view bytes) const noexcept override {
    return gzip_->look_at(bytes);
  }
  [[nodiscard]] bool sane_header(std::string_view bytes) const noexcept override {
    return gzip_->sane_header(bytes);
  }
  void begin_member() override {
    gzip_->begin_member();
    is_fresh_ = true;
  }
  [[nodiscard]] Step step(std::string_view in, std::span<char> out) override {
    // An empty first step, after which no member is unpacked in one piece. isa-l then gets the same
    // call as after a failed attempt: how many of a truncated member's last symbols it withholds
    // depends on how the bytes are divided into calls.
    if (std::exchange(is_fresh_, false)) (void)gzip_->step({}, out);
    return gzip_->step(in, out);
  }
  [[nodiscard]] std::string reason() const override { return gzip_->reason(); }

 private:
  std::unique_ptr<Unpacker> gzip_ = make_gzip_unpacker();
  bool is_fresh_ = true;
};

struct Members {
  std::vector<std::string> bytes;  // of each
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
  std::string damage;
  bool operator==(const Members&) const = default;
};

Members members_of(const std::string& path, std::unique_ptr<Unpacker> unpacker, std::size_t room) {
  MemberReader reader(PackedInput(path), std::move(unpacker));
  Members all;
  std::string buffer(room, '\0');
  while (reader.next()) {
    all.bytes.emplace_back();
    while (const std::size_t got = reader.read(buffer)) all.bytes.back().append(buffer, 0, got);
    all.places.emplace_back(reader.member_begin(), reader.whole() ? reader.member_end() : 0);
  }
  if (reader.damage()) {
    all.damage = reader.damage()->what + " at " + std::to_string(reader.damage()->packed_offset);
  }
  return all;
}

// A member of any size and level, with any optional fields in its header.
std::string any_member() {
  const auto bytes = *rc::gen::weightedElement<std::size_t>(
      {{2, 0}, {4, 1}, {8, 100}, {8, 3000}, {2, 70'000}, {1, 300'000}});
  const std::string text = some_text(bytes, *rc::gen::inRange<std::uint64_t>(0, 100));
  gz_header header = {};
  std::array<Bytef, 5> extra = {'a', 'b', 1, 0, 'x'};
  std::array<Bytef, 5> name = {'n', 'a', 'm', 'e', 0};
  if (*rc::gen::arbitrary<bool>()) {
    header.extra = extra.data();
    header.extra_len = extra.size();
  }
  if (*rc::gen::arbitrary<bool>()) header.name = name.data();
  header.hcrc = *rc::gen::inRange(0, 2);
  return for_test::deflated(text, for_test::Wrapper::gzip, *rc::gen::inRange(0, 10), &header);
}

RC_GTEST_PROP(ManyMembers, InOnePieceEqualsInSteps, ()) {
  const Folder folder;
  std::string packed;
  for (int left = *rc::gen::inRange(1, 12); left > 0; --left) packed += any_member();
  const std::string path = folder.put("whole.gz", packed);
  const auto room = *rc::gen::element<std::size_t>(1, 100, 5000, kAtOnce);
  const Members fast = members_of(path, make_gzip_unpacker(), room);
  RC_ASSERT(fast.damage.empty());
  RC_ASSERT(fast == members_of(path, std::make_unique<InSteps>(), room));
}

RC_GTEST_PROP(ManyMembers, DamageCostsTheSameInOnePiece, ()) {
  const Folder folder;
  std::string packed;
  for (int left = *rc::gen::inRange(1, 6); left > 0; --left) {
    packed += gzip_member(some_text(*rc::gen::inRange<std::size_t>(0, 4000)));
  }
  for (int left = *rc::gen::inRange(0, 4); left > 0; --left) {
    packed[*rc::gen::inRange<std::size_t>(0, packed.size())] = *rc::gen::arbitrary<char>();
  }
  if (*rc::gen::arbitrary<bool>()) packed.resize(*rc::gen::inRange<std::size_t>(3, packed.size()));
  const std::string path = folder.put("damaged.gz", packed);
  const auto room = *rc::gen::element<std::size_t>(100, 5000, kAtOnce);
  RC_ASSERT(members_of(path, make_gzip_unpacker(), room) ==
            members_of(path, std::make_unique<InSteps>(), room));
}

TEST(ManyMembers, AChecksumOfAHeaderIsChecked) {
  const Folder folder;
  gz_header header = {};
  header.hcrc = 1;
  std::string packed = for_test::deflated("a page", for_test::Wrapper::gzip, 6, &header);
  EXPECT_FALSE(read_all(folder.put("right.gz", packed)).damage);
  packed[10] = static_cast<char>(packed[10] ^ 1);
  EXPECT_TRUE(read_all(folder.put("wrong.gz", packed)).damage);
}

// Members across the end of the input's buffer, and of the reader's.
TEST(ManyMembers, MembersAcrossBuffersAreRead) {
  const Folder folder;
  std::string packed;
  std::string all;
  for (std::uint64_t i = 0; packed.size() < 3 * kInputBufferBytes; ++i) {
    const std::string text = some_text(500 + i % 1500, i);
    packed += gzip_member(text, 1);
    all += text;
  }
  const std::string path = folder.put("across.gz", packed);
  for (const std::size_t step : {std::size_t{999}, std::size_t{64} << 10, kAtOnce}) {
    const ReadAll read = read_all(path, step);
    EXPECT_FALSE(read.damage);
    EXPECT_TRUE(read.bytes == all);
  }
}

// isa-l gets a header with a checksum in one piece, even across the end of the input's buffer.
TEST(ManyMembers, AHeaderAcrossBuffersKeepsItsChecksum) {
  const Folder folder;
  gz_header header = {};
  header.hcrc = 1;
  std::string name(40, 'n');
  header.name = reinterpret_cast<Bytef*>(name.data());
  const std::string member = for_test::deflated("a page", for_test::Wrapper::gzip, 6, &header);
  for (std::size_t before = 1; before < member.size(); ++before) {
    std::string packed = gzip_member("first");
    packed.append(kInputBufferBytes - before - packed.size(), '\0').append(member);
    const ReadAll read = read_all(folder.put("header.gz", packed), kAtOnce);
    EXPECT_FALSE(read.damage) << before << " bytes of the member lie before the end of the buffer";
    EXPECT_EQ(read.bytes, "firsta page");
  }
}

// The unpacker switches between both ways as members grow and shrink.
TEST(ManyMembers, ShortAndLongMembersByTurns) {
  const Folder folder;
  std::string packed;
  std::string all;
  for (const std::size_t bytes : {10U, 900'000U, 20U, 30U, 900'000U, 900'000U, 0U, 40U, 300'000U}) {
    packed += gzip_member(some_text(bytes, bytes), 1);
    all += some_text(bytes, bytes);
  }
  const ReadAll read = read_all(folder.put("turns.gz", packed), kAtOnce);
  EXPECT_FALSE(read.damage);
  EXPECT_TRUE(read.bytes == all);
  EXPECT_EQ(read.starts.size(), 8U);  // the empty member begins nothing
}

// A member that is begun again after a part of it was read yields all of its bytes.
TEST(ManyMembers, AMemberIsReadAgainFromItsBeginning) {
  const auto unpacker = make_gzip_unpacker();
  const std::string text = some_text(5000);
  const std::string packed = gzip_member(text);
  std::string out(10'000, '\0');
  for (const std::size_t room : {std::size_t{100}, out.size(), std::size_t{100}, out.size()}) {
    unpacker->begin_member();
    const Step step = unpacker->step(packed, std::span(out).first(room));
    EXPECT_EQ(out.substr(0, step.produced), text.substr(0, room));
    EXPECT_EQ(step.end == StepEnd::member_end, room > text.size());
  }
}

}  // namespace
}  // namespace facsim
