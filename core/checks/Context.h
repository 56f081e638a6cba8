// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Report.h"
#include "core/host/Host.h"
#include "core/topology/Upstream.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::checks {

/// Cuts the text of facts out of a capture; each section is inflated at most once.
class Quotes {
public:
    explicit Quotes(const capture::Capture *capture) : m_capture(capture) {}
    /// The first line of the text at `ref`; where there is none, `source` and `text`. Safe to show, at most
    /// 512 bytes.
    [[nodiscard]] findings::Evidence of(const host::EvidenceRef &ref, std::string_view source,
                                        std::string_view text) const;

    /// All of a section; empty where there is none. Valid as long as this object.
    [[nodiscard]] std::string_view bytesOf(std::size_t section) const;

private:
    const capture::Capture *m_capture;
    mutable std::map<std::size_t, std::string> m_bytes; ///< by section
};

/// A GPU for computing.
struct Gpu {
    const topology::Node *node = nullptr;
    const host::PciFunction *function = nullptr;
    const host::GpuFacts *facts = nullptr; ///< may be nullptr
    bool isHeld = false;                   ///< by a VM, or for one
};

/// A physical port of RDMA on a NIC of the fabric.
struct Port {
    const host::RdmaDevice *device = nullptr;
    const host::RdmaPort *port = nullptr;
    const host::PciFunction *function = nullptr;   ///< nullptr: the source does not list it (ibstat alone)
    const host::NetInterface *interface = nullptr; ///< may be nullptr
    [[nodiscard]] bool isActive() const;
    /// "0000:23:00.0"; empty where the function is not known.
    [[nodiscard]] std::string address() const;
    [[nodiscard]] bool isEthernet() const;
};

/// What the functions of the table are given.
struct Context {
    explicit Context(const Subject &subject);

    const Subject &subject;
    const topology::Topology &topology;
    const host::Host &host;
    Machine machine = Machine::BareMetal;
    std::optional<Kernel> kernel;
    std::vector<Gpu> gpus;   ///< by address
    std::vector<Port> ports; ///< of fabric NICs, without those of software; of devices, then ports
    /// The NICs of the fabric, each function once, without VFs: those of `ports`. Where the source does not
    /// place its RDMA devices, also each NIC that is built for 100 Gb/s or more and is no front-end NIC.
    std::vector<const host::PciFunction *> nics;
    std::vector<std::string> silentGpus; ///< names of the GPUs that no longer respond; not among `gpus`
    topology::Upstream upstream;
    Quotes quotes;
    bool isCollected = false; ///< by the collector, not a text

    /// GPUs that the host itself uses.
    [[nodiscard]] std::vector<const Gpu *> ownGpus() const;
    /// The host's own GPUs and the NICs of its fabric, each function once.
    [[nodiscard]] std::vector<const host::PciFunction *> fabricFunctions() const;
    /// Several GPUs, or a GPU and an RDMA port: devices that exchange data without the CPU.
    [[nodiscard]] bool hasFabric() const;
    [[nodiscard]] bool hasGpu(std::uint16_t vendor) const;
    /// Whether the host has no other GPUs, and no other RDMA devices: a text of one tool does not list them
    /// all.
    [[nodiscard]] bool knowsGpus() const;
    [[nodiscard]] bool knowsRdma() const;
    /// Whether `machine` is known, not only assumed.
    [[nodiscard]] bool knowsMachine() const;
    /// The value of NAME=VALUE on the kernel's command line, the last one; a word without a value is "".
    [[nodiscard]] std::optional<std::string> argument(std::string_view name) const;
    [[nodiscard]] findings::Evidence commandLine() const;
    /// The name of the function's node, or its address.
    [[nodiscard]] std::string nameOf(const host::PciFunction &function) const;

private:
    void findGpus();
    void findPorts();
    void findNics();
    [[nodiscard]] Machine machineOf() const;
};

/// "3 of 8 GPUs", "1 of 1 GPU".
[[nodiscard]] std::string ofAll(std::size_t count, std::size_t all, std::string_view one,
                                std::string_view many);
/// "GPU0, GPU1, GPU2, GPU3 and 4 more".
[[nodiscard]] std::string listed(std::span<const std::string> names);

[[nodiscard]] Answer passed(std::string text);
[[nodiscard]] Answer notApplicable(std::string why);
/// Reason::NotDecidable.
[[nodiscard]] Answer unknown(std::string why, std::string decides);
/// Failed; with notes only, passed with `seen`.
[[nodiscard]] Answer found(std::vector<findings::Finding> findings, std::string seen = {});

/// For Scope::unless, where the source decides nothing: the check is unknown.
inline constexpr std::string_view kSilentGpus = "no GPU of the host responds";
inline constexpr std::string_view kUnlistedGpus = "which GPUs the host has is not in this source";
inline constexpr std::string_view kMoreGpus = "whether the host has more GPUs is not in this source";
inline constexpr std::string_view kUnlistedSwitches =
    "whether the GPUs are connected by NVSwitches is not in this source";
inline constexpr std::string_view kUnlistedRdma = "which RDMA devices the host has is not in this source";
inline constexpr std::string_view kUnlistedPorts = "the state or the type of a port is not in this source";
inline constexpr std::string_view kUnlistedDrivers = "the driver of a NIC is not in this source";

/// For Scope::unless.
[[nodiscard]] std::string_view withoutFabric(const Context &context);
[[nodiscard]] std::string_view withoutGpus(const Context &context);
[[nodiscard]] std::string_view withoutRdma(const Context &context);
/// Without an active port; of Ethernet, too.
[[nodiscard]] std::string_view withoutActive(const Context &context);
[[nodiscard]] std::string_view withoutRoce(const Context &context);
/// Without a GPU of the host's own, or without a NIC of the fabric.
[[nodiscard]] std::string_view withoutGpuNics(const Context &context);
/// Without a GPU or without RDMA.
[[nodiscard]] std::string_view withoutGpuRdma(const Context &context);

} // namespace fabricscope::checks
