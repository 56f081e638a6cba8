#!/bin/bash
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# capture_bench.sh [BIN_DIR [ROUNDS]]: the time of `fabricscope capture` of the emulated server over SSH, compared
# with `ssh host 'lspci -vvv'` on the same machine, alternating, as medians:
#   safe part   from the start of the command until the tree can be drawn   at most 1x
#   all parts   the whole command                                           at most 3x
# compared with `ssh host true`:
#   verdict     the safe part, and judging the pairs of GPUs and NICs       at most 4x
#               (judging is a whole run of `show --view affinity` of the capture, including program start)
#   click       in the window, from the click on Connect to the verdict     at most 4x
#               (if BIN_DIR contains click_bench: ninja -C build/PRESET click_bench)
# and the CPU time of each on the host (from its /proc/stat, minus the cost of reading it).
# BIN_DIR contains the programs (default: build/release/bin). Exit status 1 if a limit is exceeded.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bin=${1:-${here}/../../build/release/bin}
rounds=${2:-9}
folder=$(mktemp -d "${TMPDIR:-/tmp}/fabricscope-bench.XXXXXX")
boot=${here}/../e2e/boot.sh
trap '"${boot}" stop "${folder}"; rm -rf "${folder}"' EXIT

[ -x "${bin}/fabricscope" ] || { echo "capture_bench: no fabricscope in ${bin}" >&2; exit 2; }

now_ms() { echo $(($(date +%s%N) / 1000000)); }
on_host() { ssh -F "${folder}/ssh_config" -o BatchMode=yes server "$1"; }

# Busy CPU time of the host since boot, in ms: user, nice, system, irq, softirq (1/100 s each).
# shellcheck disable=SC2016
host_cpu_ms() { on_host 'read -r _ u n s i w q f _ </proc/stat; echo $(((u + n + s + q + f) * 10))'; }

median() { sort -n "$1" | awk '{ all[NR] = $1 } END { print NR % 2 ? all[(NR + 1) / 2] : (all[NR / 2] + all[NR / 2 + 1]) / 2 }'; }

# measure NAME COMMAND...: appends its time to NAME.ms, the host's CPU time to NAME.cpu.
measure() {
  local name=$1 before after begin
  shift
  before=$(host_cpu_ms)
  begin=$(now_ms)
  "$@" >"${folder}/out" 2>"${folder}/err" || { cat "${folder}/err" >&2; exit 1; }
  echo $(($(now_ms) - begin)) >>"${folder}/${name}.ms"
  after=$(host_cpu_ms)
  echo $((after - before)) >>"${folder}/${name}.cpu"
}

capture() {
  "${bin}/fabricscope" capture server --ssh-config "${folder}/ssh_config" --timing -o "${folder}/server.fscope"
}

"${boot}" start "${folder}" 300
# The first run of each warms the caches of the host and is not counted.
on_host 'lspci -vvv' >/dev/null
capture >/dev/null 2>&1
for ((round = 1; round <= rounds; ++round)); do
  measure nothing true
  measure lspci on_host 'lspci -vvv'
  measure login on_host true
  measure capture capture
  safe=$(sed -n 's/^server: safe at \([0-9]*\) ms.*/\1/p' "${folder}/err" | head -n 1)
  echo "${safe}" >>"${folder}/safe.ms"
  measure judge "${bin}/fabricscope" show "${folder}/server.fscope" --view affinity
  echo $((safe + $(tail -n 1 "${folder}/judge.ms"))) >>"${folder}/verdict.ms"
done

click=0
if [ -x "${bin}/click_bench" ]; then
  "${bin}/click_bench" "${rounds}" "${folder}/ssh_config" server || click=$?
else
  echo "capture_bench: no click_bench in ${bin}: the click on Connect is not measured (ninja click_bench makes it)" >&2
fi

functions=$(on_host 'lspci | wc -l')
lspci=$(median "${folder}/lspci.ms")
idle=$(median "${folder}/nothing.cpu")
echo "emulated server, ${functions} PCI functions, ${rounds} rounds in turns, medians"
awk -v lspci="${lspci}" -v login="$(median "${folder}/login.ms")" -v verdict="$(median "${folder}/verdict.ms")" -v safe="$(median "${folder}/safe.ms")" -v all="$(median "${folder}/capture.ms")" \
  -v idle="${idle}" -v click="${click}" -v lspci_cpu="$(median "${folder}/lspci.cpu")" -v all_cpu="$(median "${folder}/capture.cpu")" '
  function row(name, ms, limit, peer) {
    printf "%-28s %8.0f ms   %5.2f x   %s\n", name, ms, ms / peer, \
      limit == 0 ? "" : sprintf("at most %d x: %s", limit, ms / peer <= limit ? "kept" : "BROKEN")
    if (limit > 0 && ms / peer > limit)
      broken = 1
  }
  BEGIN {
    row("ssh host lspci -vvv", lspci, 0, lspci)
    row("capture until the tree", safe, 1, lspci)
    row("capture, all parts", all, 3, lspci)
    row("ssh host true", login, 0, login)
    row("capture until the verdict", verdict, 4, login)
    printf "CPU time on the host: lspci %.0f ms, capture of all parts %.0f ms\n", lspci_cpu - idle, all_cpu - idle
    exit broken || click != 0
  }'
