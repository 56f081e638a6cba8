# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# fs_reader N WORDS: runs the command and prints each line of its output as `N:line`, as soon as it comes, and at last
# `N:@@fabricscope ended STATUS`. Several at a time share one standard output, so that all of them need one login shell.
if echo | sed -u s/a/b/ >/dev/null 2>&1; then
  fs_label() { sed -u "s/^/$1:/"; }
else
  fs_label() { while IFS= read -r fs_line; do printf '%s\n' "$1:$fs_line"; done; }
fi
fs_reader() {
  fs_number=$1
  shift
  {
    "$@" </dev/null 2>/dev/null
    printf '\n@@fabricscope ended %s\n' "$?"
  } | fs_label "$fs_number"
}
