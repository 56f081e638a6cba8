// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the devices' counters show during a run.
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kGpuTools =
    "nvidia-smi and amd-smi: violation counters, temperature, power and link";
constexpr std::string_view kNicCounters =
    "Linux, sysfs-class-infiniband: hw_counters; ethtool -S: pause and error counters";

constexpr std::array kRules = {
    Rule{.id = "telemetry.hot",
         .severity = Severity::Warning,
         .title = "{devices}: thermally throttled during the run",
         .sentence = "Cooling limits this result.",
         .remedy = "Check fans, airflow and room temperature; repeat once the GPU is cool",
         .source = kGpuTools},
    Rule{.id = "telemetry.narrowed",
         .severity = Severity::Warning,
         .title = "{devices}: the PCIe link lost lanes during the run",
         .remedy = "Reseat the card; check dmesg for AER errors",
         .source = kGpuTools},
    Rule{.id = "telemetry.nic_faults",
         .severity = Severity::Warning,
         .title = "{devices}: dropped, retransmitted or corrupt packets during the run",
         .sentence = "Counted since the run started, for all traffic of the NIC.",
         .remedy = "Check the cable, the switch port and the fabric's lossless settings (PFC, ECN)",
         .source = kNicCounters},
    Rule{.id = "telemetry.capped",
         .severity = Severity::Note,
         .title = "{devices}: at the power limit during the run",
         .source = kGpuTools},
    Rule{.id = "telemetry.pauses",
         .severity = Severity::Note,
         .title = "{devices}: pause frames during the run",
         .sentence = "Some are normal on a lossless fabric; many indicate a slow receiver.",
         .source = kNicCounters},
    Rule{.id = "telemetry.staged",
         .severity = Severity::Warning,
         .title = "Data goes through host memory, not directly to the NIC",
         .sentence = "{why}.",
         .remedy = "Check dma-buf or peer memory support, ACS, and whether GPU and NIC share a switch",
         .source = "PCIe counters of the GPU against the NIC's traffic"},
    Rule{.id = "telemetry.path_unknown",
         .severity = Severity::Note,
         .title = "The data path is not proven: GPUDirect RDMA or host memory",
         .sentence = "{why}.",
         .source = "PCIe counters of the GPU against the NIC's traffic"},
};

} // namespace

std::span<const Rule> telemetry() {
    return kRules;
}

} // namespace fabricscope::findings::areas
