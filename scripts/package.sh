#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a Debian package and a tarball of the built program, in the folder `package` of the build.
#
#   scripts/package.sh [BUILD_FOLDER]        default: build/release
#
# The package depends on Debian's libraries. The tarball brings along every library but glibc, with
# its licence, so it runs on any Linux of this processor whose glibc is not older than this machine's.
set -euo pipefail
cd "$(dirname "$0")/.."

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
mkdir -p "$stage/lib/facsim" "$stage/share/doc/facsim/libraries"
cmake --install "$build" --component program --prefix "$stage" >/dev/null
install -s -m 755 "$build/portable/facsim" "$stage/bin/facsim"

# The libraries that the program needs, theirs included. glibc stays the machine's own: it belongs
# to the kernel's interface and to the loader.
mapfile -t libraries < <(ldd "$stage/bin/facsim" | sed -nE 's/^\s*(\S+) => (\/\S+) .*/\1 \2/p' |
  grep -vE '^(libc|libm|libdl|librt|libpthread)\.so')
missing=$(ldd "$stage/bin/facsim" | sed -n 's/=> not found//p')
[[ -z $missing ]] || die "the program needs libraries that are not installed: $missing"
for library in "${libraries[@]}"; do
  file=$(readlink -f "${library#* }")
  install -s -m 644 "$file" "$stage/lib/facsim/${library%% *}"
  # dpkg knows a file by the name that it was packed with: in /usr/lib, or before that in /lib.
  package=$(dpkg-query -S "$file" 2>/dev/null || dpkg-query -S "${file#/usr}" 2>/dev/null) ||
    die "no Debian package has $file"
  package=${package%%:*}
  install -m 644 "/usr/share/doc/$package/copyright" "$stage/share/doc/facsim/libraries/$package.txt"
done
# The table of Chinese words was made from this package.
if [[ -e $stage/share/facsim/jieba.tables ]]; then
  install -m 644 /usr/share/doc/python3-jieba/copyright \
    "$stage/share/doc/facsim/libraries/python3-jieba.txt"
fi

# The same commit gives the same bytes.
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
