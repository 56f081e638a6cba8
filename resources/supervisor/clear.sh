# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Removes what a detached run left; one that has not ended is left alone.
fs_forget() {
  fs_own_spool || { fs_say nospool && return; }
  for fs_file in "$fs_spool"/ended.*; do
    [ -e "$fs_file" ] || continue
    fs_clear
    fs_say cleared
    return
  done
  fs_say running
}
fs_forget </dev/null
