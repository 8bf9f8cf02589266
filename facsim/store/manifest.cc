// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/manifest.h"

#include <utility>

#include "facsim/base/error.h"
#include "facsim/files/own_file.h"
#include "facsim/store/disk_internal.h"

namespace facsim {

namespace {

std::string manifest_path(const std::string& folder) {
  return folder + "/" + std::string(kManifestName);
}

FileHandle open_manifest(const std::string& folder) {
  try {
    return open_own_file(manifest_path(folder));
  } catch (const Error& failed) {
    if (failed.code() != ErrorCode::not_found) throw;
    throw Error(ErrorCode::not_found, "is no index, it has no " + std::string(kManifestName),
                folder, "make one with `" + Named::index_build + "`");
  }
}

// The generation that a writer must not lose; 0 if there is no readable manifest.
std::uint64_t generation_in(const std::string& folder) {
  try {
    return read_manifest(folder).generation;
  } catch (const Error& failed) {
    if (failed.code() == ErrorCode::io) throw;
    return 0;
  }
}

}  // namespace

Manifest read_manifest(const std::string& folder) {
  if (folder.empty()) {
    throw Error(ErrorCode::invalid_argument, "the name of the index folder is empty");
  }
  const std::string path = manifest_path(folder);
  const FileHandle file = open_manifest(folder);
  const std::uint64_t bytes = size_of(file, path);
  if (bytes > kManifestBytesMax) {
    throw Error(ErrorCode::damaged, "is larger than a manifest can be", path, rebuild_remedy());
  }
  std::string text(bytes, '\0');
  if (const auto reason = read_at(file, 0, std::as_writable_bytes(std::span(text)))) {
    throw Error(ErrorCode::io, *reason, path);
  }
  return parse_manifest(text, path);
}

Manifest commit_manifest(const WriterLock& lock, Manifest next) {
  const std::string& folder = lock.folder();
  if (generation_in(folder) != next.generation) {
    throw Error(ErrorCode::invalid_argument,
                "has changed since its manifest was read; read it again under the lock", folder);
  }
  ++next.generation;
  const std::string text = to_text(next);
  NewFile file(manifest_path(folder));
  file.append(std::as_bytes(std::span(text)));
  try {
    file.commit();
  } catch (const std::exception& failed) {
    if (!file.is_in_place()) throw;
    throw Error(ErrorCode::committed,
                "the change is made, but it may not survive a power cut (" +
                    std::string(failed.what()) + "); do not make it again",
                folder);
  }
  return next;
}

}  // namespace facsim
