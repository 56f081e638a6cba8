// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/Signature.h"

#include "core/capture/redact/SipHash.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <type_traits>
#include <utility>

namespace fabricscope::fleet {

namespace {

using host::Host;
using host::PciFunction;

/// Records of facts, encoded so that only equal facts give equal bytes: each value is preceded by its length
/// or size.
class Lines {
public:
    explicit Lines(std::string_view of) { put(of); }

    template<class T> Lines &add(const host::Fact<T> &fact) { return fact ? put(*fact) : unknown(); }
    template<class T> Lines &add(const std::optional<T> &value) { return value ? put(*value) : unknown(); }
    template<class T> Lines &add(const SlimOptional<T> &value) { return value ? put(*value) : unknown(); }
    Lines &put(std::string_view text) {
        put(text.size());
        m_text += text;
        return *this;
    }
    template<class Number>
    requires std::is_arithmetic_v<Number> Lines &put(Number value) {
        m_text += static_cast<char>(sizeof value);
        m_text.append(reinterpret_cast<const char *>(&value), sizeof value);
        return *this;
    }
    template<class Tag, class Number> Lines &put(const Quantity<Tag, Number> &value) {
        return put(value.value);
    }
    Lines &put(const pci::LinkSpeed &speed) { return put(speed.generation()); }
    Lines &put(const pci::Address &address) { return put(address.key()); }
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    Lines &unknown() {
        m_text += '\0'; // no value has size 0
        return *this;
    }
    std::string m_text;
};

/// MemTotal differs by some pages between equal machines: rounded to GiB.
std::optional<std::uint64_t> gibOf(const host::Fact<ByteCount> &bytes) {
    if (!bytes)
        return std::nullopt;
    return (bytes->value + (std::uint64_t{1} << 29)) >> 30;
}

std::string hostLine(const Host &host) {
    Lines line("host");
    line.put(host.simulated);
    for (const host::Fact<std::string> *fact :
         {&host.vendor, &host.product, &host.board, &host.bios, &host.cpuModel, &host.osName, &host.kernel,
          &host.architecture, &host.virtualization, &host.smt, &host.cpusOnline})
        line.add(*fact);
    return line.add(host.cpuPackages)
        .add(host.cpuCores)
        .add(host.cpuThreads)
        .add(gibOf(host.memory))
        .put(host.iommuUnits.size())
        .put(host.vms.size())
        .take();
}

std::string functionLine(const PciFunction &function) {
    return Lines("pci")
        .put(function.address)
        .add(function.parent)
        .add(function.vendor)
        .add(function.device)
        .add(function.subsystemVendor)
        .add(function.subsystemDevice)
        .add(function.classCode)
        .add(function.revision)
        .add(function.driver)
        .add(function.numaNode)
        .add(function.currentWidth)
        .add(function.maxWidth)
        .add(function.maxSpeed)
        .put(function.virtfns.size())
        .put(function.dead)
        .take();
}

std::string partLines(const Host &host) {
    std::string text;
    for (const host::NumaNodeFacts &node : host.numaNodes)
        text += Lines("numa").put(node.node).add(node.cpus).add(gibOf(node.memory)).take();
    for (const host::GpuFacts &gpu : host.gpus)
        text += Lines("gpu")
                    .put(gpu.address)
                    .add(gpu.model)
                    .add(gpu.vbios)
                    .add(gpu.computePartition)
                    .add(gpu.memoryPartition)
                    .add(gpu.vram)
                    .take();
    for (const host::GpuLink &link : host.gpuLinks)
        text += Lines("peers")
                    .put(static_cast<int>(link.kind))
                    .put(link.from)
                    .put(link.to)
                    .add(link.count)
                    .take();
    for (const host::RdmaDevice &rdma : host.rdmaDevices) {
        Lines line("rdma");
        line.add(rdma.device).add(rdma.firmware).add(rdma.hcaType).add(rdma.boardId);
        for (const host::RdmaPort &port : rdma.ports)
            line.put(port.number).add(port.state).add(port.rate).add(port.linkLayer);
        text += line.take();
    }
    for (const auto &[bdf, firmware] : host.nvmeFirmware)
        text += Lines("nvme").put(bdf).add(firmware).take();
    for (const auto &[name, parameters] : host.modules) {
        const auto version = parameters.find("version");
        Lines line("module");
        line.put(name);
        if (version != parameters.end())
            line.add(version->second);
        text += line.take();
    }
    return text;
}

} // namespace

std::string signatureOf(const topology::Topology &topology) {
    const Host &host = topology.host();
    std::string text = hostLine(host);
    for (const PciFunction &function : host.functions)
        text += functionLine(function);
    text += partLines(host);
    // Two keyed 64-bit hashes make one of 128 bits; the keys are not secret.
    return fmt::format("{:016x}{:016x}", capture::SipHash(1, 2)(text), capture::SipHash(3, 4)(text));
}

std::vector<Fold> identicalHosts(std::span<const Candidate> hosts) {
    struct Kind {
        std::size_t hosts = 0;
        std::map<std::string_view, std::vector<std::size_t>> bySignature;
    };
    std::map<std::string_view, Kind> kinds;
    for (std::size_t index = 0; index < hosts.size(); ++index) {
        Kind &kind = kinds[hosts[index].kind];
        ++kind.hosts;
        if (!hosts[index].signature.empty())
            kind.bySignature[hosts[index].signature].push_back(index);
    }
    std::vector<Fold> folds;
    for (const auto &[name, kind] : kinds)
        for (const auto &[signature, same] : kind.bySignature)
            if (same.size() * 2 > kind.hosts && same.size() > kMinFolded)
                folds.push_back({same.front(), {same.begin() + 1, same.end()}});
    std::sort(folds.begin(), folds.end(), [](const Fold &a, const Fold &b) { return a.first < b.first; });
    return folds;
}

} // namespace fabricscope::fleet
