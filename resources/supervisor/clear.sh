# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Removes the folder of a detached run; a run that has not ended is left alone. If another fetch of it is in progress,
# that one has to read its end first: then the last of them removes the folder (fetch.sh).
fs_forget() {
  fs_own_spool || { fs_say nospool && return; }
  fs_find_end || { fs_say running && return; }
  if fs_has_reader; then { umask 077 && true >"$fs_spool/forget"; } 2>/dev/null; fi
  if [ ! -e "$fs_spool/forget" ] || ! fs_has_reader; then fs_clear; fi
  fs_say cleared
}
fs_forget </dev/null
