#!/bin/bash
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What packaging/demo and packaging/check have in common; read by them with ".".

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

step() { printf '\n== %s\n' "$*"; }
fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

sudo_words=(sudo)
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    "${sudo_words[@]}" "$@"
  fi
}

# packages_for PURPOSE...: the packages of packages.txt with one of these purposes.
packages_for() {
  awk -v wanted=" $* " '!/^#/ && NF == 2 && index(wanted, " " $2 " ") { print $1 }' "${source_dir}/packaging/packages.txt"
}

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# install_packages PURPOSE...: those that are missing, through apt.
install_packages() {
  local package missing=()
  command -v apt-get >/dev/null || fail "this needs apt (Debian 12, Ubuntu 24.04): see packaging/packages.txt for the packages elsewhere"
  for package in $(packages_for "$@"); do
    is_installed "${package}" || missing+=("${package}")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    echo "all packages are there"
    return
  fi
  echo "installing ${missing[*]}"
  if [ "$(id -u)" != 0 ] && ! { command -v sudo >/dev/null && as_root true; }; then
    fail "without sudo, run this as root first: apt-get install ${missing[*]}"
  fi
  as_root apt-get -q update || fail "apt-get update failed"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "${missing[@]}" \
    >"${TMPDIR:-/tmp}/fabricscope-apt.$$" 2>&1 ||
    { cat "${TMPDIR:-/tmp}/fabricscope-apt.$$"; fail "apt-get install failed"; }
  rm -f "${TMPDIR:-/tmp}/fabricscope-apt.$$"
}
