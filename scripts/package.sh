#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a Debian package and a tarball of the built program, in the folder `package` of the build.
#
#   scripts/package.sh [BUILD_FOLDER]        default: build/release
#
# The package depends on Debian's libraries. The tarball contains every library except glibc, with
# its licence, so it runs on any Linux for this processor whose glibc is not older than this
# machine's. Both contain the plug-in for Parquet, if the build has it. Neither contains Arrow:
# users install pyarrow.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/libraries.sh

readonly build=${1:-build/release}
readonly out=$build/package

die() {
  printf 'package: %s\n' "$*" >&2
  exit 1
}

[[ -x $build/portable/facsim ]] || die "no $build/portable/facsim; build the target package_parts"
version=$("$build/facsim" version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)
name=facsim-$version-linux-$(uname -m)
stage=$out/$name

rm -rf "$out"
mkdir -p "$stage/lib/facsim"
cmake --install "$build" --component program --prefix "$stage" >/dev/null
install -s -m 755 "$build/portable/facsim" "$stage/bin/facsim"

# This runs before the libraries are copied beside the program: ldd would then find these copies,
# which belong to no package.
gather_licences "$stage/bin/facsim" "$stage/share/doc/facsim/libraries" "$build"
needed=$(needed_libraries "$stage/bin/facsim")
while read -r library file; do
  install -s -m 644 "$(readlink -f "$file")" "$stage/lib/facsim/$library"
done <<<"$needed"

# The time of the commit makes the bytes of the archives reproducible.
time=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y LICENSE)
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" -C "$out" -czf "$out/$name.tar.gz" \
  "$name"
rm -rf "$stage"

(cd "$build" && SOURCE_DATE_EPOCH=$time cpack -G DEB >package.log 2>&1) || {
  tail -n 20 "$build/package.log" >&2
  die "cpack failed; the whole log is in $build/package.log"
}
rm -rf "$out/_CPack_Packages"
(cd "$out" && sha256sum -- *.deb *.tar.gz >SHA256SUMS && cat SHA256SUMS)
ls -l "$out"/*.deb "$out"/*.tar.gz
