// SPDX-License-Identifier: Apache-2.0
#pragma once
// Connects index/ with store/: sections of a segment file, written and read.

#include <functional>
#include <string>
#include <utility>

#include "facsim/index/sections.h"
#include "facsim/store/segment.h"

namespace facsim {

class SegmentSink final : public SectionSink {
 public:
  // `writer` must outlive this. `check` is called with every piece that is written; if it throws,
  // the writing ends.
  explicit SegmentSink(SegmentWriter& writer, std::function<void()> check = {})
      : writer_(writer), check_(std::move(check)) {}
  void begin(std::string_view name) override { writer_.begin(name); }
  void write(std::span<const std::byte> bytes) override {
    if (check_) check_();
    writer_.write(bytes);
  }
  void end() override {}

 private:
  SegmentWriter& writer_;
  std::function<void()> check_;
};

class SegmentSource final : public SectionSource {
 public:
  // `segment` must outlive this.
  explicit SegmentSource(const Segment& segment) : segment_(segment) {}
  [[nodiscard]] std::optional<std::span<const std::byte>> find(
      std::string_view name) const override {
    return segment_.find(name);
  }
  [[nodiscard]] std::string name() const override { return segment_.path(); }

 private:
  const Segment& segment_;
};

}  // namespace facsim
