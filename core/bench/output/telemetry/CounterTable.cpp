// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/telemetry/CounterTable.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench::output {

namespace {

using Form = CounterForm;

/// Gb/s per byte per second, and per word of port_xmit_data: four bytes (InfiniBand 1.6, 16.1.3.5).
constexpr double kByte = 8e-9, kWord = 4 * kByte;
constexpr double kPercent = 1, kMilli = 1e-3, kMicro = 1e-6;

constexpr CounterRow kRows[] = {
    {"rdma", "port_xmit_data", "sent", "Gb/s", kWord, Form::Rate},
    {"rdma", "port_rcv_data", "received", "Gb/s", kWord, Form::Rate},
    // ionic
    {"rdma", "tx_rdma_ucast_bytes", "sent by RDMA", "Gb/s", kByte, Form::Rate},
    {"rdma", "rx_rdma_ucast_bytes", "received by RDMA", "Gb/s", kByte, Form::Rate},
    {"rdma", "tx_rdma_retx_bytes", "sent again", "Gb/s", kByte, Form::Rate},
    {"rdma", "tx_rdma_ack_timeout", "timeouts", "", 1, Form::Count},
    {"rdma", "req_rx_pkt_seq_err", "sequence errors", "", 1, Form::Count},
    {"rdma", "req_tx_retry_excd_err", "retries exceeded", "", 1, Form::Count},
    {"rdma", "rx_rdma_cnp_pkts", "CNPs received", "1/s", 1, Form::Rate},
    {"rdma", "tx_rdma_cnp_pkts", "CNPs sent", "1/s", 1, Form::Rate},
    {"rdma", "rx_rdma_ecn_pkts", "ECN-marked packets received", "1/s", 1, Form::Rate},
    // bnxt_re, efa, irdma
    {"rdma", "tx_bytes", "sent by RDMA", "Gb/s", kByte, Form::Rate},
    {"rdma", "rx_bytes", "received by RDMA", "Gb/s", kByte, Form::Rate},
    {"rdma", "to_retransmits", "timeouts", "", 1, Form::Count},
    {"rdma", "seq_err_naks_rcvd", "sequence errors", "", 1, Form::Count},
    {"rdma", "rx_cnp_pkts", "CNPs received", "1/s", 1, Form::Rate},
    {"rdma", "tx_cnp_pkts", "CNPs sent", "1/s", 1, Form::Rate},
    // rxe
    {"rdma", "sent_bytes", "sent by RDMA", "Gb/s", kByte, Form::Rate},
    {"rdma", "rcvd_bytes", "received by RDMA", "Gb/s", kByte, Form::Rate},
    {"rdma", "retry_exceeded_err", "retries exceeded", "", 1, Form::Count},
    {"rdma", "completer_retry_err", "retries", "", 1, Form::Count},
    // mlx5; some are also used by others
    {"rdma", "out_of_sequence", "out of sequence", "", 1, Form::Count},
    {"rdma", "packet_seq_err", "sequence errors", "", 1, Form::Count},
    {"rdma", "local_ack_timeout_err", "timeouts", "", 1, Form::Count},
    {"rdma", "rnr_nak_retry_err", "RNR NAKs", "", 1, Form::Count},
    {"rdma", "duplicate_request", "duplicate requests", "", 1, Form::Count},
    {"rdma", "roce_adp_retrans", "adaptive retransmissions", "", 1, Form::Count},
    {"rdma", "rx_icrc_encapsulated", "checksum errors", "", 1, Form::Count},
    {"rdma", "np_cnp_sent", "CNPs sent", "1/s", 1, Form::Rate},
    {"rdma", "rp_cnp_handled", "CNPs received", "1/s", 1, Form::Rate},
    {"rdma", "np_ecn_marked_roce_packets", "ECN-marked packets received", "1/s", 1, Form::Rate},
    {"rdma", "port_xmit_wait", "transmit waits", "1/s", 1, Form::Rate},
    {"rdma", "port_xmit_discards", "discards", "", 1, Form::Count},
    {"rdma", "port_rcv_errors", "receive errors", "", 1, Form::Count},
    {"rdma", "symbol_error", "symbol errors", "", 1, Form::Count},
    {"rdma", "link_downed", "links lost", "", 1, Form::Count},
    {"rdma", "link_error_recovery", "link recoveries", "", 1, Form::Count},
    {"rdma", "excessive_buffer_overrun_errors", "buffer overruns", "", 1, Form::Count},

    {"net", "tx_bytes", "sent", "Gb/s", kByte, Form::Rate},
    {"net", "rx_bytes", "received", "Gb/s", kByte, Form::Rate},
    {"net", "tx_errors", "send errors", "", 1, Form::Count},
    {"net", "rx_errors", "receive errors", "", 1, Form::Count},
    {"net", "tx_dropped", "drops on sending", "", 1, Form::Count},
    {"net", "rx_dropped", "drops on receiving", "", 1, Form::Count},

    {"gpu", "power1_average", "power", "W", kMicro, Form::Gauge},
    {"gpu", "power1_input", "power", "W", kMicro, Form::Gauge}, // MI300 and later
    {"gpu", "power1_cap", "power limit", "W", kMicro, Form::Gauge},
    {"gpu", "temp1_input", "edge temperature", "C", kMilli, Form::Gauge},
    {"gpu", "temp2_input", "temperature", "C", kMilli, Form::Gauge}, // the hottest spot
    {"gpu", "temp2_crit", "temperature limit", "C", kMilli, Form::Gauge},
    {"gpu", "temp3_input", "memory temperature", "C", kMilli, Form::Gauge},
    {"gpu", "freq1_input", "clock", "MHz", kMicro, Form::Gauge},
    {"gpu", "gpu_busy_percent", "load", "%", kPercent, Form::Gauge},
    {"gpu", "mem_busy_percent", "memory load", "%", kPercent, Form::Gauge},
    {"gpu", "current_link_speed", "link speed", "GT/s", 1, Form::Gauge},
    {"gpu", "current_link_width", "link width", "lanes", 1, Form::Gauge},
    {"pcie", "received_bytes", "PCIe received", "Gb/s", kByte, Form::Gauge},
    {"pcie", "sent_bytes", "PCIe sent", "Gb/s", kByte, Form::Gauge},

    {"memory", "available_kib", "memory available", "GiB", 1.0 / 1048576, Form::Gauge},
};
constexpr CounterRow kPause = {"pause", "", "pauses", "1/s", 1, Form::Rate};

} // namespace

const CounterRow *counterRow(std::string_view kind, std::string_view key) {
    if (kind == kPause.kind)
        return &kPause;
    const auto *found = std::find_if(std::begin(kRows), std::end(kRows), [&](const CounterRow &row) {
        return row.key == key && row.kind == kind;
    });
    return found == std::end(kRows) ? nullptr : found;
}

std::optional<std::uint64_t> grownBy(std::uint64_t before, std::uint64_t now) {
    constexpr std::uint64_t kEnd32 = 0xFFFFFFFF;
    if (before == now && now == kEnd32)
        return std::nullopt;
    if (now >= before)
        return now - before;
    for (const int bits : {32, 48, 64}) {
        const std::uint64_t end = ~std::uint64_t{0} >> (64 - bits);
        if (before > end)
            continue;
        const bool wrapped = before > end - end / 4 && now < end / 4;
        return wrapped ? std::optional((now - before) & end) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace fabricscope::bench::output
