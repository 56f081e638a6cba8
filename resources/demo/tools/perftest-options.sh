# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2034
#
# Sourced by perftest.sh: its options, and the rate of this NIC with this GPU from the parameters of the host.
gpus='' nics='' pairs='' links=''
. "$here/bench.conf"

case $program in
*_bw) kind=bw ;;
*) kind=lat ;;
esac
case $program in
ib_write*) verb=RDMA_Write ;;
ib_read*) verb=RDMA_Read ;;
*) verb=Send ;;
esac

device='' gpu='' dmabuf='' port=18515 gid=3 qps=1 size='' sizes='' both='' gbits='' seconds=0 iterations='' address=''

fail() {
    echo "$1" >&2
    exit 1
}
number() {
    case $1 in '' | *[!0-9]*) fail " Invalid value '$1'" ;; esac
    plain=${1#"${1%%[!0]*}"} # a leading zero means octal in shell arithmetic
    echo "${plain:-0}"
}
usage() {
    echo "Usage:"
    echo "  $program            start a server and wait for connection"
    echo "  $program <host>     connect to server at <host>"
    echo "Options:"
    for option in --ib-dev=dev --port=port --size=size --all --iters=iters --duration --qp=num --bidirectional \
        --gid-index=index --report_gbits --use_rocm=device --use_rocm_dmabuf --version; do
        echo "      $option"
    done
}

while [ "$#" -gt 0 ]; do
    case $1 in
    --help | -h) usage; exit 0 ;;
    --version | -V) echo 'Version: 6.23 (simulated)'; exit 0 ;;
    --use_rocm=*) gpu=$(number "${1#*=}") || exit 1 ;;
    --use_rocm_dmabuf) dmabuf=1 ;;
    --report_gbits) gbits=1 ;;
    -a | --all) size=all ;;
    -b | --bidirectional) both=1 ;;
    -F | -R) ;;
    --use_cuda* | --use_mlu*) fail "unrecognized option '$1'" ;;
    -d | -i | -x | -s | -n | -D | -q | -m | -t | -p | -w)
        [ "$#" -gt 1 ] || fail "option requires an argument -- '${1#-}'"
        case $1 in
        -d) device=$2 ;;
        -x) gid=$(number "$2") || exit 1 ;;
        -s) size=$(number "$2") || exit 1 ;;
        -n) iterations=$(number "$2") || exit 1 ;;
        -D) seconds=$(number "$2") || exit 1 ;;
        -q) qps=$(number "$2") || exit 1 ;;
        -p) port=$(number "$2") || exit 1 ;;
        esac
        shift
        ;;
    -*) fail "unrecognized option '$1'" ;;
    *) address=$1 ;;
    esac
    shift
done

# The NIC: its rate in Gb/s.
wire=''
for nic in $nics; do
    [ -n "$device" ] || device=${nic%%:*}
    [ "$device" != "${nic%%:*}" ] || wire=${nic#*:}
done
if [ -z "$wire" ]; then
    echo " IB device $device not found" >&2
    fail ' Unable to find the Infiniband/RoCE device'
fi
# Large messages reach 97 % of it; with a GPU that is not at the NIC's switch, the rate of the path between them; in
# either case at most that of the GPU's own link.
rate=$((wire * 97 / 100)) staged=0
if [ -n "$gpu" ]; then
    [ "$gpu" -lt "$(printf '%s\n' $gpus | wc -l)" ] || fail " ROCm device $gpu not found"
    for pair in $pairs; do
        case $pair in "$gpu:$device:"*)
            staged=1
            [ "${pair##*:}" -ge "$rate" ] || rate=${pair##*:}
            ;;
        esac
    done
    for link in $links; do
        case $link in "$gpu:"*) [ "${link##*:}" -ge "$rate" ] || rate=${link##*:} ;; esac
    done
    [ -n "$dmabuf" ] || [ -z "${needs_dmabuf:-}" ] || fail " Couldn't allocate MR with error=14"
    set -- $gpus
    shift "$gpu"
    echo "Using ROCm Device with ID: $gpu, Name: ${model:-GPU}, PCI Bus ID: $1"
    [ -z "$dmabuf" ] || echo 'using DMA-BUF for GPU buffer address at 0x7f0000000000 aligned at 0x7f0000000000'
fi
[ "$qps" -ge 1 ] || fail ' Number of QPs must be positive'
if [ -z "$size" ]; then
    size=65536
    [ "$kind" = bw ] || size=2
fi
[ "$seconds" -eq 0 ] || [ "$size" != all ] || fail ' -D does not support -a option.'
if [ "$size" = all ]; then
    size=2
    while [ "$size" -le 8388608 ]; do
        sizes="$sizes $size"
        size=$((size * 2))
    done
else
    sizes=$size
fi
if [ -z "$iterations" ]; then
    iterations=1000
    [ "$program" != ib_write_bw ] || iterations=5000
fi
