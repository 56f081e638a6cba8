# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# TCP ports of this host, as reported by the kernel (/proc/net/tcp, tcp6). Set before it: fs_ports, candidates as four
# hexadecimal digits; fs_await: empty to find the first of them on which nobody listens; else the seconds in which a
# process must listen on the first.
fs_listens() {
  for fs_file in /proc/net/tcp /proc/net/tcp6; do
    { while read -r _ fs_local _ fs_state _; do
      [ "$fs_state:${fs_local##*:}" != "0A:$1" ] || return 0
    done <"$fs_file"; } 2>/dev/null
  done
  return 1
}

fs_free_port() {
  for fs_port in $fs_ports; do
    fs_listens "$fs_port" || { fs_say port "$fs_port" && return; }
  done
  fs_say noport
}

fs_await_port() {
  fs_turn=0
  while ! fs_listens "${fs_ports%% *}"; do
    [ "$fs_turn" -lt "$((fs_await * fs_rounds))" ] || { fs_say silent && return; }
    sleep "$fs_short"
    fs_turn=$((fs_turn + 1))
  done
  fs_say listening
}

fs_look_for_port() {
  fs_say begin
  if [ -z "$fs_await" ]; then fs_free_port; else fs_await_port; fi
}
fs_look_for_port </dev/null
