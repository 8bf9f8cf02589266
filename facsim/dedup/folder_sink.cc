// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/folder_sink.h"

#include <utility>

#include "facsim/dedup/copy_corpus.h"
#include "facsim/report/rows.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

void write_row(ByteSink& sink, std::string row) {
  row.push_back('\n');
  sink.write(row);
}

}  // namespace

FolderSink::FolderSink(std::string folder, const FolderOptions& options, const ReadOptions& read,
                       Copying copying)
    : folder_(std::move(folder)), options_(options), read_(read), copying_(copying) {}

std::unique_ptr<ByteSink> FolderSink::create(const char* name) {
  written_.emplace_back(name);
  return create_bytes(folder_ + "/" + name, Packing::none);
}

void FolderSink::begin() {
  duplicates_ = create(kDuplicatesName);
  reported_ = create(kReportedName);
  clusters_ = create(kClustersName);
  if (options_.rows != RowFiles::parquet) return;
  duplicates_table_ = std::make_unique<DuplicateTable>(create(kDuplicatesTable));
  reported_table_ = std::make_unique<ReportedTable>(create(kReportedTable));
  clusters_table_ = std::make_unique<ClusterTable>(create(kClustersTable));
}

void FolderSink::removed(const SinkPage& page, const SinkPage& representative, const Match& match) {
  write_row(*duplicates_, duplicate_row(page.name, representative.name, match, page.revisit_of));
  if (duplicates_table_) {
    duplicates_table_->add(page.name, representative.name, match, page.revisit_of);
  }
}

void FolderSink::reported(const SinkPage& page, const SinkPage& other, const Match& match) {
  const OwnWords words{page.own_word, other.own_word};
  write_row(*reported_, reported_row(page.name, other.name, match, words, page.kept_by));
  if (reported_table_) reported_table_->add(page.name, other.name, match, words, page.kept_by);
}

void FolderSink::cluster(const SinkPage& representative, const ClusterCounts& counts) {
  write_row(*clusters_, cluster_row(representative.name, counts));
  if (clusters_table_) clusters_table_->add(representative.name, counts);
}

void FolderSink::revisit(const PageName& revisit, const PageName& original,
                         const PageName& representative) {
  if (!revisits_) revisits_ = create(kRevisitsName);
  write_row(*revisits_, revisit_row(revisit, original, representative));
}

void FolderSink::close_rows() {
  for (auto* sink : {&duplicates_, &reported_, &clusters_, &revisits_}) {
    if (*sink) (*sink)->close();
    sink->reset();
  }
  if (duplicates_table_) duplicates_table_->close();
  if (reported_table_) reported_table_->close();
  if (clusters_table_) clusters_table_->close();
  reported_table_.reset();
  duplicates_table_.reset();
  clusters_table_.reset();
}

void FolderSink::copy_inputs(const DecidedCorpus& pages, Run& run) {
  // The file exists whenever an input has a revisit, even without rows.
  if (!revisits_ && pages.corpus().revisits.size() > 0) revisits_ = create(kRevisitsName);
  close_rows();
  Written copies;
  if (options_.mode == Mode::annotate) {
    copies = annotate_corpus(pages, folder_, read_, run, copying_ == Copying::everything);
  } else if (has_plain_copies(options_.mode) && copying_ == Copying::everything &&
             !options_.dry_run) {
    copies = copy_corpus(pages, folder_, options_.link, read_, run);
  }
  written_.insert(written_.end(), copies.files.begin(), copies.files.end());
  if (has_matches_) written_.emplace_back(kMatchesName);
  linked_ = std::move(copies.linked);
  run.warn(copies.warnings);
}

void FolderSink::skipped(const std::string& file, std::uint64_t offset, std::uint64_t bytes,
                         Skip reason) {
  if (copying_ == Copying::rows_only) return;  // the list of the run is still valid
  if (!skipped_) skipped_ = create(kSkippedName);
  write_row(*skipped_, skipped_row(file, offset, bytes, reason));
}

void FolderSink::finish(Summary& summary) {
  close_rows();  // for a run without copies
  if (!skipped_ && copying_ == Copying::everything) skipped_ = create(kSkippedName);
  if (skipped_) skipped_->close();
  summary.mode = name_of(options_.mode);
  summary.linked = std::move(linked_);
}

}  // namespace facsim
