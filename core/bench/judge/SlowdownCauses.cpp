// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/SlowdownCauses.h"

#include "core/base/HostText.h"
#include "core/bench/plan/DmaBuf.h"
#include "core/topology/Topology.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::bench {

namespace {

using affinity::Fabric;
using affinity::Pair;

findings::Place ofDevice(const std::string &bdf) {
    findings::Place place;
    place.address = bdf;
    return place;
}

std::vector<const Pair *> leadingPairs(const RunFacts &facts) {
    const affinity::Judgement &judgement = facts.examination->judgement;
    std::vector<const Pair *> pairs;
    for (const Pair &pair : judgement.pairs)
        if (pair.nic && judgement.isLeading(pair))
            pairs.push_back(&pair);
    return pairs;
}

std::string namesOf(const RunFacts &facts, const Pair &pair) {
    const Fabric &fabric = facts.examination->judgement.fabric;
    return fabric.gpus[pair.gpu].name + " with " + fabric.nics[*pair.nic].name;
}

bool isVm(const host::Host &host) {
    return host.virtualization && *host.virtualization != "none";
}

/// "iommu=pt" on the kernel's command line, or groups whose type is identity.
SlowdownCause passthrough(const RunFacts &facts) {
    SlowdownCause cause{"passthrough", "IOMMU translation", {}, {}, {}, {}, {}};
    const host::Host &host = facts.topology->host();
    const bool hasNone = isVm(host) && host.iommuUnits.empty() && host.iommuGroups.empty();
    if (!hasNone && host.commandLine.known() && host.commandLine->find("iommu=pt") != std::string::npos) {
        cause.detected = false;
        cause.why = "iommu=pt is on the kernel's command line";
        cause.evidence.push_back({"/proc/cmdline", HostText(*host.commandLine).plain(256)});
        return cause;
    }
    std::size_t identity = 0, translated = 0;
    for (const host::IommuGroupFacts &group : host.iommuGroups) {
        if (!group.type.known())
            continue;
        ++(*group.type == "identity" ? identity : translated);
        if (translated == 1 && *group.type != "identity")
            cause.evidence.push_back({fmt::format("/sys/kernel/iommu_groups/{}/type", group.group.value),
                                      HostText(*group.type).plain(32)});
    }
    if (identity + translated > 0) {
        cause.detected = translated > 0;
        cause.why = translated > 0 ? fmt::format("{} of {} IOMMU groups translate addresses", translated,
                                                 identity + translated)
                                   : std::string("all IOMMU groups are of type identity");
    } else if (hasNone) {
        cause.why =
            "the VM has no IOMMU of its own: iommu=pt has no effect in it, and the hypervisor's IOMMU is not "
            "visible here";
    } else if (host.commandLine.known() && host.iommuUnits.empty() && host.iommuGroups.empty()) {
        cause.detected = false;
        cause.why = "the host shows no IOMMU";
    } else {
        cause.why = "the kernel's command line and the groups' types are unknown";
    }
    if (cause.detected == true) {
        cause.remedy = "Add iommu=pt to the kernel's command line and reboot";
        cause.commands = {"sudo sed -i 's/^GRUB_CMDLINE_LINUX=\"/&iommu=pt /' /etc/default/grub",
                          "sudo update-grub && sudo reboot"};
    }
    return cause;
}

/// Whether the library uses dma-buf, by setting or by default.
bool usesDmaBuf(const RunFacts &facts) {
    const std::string_view value = facts.variable("NCCL_DMABUF_ENABLE");
    if (!value.empty())
        return value != "0";
    const nccl::Version *library = facts.examination->decisions.library;
    return library != nullptr && library->flavor == nccl::Flavor::Nccl; // on by default
}

SlowdownCause gpuMemory(const RunFacts &facts) {
    SlowdownCause cause{"gpu_memory", "no peer memory/dma-buf", {}, {}, {}, {}, {}};
    const DmaBufNeed need = dmaBufNeed(*facts.topology);
    cause.why = need.why;
    if (facts.topology->host().kernel.known())
        cause.evidence.push_back({"kernel", HostText(*facts.topology->host().kernel).plain(64)});
    for (const host::KernelMessage &entry : facts.topology->host().kernelMessages)
        if (entry.text.find("ib_register_peer_memory_client") != std::string::npos)
            cause.evidence.push_back({"dmesg", HostText(entry.text).plain(256)});
    if (!need.needed)
        return cause;
    cause.detected = *need.needed && (need.works == false || !usesDmaBuf(facts));
    if (*need.needed && *cause.detected)
        cause.why += need.works == false ? "" : ", and dma-buf is not enabled";
    else if (*need.needed)
        cause.why += ", and dma-buf is enabled";
    if (*cause.detected) {
        cause.remedy = "Register GPU memory by dma-buf, or load the driver's peer memory module";
        cause.commands = {"export NCCL_DMABUF_ENABLE=1", "sudo modprobe nvidia_peermem  # NVIDIA"};
    }
    return cause;
}

/// Switch ports that redirect traffic between GPU and NIC up to the CPU.
SlowdownCause acs(const RunFacts &facts) {
    SlowdownCause cause{"acs", "ACS on switches", {}, {}, {}, {}, {}};
    for (const findings::Finding &ofHost : facts.examination->judgement.findings)
        if (ofHost.rule == "way.acs_redirect") {
            cause.detected = true;
            cause.why = findings::title(ofHost);
            cause.evidence.push_back({"ACS control of " + ofHost.place.address, findings::sentence(ofHost),
                                      ofDevice(ofHost.place.address)});
            cause.commands = ofHost.commands;
            cause.remedy = "Turn off ACS redirection (RR, CR) there, unless devices below are passed to VMs";
            return cause;
        }
    std::size_t bridges = 0, readable = 0;
    for (const host::PciFunction &function : facts.topology->host().functions)
        if ((function.classCode.valueOr(0) >> 8) == 0x0604) {
            ++bridges;
            constexpr std::size_t kBeyondHeader = 256;
            readable += function.config && function.config->bytesRead > kBeyondHeader ? 1 : 0;
        }
    if (bridges == 0) {
        cause.why = "the host shows no bridge: the path between GPU and NIC is not visible";
    } else if (readable < bridges) {
        cause.why =
            fmt::format("the ACS control of {} of {} bridges could not be read", bridges - readable, bridges);
        cause.remedy = "Collect as root (--sudo): config space beyond 64 bytes is needed";
    } else {
        cause.detected = false;
        cause.why = "ACS redirection is off at all switches between GPUs and NICs";
    }
    return cause;
}

/// Whether GPU and NIC are on the same node.
SlowdownCause numa(const RunFacts &facts) {
    SlowdownCause cause{"numa", "NIC not nearest to its GPU", {}, {}, {}, {}, {}};
    const Fabric &fabric = facts.examination->judgement.fabric;
    const auto pairs = leadingPairs(facts);
    std::size_t known = 0, apart = 0;
    for (const Pair *pair : pairs) {
        const auto &gpu = fabric.gpus[pair->gpu].numa, &nic = fabric.nics[*pair->nic].numa;
        const bool across = pair->kind == affinity::Kind::CrossSocket || pair->mispaired;
        if (!across && (!gpu || !nic))
            continue;
        ++known;
        if (!across && gpu == nic)
            continue;
        ++apart;
        if (cause.evidence.size() < 4)
            cause.evidence.push_back({namesOf(facts, *pair), HostText(pair->reason).plain(256),
                                      ofDevice(fabric.gpus[pair->gpu].busIdText)});
        if (cause.commands.empty())
            cause.commands = pair->fix;
    }
    if (apart > 0) {
        cause.detected = true;
        cause.why = fmt::format("{} of {} GPUs do not use the nearest NIC", apart, pairs.size());
        cause.remedy = "Pair each GPU with its nearest NIC";
    } else if (known == 0 || known < pairs.size()) {
        cause.why = "the NUMA nodes of GPUs or NICs are unknown";
    } else {
        cause.detected = false;
        cause.why = "each GPU uses a NIC on its node";
    }
    return cause;
}

/// From NCCL's log, which shows what was done; else from what the library would decide.
SlowdownCause gdrLevel(const RunFacts &facts) {
    SlowdownCause cause{"gdr_level", "GPUDirect RDMA", {}, {}, {}, {}, {}};
    if (facts.stagedConnections && *facts.stagedConnections > 0) {
        cause.detected = true;
        cause.why = fmt::format("{} of {} connections went through host memory", *facts.stagedConnections,
                                *facts.stagedConnections + facts.gdrConnections.value_or(0));
        cause.evidence.push_back({"NCCL's log", "via NET/IB without GDRDMA"});
    } else if (facts.gdrConnections && *facts.gdrConnections > 0) {
        cause.detected = false;
        cause.why = "NCCL's log shows GDRDMA for all connections";
        return cause;
    }
    const nccl::Decisions &decisions = facts.examination->decisions;
    const Fabric &fabric = facts.examination->judgement.fabric;
    std::size_t off = 0, known = 0;
    for (const Pair *pair : leadingPairs(facts)) {
        const auto &gpu = fabric.gpus[pair->gpu].library, &nic = fabric.nics[*pair->nic].library;
        if (!gpu || !nic || decisions.library == nullptr || decisions.error)
            continue;
        ++known;
        const nccl::GpuNic &gpuNic = decisions.pair(*gpu, *nic);
        const nccl::GdrDecision &decision = gpuNic.gdrSend.on() ? gpuNic.gdrRecv : gpuNic.gdrSend;
        if (decision.on())
            continue;
        ++off;
        if (cause.evidence.size() < 4)
            cause.evidence.push_back({namesOf(facts, *pair), nccl::gdrText(decisions, decision),
                                      ofDevice(fabric.gpus[pair->gpu].busIdText)});
    }
    if (!cause.detected && known > 0) {
        cause.detected = off > 0;
        cause.why =
            off > 0 ? fmt::format("the library would bounce {} of {} GPUs through host memory", off, known)
                    : std::string("the library allows GPUDirect RDMA for each GPU and its NIC");
    } else if (!cause.detected) {
        cause.why = "the library's decision is unknown";
    }
    if (cause.detected == true) {
        cause.remedy = "Place GPU and NIC below one switch; in a VM, describe that in an NCCL file "
                       "(NCCL_TOPO_FILE). Forcing NCCL_NET_GDR_LEVEL hides the cause";
        cause.commands = {"export NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH"};
    }
    return cause;
}

} // namespace

std::vector<SlowdownCause> slowdownCausesOf(const RunFacts &facts) {
    if (facts.examination == nullptr || facts.topology == nullptr)
        return {};
    std::vector<SlowdownCause> causes = {passthrough(facts), gpuMemory(facts), acs(facts), numa(facts),
                                         gdrLevel(facts)};
    const auto place = [](const SlowdownCause &cause) {
        return !cause.detected ? 1 : *cause.detected ? 0 : 2;
    };
    std::stable_sort(causes.begin(), causes.end(),
                     [&](const SlowdownCause &a, const SlowdownCause &b) { return place(a) < place(b); });
    return causes;
}

} // namespace fabricscope::bench
