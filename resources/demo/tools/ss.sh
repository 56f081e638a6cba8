#!/bin/sh
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Simulates ss(8) on a simulated host: the TCP ports on which a simulated perftest waits, printed like `ss -Hltn`.
here=${0%/*}
wanted=
for word in "$@"; do
    case $word in
    *:[0-9]*) wanted=${word##*:} ;;
    [0-9]*) wanted=$word ;;
    esac
done
for file in "$here"/run/ports/*; do
    port=${file##*/}
    case $port in '*' | *.*) continue ;; esac
    [ -z "$wanted" ] || [ "$wanted" = "$port" ] || continue
    read -r pid _ <"$file" || continue
    kill -0 "$pid" 2>/dev/null || continue
    printf 'LISTEN 0      128          0.0.0.0:%s      0.0.0.0:*\n' "$port"
done
