// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/versions/Components.h"

#include "core/base/HostText.h"
#include "core/host/SystemFacts.h"

#include <algorithm>
#include <iterator>

namespace fabricscope::checks::versions {

namespace {

using host::Fact;
using host::ToolFact;

constexpr std::size_t kLongest = 64, kMostOfOne = 32;

/// What readers of components have at hand.
class Reading {
public:
    Reading(const Context &context, std::vector<Stated> &stated) : m_context(context), m_stated(stated) {}
    [[nodiscard]] const host::Host &host() const { return m_context.host; }

    void add(std::string_view text, const host::EvidenceRef &evidence, std::string_view source) {
        const std::string shown = HostText(text).line(kLongest);
        const auto isSame = [&](const Stated &other) {
            return other.text == shown;
        };
        if (const auto version = Version::parse(text);
            version && m_stated.size() < kMostOfOne && std::none_of(m_stated.begin(), m_stated.end(), isSame))
            m_stated.push_back({shown, *version, m_context.quotes.of(evidence, source, text)});
    }
    void addFact(std::string_view tool, std::string_view name) {
        for (const ToolFact &fact : host().toolFacts)
            if (fact.tool == tool && fact.name == name && fact.device.empty())
                add(fact.value, fact.evidence, tool);
    }
    void addModule(const std::string &module) {
        const auto at = host().modules.find(module);
        if (at == host().modules.end())
            return;
        if (const auto version = at->second.find("version");
            version != at->second.end() && version->second.known())
            add(*version->second, version->second.evidence(), "/sys/module/" + module + "/version");
    }
    /// The file behind a library: what follows `beginning` in its name.
    void addFile(std::string_view library, std::string_view beginning) {
        for (const ToolFact &fact : host().toolFacts)
            if (fact.tool == host::kProviderLibraries && fact.name.starts_with(library) &&
                fact.value.starts_with(beginning))
                add(std::string_view(fact.value).substr(beginning.size()), fact.evidence, fact.name);
    }
    [[nodiscard]] bool isEmpty() const { return m_stated.empty(); }
    [[nodiscard]] const Context &context() const { return m_context; }

private:
    const Context &m_context;
    std::vector<Stated> &m_stated;
};

bool hasDriver(const Port &port, std::string_view driver) {
    return port.function != nullptr && port.function->driver.known() && *port.function->driver == driver;
}

void nvidiaDriver(Reading &reading) {
    reading.addModule("nvidia");
    for (const ToolFact &fact : reading.host().toolFacts)
        if (reading.isEmpty() && fact.name == "driver_version" && fact.device.empty())
            reading.add(fact.value, fact.evidence, fact.tool);
}

void driverCuda(Reading &reading) {
    for (const ToolFact &fact : reading.host().toolFacts)
        if (fact.name == "cuda_version" && fact.device.empty())
            reading.add(fact.value, fact.evidence, fact.tool);
}

void libraryCuda(Reading &reading) {
    for (const host::InstalledLibrary &library : reading.host().libraries)
        if (library.flavor == host::InstalledLibrary::Flavor::Nccl && library.cuda.known())
            reading.add(*library.cuda, library.cuda.evidence(), library.path);
}

/// libibverbs.so.1.14.50.0 is of rdma-core 50: its CMakeLists.txt numbers the library so.
void rdmaCore(Reading &reading) {
    constexpr std::string_view kBeginning = "libibverbs.so.1.";
    for (const ToolFact &fact : reading.host().toolFacts) {
        if (fact.tool != host::kProviderLibraries || fact.name != "libibverbs.so.1" ||
            !fact.value.starts_with(kBeginning))
            continue;
        const std::string_view rest = std::string_view(fact.value).substr(kBeginning.size());
        const auto dot = rest.find('.');
        if (dot != std::string_view::npos)
            reading.add(rest.substr(dot + 1, rest.find('.', dot + 1) - dot - 1), fact.evidence, fact.name);
    }
}

void mlnxOfed(Reading &reading) {
    constexpr std::string_view kBeginning = "MLNX_OFED_LINUX-";
    for (const ToolFact &fact : reading.host().toolFacts)
        if (fact.tool == host::kVersions && fact.name == "OFED" && fact.value.starts_with(kBeginning))
            reading.add(std::string_view(fact.value).substr(kBeginning.size()), fact.evidence,
                        "ofed_info -s");
}

void ionicAbi(Reading &reading) {
    for (const Port &port : reading.context().ports) {
        if (!hasDriver(port, "ionic"))
            continue;
        for (const ToolFact &fact : reading.host().toolFacts)
            if (fact.tool == host::kVerbsAbi && fact.device == port.device->name)
                reading.add(fact.value, fact.evidence, "abi_version of " + fact.device);
    }
}

void ionicBundle(Reading &reading) {
    for (const Port &port : reading.context().ports)
        if (hasDriver(port, "ionic") && port.device->firmware.known())
            reading.add(*port.device->firmware, port.device->firmware.evidence(),
                        "firmware of " + port.device->name);
}

/// libionic.so.1.1.54.0-187 is of 54.0-187.
void libIonic(Reading &reading) {
    constexpr std::string_view kBeginning = "libionic.so.1.";
    for (const ToolFact &fact : reading.host().toolFacts) {
        if (fact.tool != host::kProviderLibraries || !fact.name.starts_with("libionic-rdmav") ||
            !fact.value.starts_with(kBeginning))
            continue;
        const auto dot = fact.value.find('.', kBeginning.size());
        if (dot != std::string::npos)
            reading.add(std::string_view(fact.value).substr(dot + 1), fact.evidence, fact.name);
    }
}

void kernel(Reading &reading) {
    if (reading.host().kernel.known())
        reading.add(*reading.host().kernel, reading.host().kernel.evidence(), "uname -r");
}

struct Row {
    Component component;
    std::string_view name;
    void (*read)(Reading &);
};
constexpr Row kRows[] = {
    {Component::NvidiaDriver, "NVIDIA driver", nvidiaDriver},
    {Component::LibCuda, "libcuda",
     [](Reading &r) {
         r.addFile("libcuda.so.1", "libcuda.so.");
     }},
    {Component::Cuda, "CUDA",
     [](Reading &r) {
         r.addFact(host::kVersions, "CUDA");
     }},
    {Component::LibraryCuda, "CUDA of NCCL", libraryCuda},
    {Component::DriverCuda, "CUDA of the driver", driverCuda},
    {Component::Imex, "IMEX",
     [](Reading &r) {
         r.addFact(host::kVersions, "IMEX");
     }},
    {Component::Gdrdrv, "gdrdrv",
     [](Reading &r) {
         r.addModule("gdrdrv");
     }},
    {Component::LibGdrapi, "libgdrapi",
     [](Reading &r) {
         r.addFile("libgdrapi.so.2", "libgdrapi.so.");
     }},
    {Component::Amdgpu, "amdgpu",
     [](Reading &r) {
         r.addModule("amdgpu");
     }},
    {Component::Rocm, "ROCm",
     [](Reading &r) {
         r.addFact(host::kVersions, "ROCm");
         if (r.isEmpty())
             r.addFact("amd-smi version", "ROCm version");
     }},
    {Component::Ucx, "UCX",
     [](Reading &r) {
         r.addFact(host::kVersions, "UCX");
     }},
    {Component::RdmaCore, "rdma-core", rdmaCore},
    {Component::MlnxOfed, "MLNX_OFED", mlnxOfed},
    {Component::IonicAbi, "ABI of ionic", ionicAbi},
    {Component::LibIonic, "libionic", libIonic},
    {Component::IonicBundle, "firmware of ionic NICs", ionicBundle},
    {Component::BnxtRe, "bnxt_re",
     [](Reading &r) {
         r.addModule("bnxt_re");
     }},
    {Component::Kernel, "Linux", kernel},
};
static_assert(std::size(kRows) == kComponents);

} // namespace

std::string_view nameOf(Component component) {
    return kRows[static_cast<std::size_t>(component)].name;
}

Components::Components(const Context &context) {
    for (const Row &row : kRows) {
        Reading reading(context, m_stated.at(static_cast<std::size_t>(row.component)));
        row.read(reading);
    }
}

} // namespace fabricscope::checks::versions
