# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Prints which secrets a detached run has: the names of variables and the number of arguments (fs_keep_notes), no value.
fs_tell_secrets() {
  fs_own_spool || { fs_say nospool && return; }
  fs_word=
  { read -r fs_word <"$fs_spool/secrets"; } 2>/dev/null
  fs_say "secrets $fs_word"
}
fs_tell_secrets </dev/null
