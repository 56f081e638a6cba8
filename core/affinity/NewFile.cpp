// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Correction.h"
#include "core/affinity/CorrectionParts.h"
#include "core/base/HostText.h"
#include "core/nccl/file/UnifiedDiff.h"
#include "core/nccl/machine/Machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricscope::affinity {

namespace {

/// Only what the host reports: the library detects the rest.
std::string cpuAttributes(const host::Host &host) {
    std::string text;
    const auto add = [&](std::string_view name, const std::string &value) {
        if (!value.empty() && value.find('"') == std::string::npos)
            text += fmt::format(" {}=\"{}\"", name, HostText(value).plain(64));
    };
    if (host.architecture.valueOr("") != "x86_64")
        return text; // on other architectures these differ from what `uname` and /proc/cpuinfo report
    add("arch", *host.architecture);
    add("vendor", host.cpuVendor.valueOr(""));
    if (host.cpuFamily && host.cpuModelNumber) {
        add("familyid", std::to_string(nccl::libraryCpuFamily(*host.cpuFamily)));
        add("modelid", std::to_string(*host.cpuModelNumber));
    }
    return text;
}

} // namespace

std::optional<Correction> newFile(const std::string &path, const host::Host &host,
                                  const nccl::Version &version, const Judgement &judgement) {
    const Fabric &fabric = judgement.fabric;
    if (fabric.claimOnly || !hasFault(judgement))
        return std::nullopt;
    const std::vector<HomeGroup> groups = homeGroups(judgement);
    const std::string_view gpuClass = version.flavor == nccl::Flavor::Rccl ? "0x120000" : "0x030200";
    std::map<int, std::string> byNode;
    unsigned invented = 0;
    for (const HomeGroup &group : groups) {
        const auto &numa = fabric.gpus[group.gpus.front()].numa;
        const auto link = linkOf(fabric, group);
        const auto isElsewhere = [&](std::size_t gpu) {
            return fabric.gpus[gpu].numa != numa;
        };
        if (!numa || !link || ++invented > 0xFF ||
            std::any_of(group.gpus.begin(), group.gpus.end(), isElsewhere))
            return std::nullopt;
        std::string &text = byNode[numa->value];
        text += fmt::format("    {}\n",
                            switchElement(fmt::format("ffff:ff:{:02x}.0", invented), linkAttributes(link)));
        for (const std::size_t gpu : group.gpus)
            text += fmt::format("      {}\n",
                                newElement(fabric.gpus[gpu].busIdText, gpuClass, fabric.gpus[gpu].link));
        for (const std::size_t nic : group.nics)
            text += fmt::format("      {}\n",
                                newElement(fabric.nics[nic].busIdText, kNicClass, fabric.nics[nic].link));
        text += "    </pci>\n";
    }
    Correction correction;
    correction.path = path;
    correction.text = fmt::format("<system version=\"{}\">\n", version.xmlVersion);
    for (const auto &[node, text] : byNode)
        correction.text +=
            fmt::format("  <cpu numaid=\"{}\"{}>\n{}  </cpu>\n", node, cpuAttributes(host), text);
    correction.text += "</system>\n";
    if (groups.empty() ||
        !wronglyClaimed(judgement, groups, claimsOf(correction.text, version, fabric)).empty())
        return std::nullopt;
    correction.diff = nccl::unifiedDiff({}, correction.text, path);
    correction.changes = {"a new file"};
    return correction;
}

} // namespace fabricscope::affinity
