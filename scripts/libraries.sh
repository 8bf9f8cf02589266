# SPDX-License-Identifier: Apache-2.0
# Finds the shared libraries that a program needs, and the licences of all parts of it. package.sh
# and wheel.sh source this file and define die().
# shellcheck shell=bash

# needed_libraries PROGRAM: prints a line "NAME FILE" for each shared library, including those that
# libraries need. glibc is left out: it belongs to the machine's kernel and loader.
needed_libraries() {
  local found missing
  found=$(ldd "$1")
  missing=$(sed -n 's/=> not found//p' <<<"$found")
  [[ -z $missing ]] || die "$1 needs libraries that are not installed: $missing"
  sed -nE 's/^\s*(\S+) => (\/\S+) .*/\1 \2/p' <<<"$found" |
    grep -vE '^(libc|libm|libdl|librt|libpthread)\.so'
}

# licence_of PACKAGE FOLDER: copies the licence of a Debian package.
licence_of() { install -m 644 "/usr/share/doc/$1/copyright" "$2/$1.txt"; }

# gather_licences PROGRAM FOLDER TREE: copies the licences of the program's shared libraries, of the
# libraries compiled into it, and of the tables of Chinese words.
gather_licences() {
  local program=$1 folder=$2 tree=$3 name file package needed
  needed=$(needed_libraries "$program")
  mkdir -p "$folder"
  while read -r name file; do
    file=$(readlink -f "$file")
    # dpkg knows a file by its path in the package: in /usr/lib, or in older packages in /lib.
    package=$(dpkg-query -S "$file" 2>/dev/null || dpkg-query -S "${file#/usr}" 2>/dev/null) ||
      die "no Debian package has $file ($name)"
    licence_of "${package%%:*}" "$folder"
  done <<<"$needed"
  for package in libcli11-dev libtomlplusplus-dev nlohmann-json3-dev; do
    licence_of "$package" "$folder"
  done
  if [[ -e $tree/jieba.tables ]]; then licence_of python3-jieba "$folder"; fi
  # lexbor is compiled from its source package if the system does not have it.
  for file in "$tree"/lexbor/*/lexbor/{LICENSE,NOTICE}; do
    if [[ -e $file ]]; then install -m 644 "$file" "$folder/lexbor-${file##*/}.txt"; fi
  done
}
