#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# run_streams.sh BIN_DIR [STREAMS [RATE [SECONDS]]]: the latency from a tool's write of a row on its host, over a real
# sshd on this machine, to the parsed row, to the value that a chart draws ten times per second, and to the Benchmarks
# screen with the CPU time of the window's thread, for all streams and for a single one that is ten times as fast; and
# the memory while an hour of them (lines: STREAMS times RATE times 3600) is read, in tables of 32 rows, as a stress
# run prints them repeatedly; then of one growing table of 36000 rows. The results depend on the load of the machine,
# which is printed.
set -eu
bench=$1/stream_bench
screen=$1/screen_bench
streams=${2:-64}
rate=${3:-100}
seconds=${4:-20}
uptime
"$bench" streams "$streams" "$rate" "$seconds"
QT_QPA_PLATFORM=offscreen "$screen" streams "$streams" "$rate" "$seconds"
QT_QPA_PLATFORM=offscreen "$screen" streams 1 1000 "$seconds"
uptime
lines=$((streams * rate * 3600))
"$bench" replay "$streams" "$lines" 32
"$bench" replay 1 36000 36000
uptime
