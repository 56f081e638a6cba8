// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"

#include "core/formats/MissingFacts.h"
#include "core/formats/Readers.h"
#include "core/formats/files/UnfinishedEnd.h"
#include "core/formats/system/SystemReaders.h"
#include "core/formats/tools/EthtoolReader.h"
#include "core/formats/tools/GpuVendors.h"
#include "core/formats/tools/PortSources.h"
#include "core/formats/tools/ServiceStatus.h"
#include "core/formats/tools/amd/AmdLists.h"
#include "core/formats/tools/amd/AmdProcesses.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace fabricscope::formats {

namespace {

using capture::Part;
using capture::Section;

/// Whether a section shows the host's name or machine id.
enum class Naming : std::uint8_t {
    No,
    Yes,
    InTags,    ///< in those that hold kNameTag
    IfUnknown, ///< the name, if no section above contained it: in the first lines, or not at all
};
constexpr std::string_view kNameTag = "HostName";

struct NamedReader {
    std::string_view section;
    Reader read; ///< nullptr: only stored in the capture, and used elsewhere
    Naming naming = Naming::No;
};

// Section name -> reader. Rows are processed from top to bottom: a reader comes after those whose data it
// needs. Sections of one name are read in the order of their parts, so that data read by root takes
// precedence. To add a reader, add a row.
constexpr NamedReader kReaders[] = {
    {"hwloc-xml", readHwlocXml, Naming::InTags}, // every more direct source comes after it
    {"lstopo", readLstopo, Naming::IfUnknown},
    {"identity", readIdentity, Naming::Yes},
    {"user", readUser},
    {"dmi", readDmi},
    {"dmi-root", readDmi},
    {"cpuinfo", readCpuInfo},
    {"meminfo", readMemInfo},
    {"cpu", readCpu},
    {"numa", readNuma},
    {"tool-numactl-h", readNumactl},
    {"tool-lscpu", readLscpu},
    {"limits", readLimits},
    {"tool-detect-virt", readDetectVirt},
    {"lspci-tree", readLspciTree},
    {"lspci-machine", readLspciMachine},
    {"lspci-text", readLspciText},
    {"lspci-hex", readLspciText},
    {"pci-devices", readPciDevices},
    {"pci", readPci},
    {"pci-links", readPciLinks},
    {"pci-slots", readPciSlots},
    {"pci-touch", readPci},
    {"pci-config", readPciConfig},
    {"tool-lspci", readLspci},
    {"iommu", readIommu},
    {"iommu-devices", readIommuDevices},
    {"iommu-units", readIommuUnits},
    {"net", readNet},
    {"net-links", readNetLinks},
    {"net-touch", readNet},
    {"tool-ip-addr", readIpAddr},
    {"tool-ip-link", readIpAddr},
    {"routes", readRoutes},
    {"tool-lldp", readLldp},
    {"rdma", readRdma},
    {"rdma-links", readRdmaLinks},
    {"rdma-touch", readRdma},
    {"tool-rdma-link", readRdmaTool},
    {"tool-ibv-devinfo", readIbvDevinfo},
    {"tool-ibstat", readIbstat},
    {"tool-ibdev2netdev", readIbdev2netdev},
    {"tool-ibv-devices", readIbvDevices},
    {"tool-ibstatus", readIbstatus},
    {"tool-class-links", readClassLinks},
    {"tool-show-gids", readShowGids},
    {"tool-ibstat-l", readIbstatList},
    {"tool-rdma-statistic", readRdmaStatistic},
    {"tool-ethtool-i", readEthtoolDriver},
    {"tool-ethtool-s", readEthtoolStatistics},
    {"tool-ethtool", readEthtoolSettings},
    {"tool-ethtool-m", readEthtoolModule},
    {"drm-links", readDrmLinks},
    {"drm", readDrm},
    {"tool-amd-smi-xgmi", readAmdSmiXgmi}, // topology tells more of a link
    {"tool-amd-smi-topology", readAmdSmiTopology},
    {"kfd", readKfd},
    {"nvidia", readNvidia},
    {"nvidia-information", readNvidiaInformation},
    {"tool-nvidia-smi-q-x", readNvidiaSmi},
    {"tool-nvidia-smi-q", readNvidiaSmiQuery},
    {"tool-nvidia-smi", readNvidiaSmiTable},
    {"tool-nvidia-smi-query", readNvidiaQuery},
    {"tool-nvidia-smi-l", readNvidiaList},
    {"tool-nvidia-smi-nvlink", readNvidiaNvlink},
    {"tool-nvidia-smi-topo", readNvidiaTopo},
    {"tool-nvidia-smi-topo-p2p", readNvidiaP2p},
    {"nvidia-smi-error", readNvidiaError},
    {"amd-smi-error", readAmdError},
    {"tool-amd-smi-monitor", readAmdSmiMonitor},
    {"tool-amd-smi-static", readAmdSmiStatic},
    {"tool-amd-smi-list", readAmdSmiStatic},
    {"tool-amd-smi-csv", readAmdSmiCsv},
    {"tool-rocminfo", readRocmInfo},
    {"tool-amd-smi", readAmdSmiTable},
    {"tool-amd-smi-partition", readAmdSmiPartition},
    {"tool-amd-smi-version", readAmdSmiVersion},
    {"tool-amd-smi-bad-pages", readAmdSmiBadPages},
    {"tool-amd-smi-process", readAmdSmiProcess},
    {"tool-amd-smi-firmware", readAmdSmiFirmware},
    {"tool-amd-smi-event", readAmdSmiEvent},
    {"tool-amd-smi-metric", readAmdSmiMetric}, // by the numbers of those above
    {"tool-rocm-smi-topo", readRocmSmi},
    {"nvme", readNvme},
    {"modules", readModules},
    {"module-params", readModuleParams},
    {"nccl-conf", readNcclConf},
    {"nccl-topo", readNcclTopo},
    {"nccl-libraries", readLibraries},
    {"settings", readSettings},
    {"kernel-config", readKernelConfig},
    {"kernel-symbols", readKernelSymbols},
    {"device-nodes", readDeviceNodes},
    {"verbs", readVerbs},
    {"provider-libraries", readProviderLibraries},
    {"versions", readVersions},
    {"tool-ofed-info", readOfedInfo},
    {"tool-fabricmanager", readFabricManager},
    {"tool-imex", readImex},
    {"tool-ucx-info", readUcxInfo},
    {"tool-mpirun", readMpirun},
    {"tool-systemctl", readSystemctl},
    {"tool-df", readDf},
    {"tool-date", readDate},
    {"net-counters", readNetCounters},
    {"rdma-counters", readRdmaCounters},
    {"vmm", readVmm},
    {"vmm-start", readVmmStart},
    {"tool-virsh", readVirsh},
    {"tool-ch-remote", readChRemote},
    {"vmm-fds", readVmmFds},
    {"kernel-version", readKernelVersion, Naming::IfUnknown},
    {"kernel-command-line", readCommandLine},
    {"os-release", readOsReleaseText},
    {"tool-dmidecode", readDmidecode},
    {"tool-systemctl-status", readServiceStatus},
    {"dmesg", readKernelLog, Naming::IfUnknown},
    {"tool-dmesg", readKernelLog, Naming::IfUnknown}, // the same as read by root, if root was not used
};

struct Work {
    std::size_t reader = 0;
    Part part = Part::Safe;
    std::uint16_t section = 0;
};

constexpr std::string_view kToolPrefix = "tool-";

// Which reader reads which section, in the order of reading.
std::vector<Work> plan(const capture::Capture &capture, HostBuilder &builder) {
    std::vector<Work> works;
    const std::size_t count = std::min<std::size_t>(capture.sections.size(), host::EvidenceRef::kNone);
    for (std::size_t i = 0; i < count; ++i) {
        const Section::Meta &meta = capture.sections[i].meta();
        const auto *row = std::find_if(std::begin(kReaders), std::end(kReaders),
                                       [&](const NamedReader &r) { return r.section == meta.name; });
        if (row == std::end(kReaders)) {
            if (meta.name.substr(0, kToolPrefix.size()) != kToolPrefix)
                builder.warn("section '" + shown(meta.name, 64) +
                             "' cannot be read by this version and was left out");
        } else if (row->read) {
            works.push_back(
                {static_cast<std::size_t>(row - kReaders), meta.part, static_cast<std::uint16_t>(i)});
        }
    }
    std::sort(works.begin(), works.end(), [](const Work &a, const Work &b) {
        return std::tie(a.reader, a.part, a.section) < std::tie(b.reader, b.part, b.section);
    });
    return works;
}

// Without systemd, the processor's flag and the firmware's vendor still show it.
void guessVirtualization(HostBuilder &builder) {
    host::Host &host = builder.host;
    if (host.virtualization || !builder.notes.cpuReportsHypervisor)
        return;
    struct Vendor {
        std::string_view dmi, name;
    };
    static constexpr Vendor kVendors[] = {
        {"QEMU", "qemu"},
        {"Cloud Hypervisor", "cloud-hypervisor"},
        {"Amazon EC2", "amazon"},
        {"Microsoft Corporation", "microsoft"},
        {"VMware, Inc.", "vmware"},
        {"Google", "google"},
        {"Xen", "xen"},
    };
    std::string name = *builder.notes.cpuReportsHypervisor ? "vm" : "none";
    for (const Vendor &known : kVendors)
        if (*builder.notes.cpuReportsHypervisor && host.vendor && *host.vendor == known.dmi)
            name = known.name;
    host.virtualization = {std::move(name), builder.notes.cpuEvidence};
}

/// Without the last value of a user's text, if more of it could follow.
std::string_view finishedPart(const SectionText &text, std::string_view bytes) {
    if (text.meta.part == Part::Import)
        bytes.remove_suffix(unfinishedBytes(text.meta.name, bytes));
    return bytes;
}

/// Without what surrounds its lines. What surrounds them in a way that this version does not know stays.
void read(const NamedReader &reader, const SectionText &text, HostBuilder &builder) {
    const auto wrapping =
        text.meta.wrapping.empty() ? std::nullopt : capture::Wrapping::parse(text.meta.wrapping);
    if (!wrapping)
        return reader.read({text.meta, finishedPart(text, text.bytes), text.index}, builder);
    const capture::UnwrappedText unwrapped(text.bytes, *wrapping);
    reader.read({text.meta, finishedPart(text, unwrapped.view()), text.index, &unwrapped}, builder);
}

void readSection(const capture::Capture &capture, const Work &work, HostBuilder &builder) {
    const Section &section = capture.sections[work.section];
    const Section::Bytes bytes = section.content();
    read(kReaders[work.reader], {section.meta(), bytes.view(), work.section}, builder);
}

/// What tools state about the same ports is compared: each of their texts is read alone.
void comparePorts(const capture::Capture &capture, const std::vector<Work> &works, HostBuilder &builder) {
    const auto isSource = [&](const Work &work) {
        return PortSources::isSource(capture.sections[work.section].meta().name);
    };
    if (std::count_if(works.begin(), works.end(), isSource) < 2)
        return;
    PortSources sources;
    for (const Work &work : works) {
        if (!isSource(work))
            continue;
        HostBuilder alone;
        readSection(capture, work, alone);
        sources.add(capture.sections[work.section].meta().name, alone.finish());
    }
    sources.report(builder);
}

// The part that has to be read for the host's name; the rest is read later.
std::string_view namingPart(std::string_view text, Naming naming) {
    constexpr std::size_t kFirstLines = std::size_t{64} << 10;
    std::size_t end = 0;
    switch (naming) {
    case Naming::No:
        break;
    case Naming::Yes:
        end = text.size();
        break;
    case Naming::InTags:
        for (auto at = text.find(kNameTag); at != std::string_view::npos; at = text.find(kNameTag, end))
            end = std::min(text.find('>', at), text.size() - 1) + 1;
        break;
    case Naming::IfUnknown: // a truncated line could contain half a name
        end = text.size() <= kFirstLines ? text.size() : text.rfind('\n', kFirstLines) + 1;
        break;
    }
    return text.substr(0, end);
}

} // namespace

HostNames readHostNames(const capture::Capture &capture) {
    HostBuilder builder;
    for (const Work &work : plan(capture, builder)) {
        const NamedReader &reader = kReaders[work.reader];
        if (reader.naming == Naming::No || (reader.naming == Naming::IfUnknown && builder.host.hostname))
            continue;
        const Section &section = capture.sections[work.section];
        const Section::Bytes bytes = section.content();
        const std::string_view part = namingPart(bytes.view(), reader.naming);
        if (!part.empty())
            read(reader, {section.meta(), part, work.section}, builder);
    }
    return {builder.host.hostname.valueOr({}), builder.host.id.machineId};
}

host::Host readHost(const capture::Capture &capture) {
    HostBuilder builder;
    builder.host.id.target = shown(capture.target, 512);
    builder.host.simulated = shown(capture.simulated, 256);
    const std::vector<Work> works = plan(capture, builder);
    GpuVendors vendors(capture);
    for (const Work &work : works) {
        const std::string &name = capture.sections[work.section].meta().name;
        vendors.beginSection(name, builder.host);
        readSection(capture, work, builder);
        vendors.endSection(name, builder.host);
    }
    vendors.finish(builder.host);
    comparePorts(capture, works, builder);
    guessVirtualization(builder);
    host::Host host = builder.finish(); // a reader may have added what it left out
    std::vector<host::Missing> missing = missingFacts(capture, host, builder.notes);
    host.missing.insert(host.missing.end(), std::make_move_iterator(missing.begin()),
                        std::make_move_iterator(missing.end()));
    return host;
}

std::vector<std::string_view> readableSections() {
    std::vector<std::string_view> names;
    for (const NamedReader &row : kReaders)
        if (row.read)
            names.push_back(row.section);
    return names;
}

} // namespace fabricscope::formats
