# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# What detached.sh keeps, found again: only in a folder that is this user's own. A host may name another
# place for such folders than /var/tmp, in FABRICSCOPE_SPOOL.
fs_own_spool() {
  for fs_folder in "${FABRICSCOPE_SPOOL:-/var/tmp}" /var/tmp /tmp; do
    fs_spool=$fs_folder/fabricscope-run-$fs_run
    # shellcheck disable=SC3067 # dash and busybox have -O
    [ -d "$fs_spool" ] && [ ! -h "$fs_spool" ] && [ -O "$fs_spool" ] && return 0
  done
  return 1
}

fs_clear() {
  rm -f "$fs_spool/out" "$fs_spool/began" "$fs_spool/began.new" "$fs_spool/running" "$fs_spool/stop" "$fs_spool/beat" \
    "$fs_spool/probe" "$fs_spool"/ending.* "$fs_spool"/ended.*
  rmdir "$fs_spool"
}
