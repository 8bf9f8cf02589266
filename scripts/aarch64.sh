#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds everything for aarch64 with Debian's cross compiler, and runs the tests of the C++ rooms
# under qemu. Libraries of that architecture go to build/aarch64/root; the system is not changed.
#
#   scripts/aarch64.sh [TEST]...     names of ctest, as regular expressions; default: rooms, golden
set -euo pipefail
cd "$(dirname "$0")/.."

readonly folder=$PWD/build/aarch64
export FACSIM_SYSROOT=$folder/root

die() {
  echo "aarch64: $*" >&2
  exit 1
}

# Runs apt-get as on an aarch64 machine without any package.
as_foreign() { APT_CONFIG=$folder/apt/apt.conf apt-get -q "$@" >>"$folder/setup.log" 2>&1; }

fetch_libraries() {
  local apt=$folder/apt list=$1 names
  rm -rf "$apt" "$FACSIM_SYSROOT.new"
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$FACSIM_SYSROOT.new"
  : >"$apt/status"
  cat >"$apt/apt.conf" <<END
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
Dir::State::lists "$apt/lists";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
END
  mapfile -t names <<<"$list"
  echo "aarch64: fetching libraries (log: $folder/setup.log)" >&2
  as_foreign update || die "apt-get update failed; the log is in $folder/setup.log"
  as_foreign install -y --no-install-recommends --download-only "${names[@]}" ||
    die "the libraries could not be had; the log is in $folder/setup.log"
  local package
  for package in "$apt"/cache/archives/*.deb; do dpkg -x "$package" "$FACSIM_SYSROOT.new"; done
  echo "$list" >"$FACSIM_SYSROOT.new/packages"
  rm -rf "$FACSIM_SYSROOT" "$apt"
  mv "$FACSIM_SYSROOT.new" "$FACSIM_SYSROOT"
}

mkdir -p "$folder"
# The libraries to link or include; the programs of the build are those of this machine.
libraries=$(sed -e 's/#.*//' -e 's/[[:space:]]//g' scripts/packages-apt.txt |
  grep -E '^(lib|zlib1g-dev|nlohmann)')
[[ $(cat "$FACSIM_SYSROOT/packages" 2>/dev/null) == "$libraries" ]] || fetch_libraries "$libraries"
cmake --preset aarch64 >/dev/null
cmake --build --preset aarch64
# Only the scalar kernels run here: the others are not compiled for this architecture.
rooms=$(find facsim -mindepth 2 -maxdepth 2 -name CMakeLists.txt -printf '%h\n' | xargs -n1 basename)
readonly tests=${*:-"$(tr '\n' '|' <<<"$rooms")golden"}
ctest --preset aarch64 -R "^(${tests// /|})\$"
