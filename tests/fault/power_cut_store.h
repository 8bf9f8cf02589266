// SPDX-License-Identifier: Apache-2.0
#pragma once
// Both halves of a store of pages, rows and index, that lose their power or fail at one step.
//
// One at a time in a process, since both seams are global. Stores that are opened during its
// lifetime use it.

#include <atomic>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/store/row_store_seam_internal.h"
#include "facsim/store/step_hook.h"
#include "tests/fault/power_cut_fs.h"
#include "tests/fault/power_cut_index.h"

namespace facsim::fault {

class PowerCutStore {
 public:
  PowerCutStore(const std::string& folder, const std::string& graves)
      : rows_(std::make_shared<PowerCutFiles>(folder + "/rows", graves + "/rows")),
        index_(folder + "/pages.idx", graves + "/index"),
        rows_scope_(rows_),
        index_scope_([this](std::string_view step) { take(step); }) {}

  void lie_about(std::optional<IndexSync> index, std::optional<FileKind> rows) {
    if (index) index_.lie_about(*index);
    if (rows) rows_->lie_about(*rows);
  }
  void cut_at(std::uint64_t step) { rows_->cut_at(step); }
  void fail_at(std::uint64_t step, rocksdb::IOStatus status, bool stays) {
    rows_->fail_at(step, std::move(status), stays);
  }
  [[nodiscard]] bool has_failed() const { return rows_->has_failed(); }
  [[nodiscard]] bool is_cut() const { return rows_->is_cut(); }
  // From now on the folder sync after each commit of the index fails.
  void fail_commits() { fails_ = true; }
  void cut_now() {
    rows_->cut_now();
    index_.cut();
  }
  void after_the_cut(const std::string& target, std::mt19937_64& random) {
    rows_->after_the_cut(target + "/rows", random);
    index_.after_the_cut(target + "/pages.idx", random);
  }

 private:
  void take(std::string_view step) {
    const rocksdb::IOStatus status = rows_->take_step();
    if (rows_->is_cut()) index_.cut();
    if (!status.ok()) {
      throw Error{status.IsNoSpace() ? ErrorCode::no_space : ErrorCode::io, status.ToString()};
    }
    const bool is_behind_commit = std::exchange(last_step_, step) == "rename MANIFEST";
    if (fails_ && is_behind_commit && step == "sync folder") {
      throw Error{ErrorCode::io, "the folder cannot be synced"};
    }
    index_.step();
  }

  std::shared_ptr<PowerCutFiles> rows_;
  PowerCutIndex index_;
  std::atomic<bool> fails_ = false;
  std::string last_step_;  // only one thread at a time changes an index
  RowStoreFilesScope rows_scope_;
  StepHookScope index_scope_;
};

}  // namespace facsim::fault
