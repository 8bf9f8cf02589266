#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Finds near-duplicates in real pages: the manuals of two releases of LLVM and Clang, downloaded as
# Debian packages and unpacked here without installing them.
#
#   scripts/demo.sh [INPUT...]     your own files and folders instead
set -euo pipefail
cd "$(dirname "$0")/.."

readonly demo=build/demo
readonly packages=(llvm-14-doc llvm-15-doc clang-14-doc clang-15-doc)

die() {
  printf 'demo: %s\n' "$*" >&2
  exit 1
}

apt_get() {
  # As root, apt would switch to a user that may not write here, and warn about it.
  if [[ $EUID -eq 0 ]]; then
    apt-get -q -o APT::Sandbox::User=root "$@"
  else
    apt-get -q "$@"
  fi
}

update_lists() {
  if [[ $EUID -eq 0 ]]; then
    apt-get -q update
  else
    command -v sudo >/dev/null && sudo apt-get -q update
  fi
}

# Prints the only file of a package, or nothing.
package_file() { find "$demo/packages" -name "$1_*.deb" -print -quit; }

fetch() {
  mkdir -p "$demo/packages"
  local name wanted=()
  for name in "${packages[@]}"; do
    [[ -n $(package_file "$name") ]] || wanted+=("$name")
  done
  [[ ${#wanted[@]} -gt 0 ]] || return 0
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null ||
    die 'the pages come as Debian packages, and this system has no apt; name pages of your own:' \
      'make demo INPUT=FOLDER'
  echo "demo: fetching ${wanted[*]} (16 MB, into $demo/packages, not installed)" >&2
  download() { (cd "$demo/packages" && apt_get download "${wanted[@]}"); }
  if ! download >"$demo/fetch.log" 2>&1; then
    { update_lists && download; } >>"$demo/fetch.log" 2>&1 || {
      tail -n 10 "$demo/fetch.log" >&2
      die "the packages could not be fetched; the whole log is in $demo/fetch.log"
    }
  fi
  for name in "${wanted[@]}"; do
    [[ -n $(package_file "$name") ]] || die "apt-get download left no package of $name"
  done
}

# Copies the HTML pages of the packages to PACKAGE/NAME.html. html/AMDGPU is left out: three of four
# pages there are stubs with the same few words.
collect() {
  rm -rf "$demo/unpacked" "$demo/pages"
  local name root count
  for name in "${packages[@]}"; do
    mkdir -p "$demo/unpacked/$name" "$demo/pages/${name%-doc}"
    dpkg-deb -x "$(package_file "$name")" "$demo/unpacked/$name"
    # The pages may be under the name of the package or another one; -type f skips links.
    root=$(find "$demo/unpacked/$name/usr/share/doc" -type d -name html -print -quit)
    [[ -n $root ]] || die "the package $name has no folder html"
    (cd "$root" && find . -type f -name '*.html' ! -path './AMDGPU/*' ! -path './_sources/*' \
      ! -path './_static/*' -exec cp --parents -t "$OLDPWD/$demo/pages/${name%-doc}" {} +)
    count=$(find "$demo/pages/${name%-doc}" -name '*.html' | wc -l)
    [[ $count -gt 0 ]] || die "the package $name has no page"
    echo "demo: $count pages of ${name%-doc}" >&2
  done
  rm -rf "$demo/unpacked"
}

mkdir -p "$demo"
if [[ $# -gt 0 ]]; then
  inputs=("$@")
else
  fetch
  collect
  inputs=("$demo/pages")
fi
printf 'demo: build/release/facsim dedup%s -o %s --force\n' "$(printf ' %q' "${inputs[@]}")" \
  "$demo/result" >&2
build/release/facsim dedup "${inputs[@]}" -o "$demo/result" --force

# Pages of one folder are named relative to it; those of several folders have the name of the folder
# first. The passages are read again from there.
roots=()
for input in "${inputs[@]}"; do
  [[ ! -d $input ]] || roots+=(--root "$input" --root "$(dirname "$input")")
done
python3 scripts/show_duplicates.py "$demo/result" "${roots[@]}"
