// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Examine.h"
#include "core/checks/Areas.h"
#include "core/checks/Context.h"
#include "core/checks/versions/Pairs.h"

namespace fabricscope::checks::areas {

namespace {

/// Whether a VM's library can know the distances: from the VM itself, its hypervisor, or an NCCL file.
Answer flatGuest(const Context &context) {
    const affinity::Examination *examination = context.subject.examination;
    if (examination == nullptr)
        return unknown("the pairs of GPUs and NICs were not examined", {});
    const affinity::Fabric &fabric = examination->judgement.fabric;
    if (fabric.gpus.empty() || fabric.nics.empty())
        return notApplicable("the VM has no GPUs with NICs of a fabric");
    if (!examination->inputs.file.empty())
        return passed("an NCCL file states the distances");
    for (std::size_t gpu = 0; gpu < fabric.gpus.size(); ++gpu)
        for (std::size_t nic = 0; nic < fabric.nics.size(); ++nic)
            if (fabric.source.empty() && fabric.nics[nic].isCandidate() &&
                fabric.reach(gpu, nic).word != topology::PathWord::Unknown)
                return passed("the VM shows distances of GPUs and NICs");
    findings::Finding finding("library.flat_guest");
    finding.set("actual", "distances unknown").set("expected", "an NCCL file, or switches in the VM");
    finding.evidence.push_back({"/sys/bus/pci/devices", "no switch above the GPUs and NICs of the VM"});
    return found({std::move(finding)});
}

constexpr Check kChecks[] = {
    {.id = "library.pairs",
     .title = "Pairs of GPUs and NICs",
     .group = Group::Library,
     .scope = {.unless = withoutGpuRdma},
     .needs = {Need::Pairs},
     .claims = "pair.*",
     .seen = "each GPU uses a nearest NIC"},
    {.id = "library.bootstrap",
     .title = "Bootstrap interface",
     .group = Group::Library,
     .scope = {.unless = withoutGpus},
     .needs = {Need::Addresses},
     .claims = "library.bootstrap",
     .seen = "the library bootstraps on the interface that looks best"},
    {.id = "library.flat_guest",
     .title = "Topology that a VM shows to the library",
     .group = Group::Library,
     .scope = {.machines = kGuests, .unless = withoutGpuRdma},
     .judge = flatGuest},
    {.id = "library.version",
     .title = "Version of the library that jobs load",
     .group = Group::Library,
     .scope = {.unless = withoutGpus},
     .needs = {Need::Elsewhere},
     .decides = "ldd of the program, or the log of a run with NCCL_DEBUG=VERSION"},
    {.id = "library.versions",
     .title = "Versions of communication libraries and of what they need",
     .group = Group::Library,
     .scope = {.unless = withoutGpus},
     .judge = versions::libraryVersions},
    {.id = "library.gdr_used",
     .title = "GPUDirect RDMA in runs",
     .group = Group::Library,
     .scope = {.unless = withoutGpuRdma},
     .needs = {Need::Elsewhere},
     .decides = "the log of a run with NCCL_DEBUG=INFO: via NET/IB/.../GDRDMA"},
};

} // namespace

std::span<const Check> library() {
    return kChecks;
}

} // namespace fabricscope::checks::areas
