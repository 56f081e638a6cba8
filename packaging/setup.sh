#!/bin/bash
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shared functions of packaging/demo and packaging/check, which source this file.

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

# install_packages PURPOSE...: installs the missing packages with apt.
install_packages() {
  local package missing=()
  command -v apt-get >/dev/null || fail "apt-get not found: on other systems install the packages in packaging/packages.txt"
  for package in $(packages_for "$@"); do
    is_installed "${package}" || missing+=("${package}")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    echo "all packages are installed"
    return
  fi
  echo "installing ${missing[*]}"
  if [ "$(id -u)" != 0 ] && ! { command -v sudo >/dev/null && as_root true; }; then
    fail "sudo failed or is not installed: run this as root first: apt-get install ${missing[*]}"
  fi
  as_root apt-get -q update || fail "apt-get update failed"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "${missing[@]}" \
    >"${TMPDIR:-/tmp}/fabricscope-apt.$$" 2>&1 ||
    { cat "${TMPDIR:-/tmp}/fabricscope-apt.$$"; fail "apt-get install failed"; }
  rm -f "${TMPDIR:-/tmp}/fabricscope-apt.$$"
}
