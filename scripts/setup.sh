#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what a make target needs and this machine lacks; is fast if nothing is missing.
#
#   scripts/setup.sh build|parquet|test|spark|page|bench|dev|types|openapi|aarch64...
#
# build: compilers and libraries (packages-apt.txt). test: build, and pytest in build/venv.
# parquet: build, and pyarrow in build/venv-parquet unless build/venv has it; without pyarrow the
# program is built all the same, and rejects Parquet.
# types, openapi: build, and the packages of requirements-types.txt and requirements-openapi.txt in
# build/venv-types and build/venv-openapi. spark: build, Java (packages-apt-spark.txt) unless the
# machine has one, and requirements-spark.txt in build/venv-spark. bench, dev, aarch64: the packages
# of packages-apt-bench.txt and so on. page: a browser, npm (packages-apt-npm.txt) unless the
# machine has one, and the packages of scripts/page/package.json in build/node.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly log=build/setup.log

say() { printf 'setup: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}

# Prints the package names in the given list files: one a line, which a comment may follow.
listed() { sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$@"; }

# Prints those of the given packages that are not installed.
missing_of() {
  local installed
  # dpkg-query fails if it does not know a name; its output about the others is still valid.
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
    sed -n 's/^installed //p' || true)
  comm -23 <(printf '%s\n' "$@" | sort -u) <(printf '%s\n' "$installed" | sort -u)
}

apt_get() {
  # Waits for the lock: machines that just started often update themselves.
  local command=(apt-get -o DPkg::Lock::Timeout=300 -q "$@")
  if [[ $EUID -eq 0 ]]; then
    DEBIAN_FRONTEND=noninteractive "${command[@]}"
  else
    sudo DEBIAN_FRONTEND=noninteractive "${command[@]}"
  fi
}

# True if apt-get may run: as root, or through sudo that needs no password or can ask a person.
may_install() {
  [[ $EUID -eq 0 ]] && return 0
  command -v sudo >/dev/null || return 1
  sudo -n true 2>/dev/null || { [[ -t 0 && -t 2 ]] && sudo -v; }
}

install_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "this system has no apt; install the equivalents of: $(listed "$@" | tr '\n' ' ')"
    return 0
  fi
  local names missing
  mapfile -t names < <(listed "$@")
  mapfile -t missing < <(missing_of "${names[@]}")
  [[ ${#missing[@]} -gt 0 ]] || return 0
  if ! may_install; then
    die "packages are missing, and this is neither root nor a user of sudo; have someone run:" \
      "apt-get install -y --no-install-recommends ${missing[*]}"
  fi
  say "installing ${#missing[@]} Debian packages with apt-get (log: $log): ${missing[*]}"
  mkdir -p build
  local install=(install -y --no-install-recommends "${missing[@]}")
  # The first try fails if package lists are missing or old; then they are updated.
  if ! apt_get "${install[@]}" >"$log" 2>&1; then
    if ! { apt_get update && apt_get "${install[@]}"; } >>"$log" 2>&1; then
      tail -n 20 "$log" >&2
      die "apt-get failed; the whole log is in $log"
    fi
  fi
}

# Prints a Python 3.11 or later that can make virtual environments, on PATH or of the system.
find_python() {
  local python
  for python in python3 /usr/bin/python3; do
    if "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
      2>/dev/null; then
      printf '%s\n' "$python"
      return 0
    fi
  done
  die "no python3 of version 3.11 or later with venv; install python3 and python3-venv"
}

# make_venv PART FOLDER: makes an environment with the packages of requirements-PART.txt.
make_venv() {
  local venv=$2 requirements=scripts/requirements-$1.txt
  # The scripts of an environment contain its folder, so a moved tree needs a new environment.
  local want
  want="$PWD $(cat "$requirements")"
  if [[ -x $venv/bin/python && -f $venv/requirements && $(<"$venv/requirements") == "$want" ]] &&
    "$venv/bin/python" -c '' 2>/dev/null; then
    return 0
  fi
  local python
  python=$(find_python)
  say "putting the Python packages of $requirements into $venv (log: $log)"
  mkdir -p build
  rm -rf "$venv"
  if ! { "$python" -m venv "$venv" &&
    "$venv/bin/python" -m pip --disable-pip-version-check --no-input install -r "$requirements"; } \
    >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -rf "$venv"
    die "the packages of $requirements could not be had from the Python package index;" \
      "the whole log is in $log"
  fi
  printf '%s\n' "$want" >"$venv/requirements"
}

# Installs the checkers of the report page with npm; tests/page skips tests if they are missing.
install_node_packages() {
  local want=build/node/package.json
  cmp -s scripts/page/package.json "$want" && [[ -d build/node/node_modules ]] && return 0
  if ! command -v npm >/dev/null; then
    say "no npm; the checkers of scripts/page/package.json are not installed"
    return 0
  fi
  say "putting the packages of scripts/page/package.json into build/node (log: $log)"
  mkdir -p build/node
  cp scripts/page/package.json build/node/package.json.new
  if ! npm install --prefix build/node --no-audit --no-fund --ignore-scripts --no-save \
    $(sed -n 's/^    "\([a-z-]*\)": "\(.*[0-9]\)",*$/\1@\2/p' scripts/page/package.json) \
    >>"$log" 2>&1; then
    rm -f build/node/package.json.new
    tail -n 20 "$log" >&2
    die "npm could not install the packages of scripts/page/package.json; the whole log is in $log"
  fi
  mv build/node/package.json.new "$want"
}

# The plug-in for Parquet is built against the libraries of pyarrow; without these it is left out.
install_pyarrow() {
  "build/venv/bin/python" -c 'import pyarrow' 2>/dev/null && return 0
  (make_venv parquet build/venv-parquet) || say "no pyarrow; the program will not read Parquet"
}

[[ $# -gt 0 ]] || set -- build
lists=(scripts/packages-apt.txt)
environments=()
node=0
pyarrow=0
for part in "$@"; do
  case $part in
    build) ;;
    parquet) pyarrow=1 ;;
    test) environments+=("test build/venv") ;;
    types | openapi) environments+=("$part build/venv-$part") ;;
    page)
      lists+=(scripts/packages-apt-page.txt)
      # Debian's npm conflicts with a Node.js that contains its own npm.
      command -v npm >/dev/null || lists+=(scripts/packages-apt-npm.txt)
      node=1
      ;;
    spark)
      environments+=("spark build/venv-spark")
      command -v java >/dev/null || lists+=(scripts/packages-apt-spark.txt)
      ;;
    bench | dev | aarch64) lists+=("scripts/packages-apt-$part.txt") ;;
    *) die "unknown part '$part'; say build, parquet, test, spark, page, bench, dev, types, openapi or aarch64" ;;
  esac
done
install_packages "${lists[@]}"
[[ $node -eq 0 ]] || install_node_packages
[[ $pyarrow -eq 0 ]] || install_pyarrow
for environment in "${environments[@]}"; do
  make_venv $environment
done
