// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/Sshd.h"

#include <filesystem>

namespace fabricscope::test {

/// `ib_write_bw [-q N] [-d DEVICE] [--hang] [--fail] [--rate N] [--busy N] [--mute FILE] [--flaky FILE]
/// -p PORT [ADDRESS]`, as far as a pair needs it: it really listens and connects. A device whose name begins
/// with "bad" cannot be opened. A busy server prints one line per second, N lines in total, before it
/// listens; a mute server never listens, and writes its port to the file; a flaky client does not connect if
/// the file does not exist yet, and creates it.
inline constexpr const char *kFakePerftest = R"(#!/bin/sh
qps=1 hang= port= address= rate=12.34 busy=0 mute= flaky=
while [ $# -gt 0 ]; do
    case $1 in
    -p) port=$2; shift ;;
    -q) qps=$2; shift ;;
    -d) case $2 in bad*) echo " IB device $2 not found" >&2; exit 1 ;; esac; shift ;;
    --rate) rate=$2; shift ;;
    --busy) busy=$2; shift ;;
    --mute) mute=$2; shift ;;
    --flaky) flaky=$2; shift ;;
    --hang) hang=1 ;;
    --fail) echo "Couldn't listen to port $3" >&2; exit 1 ;;
    *) address=$1 ;;
    esac
    shift
done
if [ "$flaky" ] && [ ! -e "$flaky" ]; then
    : >"$flaky"
    echo "Couldn't connect to $address:$port" >&2
    exit 1
fi
if [ "$mute" ]; then
    echo "$port" >>"$mute"
    sleep 1000
fi
while [ "$busy" -gt 0 ]; do
    echo "still busy: $busy"
    busy=$((busy - 1))
    sleep 1
done
if [ "$address" ]; then
    echo hello | busybox nc "$address" "$port" || exit 1
    [ -z "$hang" ] || sleep 1000
else
    busybox nc -l -p "$port" >/dev/null || exit 1
    [ -z "$hang" ] || sleep 1000
fi
printf ' RDMA_Write BW Test\n Number of qps   : %s\tTransport type : IB\n Mtu             : 1024[B]\n' "$qps"
printf ' #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n'
printf ' 65536      5000             0.00               %s\t\t   0.003366\n' "$rate"
)";

/// Writes the executable to the folder and returns its path.
inline std::filesystem::path writePerftest(const TemporaryFolder &folder) {
    std::filesystem::path tool = folder.write("ib_write_bw", kFakePerftest);
    std::filesystem::permissions(tool, std::filesystem::perms(0755));
    return tool;
}

} // namespace fabricscope::test
