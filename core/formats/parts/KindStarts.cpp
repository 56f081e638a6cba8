// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/parts/KindStarts.h"

#include "core/base/Text.h"
#include "core/formats/files/LineScan.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/files/UnrecognizedFiles.h"
#include "core/formats/kernel/KernelLine.h"
#include "core/formats/lspci/HeaderLine.h"
#include "core/formats/lspci/HexRows.h"
#include "core/formats/lspci/TreeLine.h"
#include "core/formats/tools/ServiceStatus.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/amd/AmdLists.h"

#include <algorithm>
#include <string>

namespace fabricscope::formats {

namespace {

using Again = KindStart::Again;

bool has(std::string_view text, std::string_view words) {
    return text.find(words) != std::string_view::npos;
}

/// The line alone is recognised.
template<bool (*Recognise)(const FileSample &)> bool isKnownAlone(const NextLines &lines) {
    return Recognise({{}, lines.line()});
}

/// The line is recognised with the one after it.
template<bool (*Recognise)(const FileSample &)> bool isKnownWithNext(const NextLines &lines) {
    std::string two(lines.line());
    two.append("\n").append(lines.line(1)).append("\n");
    return Recognise({{}, two});
}

/// The line after it begins with these words.
template<const std::string_view &Words> bool isBefore(const NextLines &lines) {
    return lines.line(1).starts_with(Words);
}
constexpr std::string_view kIrq = "IRQ:", kVersion = "version:", kPreferred = "preferred node:";

// --- lspci ---------------------------------------------------------------------------------------------

bool isFunction(const NextLines &lines) {
    std::string_view behind;
    if (!isHex(lines.line()[0]) || !lspci::headerAddress(lines.line(), behind) || behind.starts_with('"'))
        return false;
    const lspci::HeaderLine header = lspci::parseHeaderLine(behind);
    return (header.parsedClass.code && (!header.device.name.empty() || header.device.device)) ||
           lspci::HexRows::isRow(lines.line(1));
}

bool isMachineFunction(const NextLines &lines) {
    std::string_view line = lines.line(), behind;
    if (isHex(line[0]) && lspci::headerAddress(line, behind))
        return behind.starts_with('"');
    const std::string_view key = takeWord(line);
    return (key == "Slot:" || key == "Device:") && pci::Address::parse(trimmed(line)).has_value();
}

bool isTreeRoot(const NextLines &lines) {
    return has(lines.line(), "-[") && lspci::isTreeLine(lines.line());
}

// --- GPUs ----------------------------------------------------------------------------------------------

/// "Mon Nov 30 08:23:26 2026", as `date` prints it.
bool isDate(std::string_view line) {
    constexpr std::size_t kLength = 24;
    return line.size() == kLength && line[13] == ':' && line[16] == ':';
}

/// The title of a table, with the border and the date above it.
template<const std::string_view &Title> bool isTable(const NextLines &lines) {
    const std::size_t border = isDate(lines.line()) ? 1 : 0;
    const std::size_t title = border + (lines.line(border).starts_with("+--") ? 1 : 0);
    return title >= border * 2 && lines.line(title).starts_with(Title);
}
constexpr std::string_view kNvidiaTitle = "| NVIDIA-SMI ", kAmdTitle = "| AMD-SMI ";

/// "=====NVSMI LOG=====", or what is left of it: "GPU 00000000:41:00.0" and a name.
bool isNvidiaLog(const NextLines &lines) {
    std::string_view line = lines.line();
    if (line.starts_with("=="))
        return has(line, "=NVSMI LOG=");
    return takeWord(line) == "GPU" && lines.line(1).starts_with("Product Name") &&
           pci::Address::parse(trimmed(line)).has_value();
}

/// "GPU0  GPU1  NIC0  CPU Affinity": names only.
bool isMatrixHeading(const NextLines &lines) {
    std::string_view line = lines.line();
    const std::string_view first = takeWord(line), second = takeWord(line);
    const auto isName = [](std::string_view word) {
        return (word.starts_with("GPU") || word.starts_with("NIC")) && word.size() > 3 && isDigit(word[3]);
    };
    return isName(first) && (isName(second) || second.starts_with("mlx") || second == "CPU");
}

/// "GPU 3: NVIDIA H100 (UUID: GPU-..."
bool isListedGpu(const NextLines &lines) {
    return has(lines.line(), ": ") && has(lines.line(), "(UUID: ");
}

/// The other lines with commas are many, and mostly of one kind.
bool isQuery(const NextLines &lines) {
    return lines.indent() == 0 && has(lines.line(), ",") && isNvidiaQuery({{}, lines.line()});
}

bool isRocmTitle(const NextLines &lines) {
    const std::string_view line = lines.line();
    return has(line, "ROCm System Management Interface") || has(line, " between two GPUs") ||
           has(line, " RAS Info ");
}

bool isRocmCard(const NextLines &lines) {
    return has(lines.line(), "(Topology) Numa Node") || has(lines.line(), "RAS INFO");
}

bool isHsaTitle(const NextLines &lines) {
    const std::string_view line = lines.line();
    if (line.starts_with("=="))
        return lines.line(1).starts_with("HSA System Attributes") || lines.line(1).starts_with("HSA Agents");
    return line.starts_with("ROCk module ") && !has(line, "NOT loaded");
}

/// "ACCESS TABLE:", "LINK TYPE TABLE:"; amd-smi xgmi has one of its own.
bool isTopologyTitle(const NextLines &lines) {
    return lines.line().ends_with(" TABLE:") && !lines.line().starts_with("LINK METRIC ");
}

bool isXgmiTitle(const NextLines &lines) {
    return lines.line() == "LINK METRIC TABLE:" || isAmdSmiXgmi({{}, lines.line()});
}

/// "GPU: 0"; an event's are part of the list of events.
bool isAmdGpu(const NextLines &lines) {
    const std::string_view number = lines.line().substr(5);
    return parseInteger<unsigned>(number).has_value() && !lines.line(1).starts_with("MESSAGE:");
}

bool isAmdCsv(const NextLines &lines) {
    const FileSample sample{{}, lines.line()};
    return isAmdSmiMonitorCsv(sample) || isAmdSmiCsv(sample) || isAmdSmiMetric(sample);
}

/// Not "ECC: AMDSMI_STATUS_NO_PERM": a value of a list.
bool isAmdError(const NextLines &lines) {
    if (lines.indent() != 0 || !isAmdMessage({{}, lines.line()}))
        return false;
    const auto parts = splitKeyValue(lines.line());
    return !parts || parts->key == "ERROR" || !std::all_of(parts->key.begin(), parts->key.end(), isUpper);
}

bool isNvidiaError(const NextLines &lines) {
    static constexpr std::string_view kBeginnings[] = {
        "NVIDIA-SMI ", "Failed to initialize NVML: ", "No devices were found",
        "Unable to determine the device handle for ", "WARNING: infoROM is corrupted at gpu "};
    return std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                       [&](std::string_view words) { return lines.line().starts_with(words); }) &&
           isNvidiaMessage({{}, lines.line()});
}

// --- NICs ----------------------------------------------------------------------------------------------

/// "lrwxrwxrwx 1 root ...", or "total 0" above it.
bool isLinkListing(const NextLines &lines) {
    const std::size_t first = lines.line().starts_with("total ") ? 1 : 0;
    return lines.line(first).starts_with("lrwxrwxrwx") && isClassLinks({{}, lines.line(first)});
}

bool isNetdevOfPort(const NextLines &lines) {
    return has(lines.line(), " ==> ") && isIbdev2netdev({{}, lines.line()});
}

/// "Identifier    : 0x11 (QSFP28)".
bool isModule(const NextLines &lines) {
    const auto parts = splitKeyValue(lines.line());
    return parts && parts->key == "Identifier" && parts->value.starts_with("0x");
}

/// "0: mlx5_0: node_type ca", "1: lo: <LOOPBACK"
bool isRdmaRow(const NextLines &lines) {
    return (isDigit(lines.line()[0]) || lines.line().starts_with("link ")) && isRdmaTool({{}, lines.line()});
}

bool isInterfaceRow(const NextLines &lines) {
    return (isDigit(lines.line()[0]) || lines.line().starts_with("lo ")) && isIpAddr({{}, lines.line()});
}

/// Nothing but a device's name, and another one or nothing below.
bool isNameAlone(const NextLines &lines) {
    return lines.indent() == 0 && !has(lines.line(), " ") && isKnownAlone<isIbstatList>(lines) &&
           (lines.line(1).empty() || isIbstatList({{}, lines.line(1)}));
}

// --- the host ------------------------------------------------------------------------------------------

bool isVmm(const NextLines &lines) {
    const std::string_view line = lines.line();
    if (has(line, "PID") && (line.ends_with("CMD") || line.ends_with("COMMAND") || line.ends_with("ARGS")))
        return line.find_first_of("|:[") == line.npos; // the heading of ps
    return (has(line, "qemu") || has(line, "-hypervisor") || has(line, "crosvm") ||
            has(line, "firecracker")) &&
           (line.ends_with('\\') ? isKnownWithNext<isVmmCommand>(lines) : isKnownAlone<isVmmCommand>(lines));
}

/// "● nvidia-fabricmanager.service - ...", with its state below; the heading of a list of units, or a row.
bool isService(const NextLines &lines) {
    const std::size_t unit = lines.line().starts_with("UNIT ") ? 1 : 0;
    if (!has(lines.line(unit), ".service"))
        return false;
    std::string text;
    for (std::size_t ahead = unit; ahead < NextLines::kCount; ++ahead)
        text.append(lines.line(ahead)).append("\n");
    return isServiceStatus({{}, text});
}

/// An entry of journalctl -o verbose, or of -o export.
bool isJournalEntry(const NextLines &lines) {
    const std::string_view line = lines.line();
    return line.starts_with("__CURSOR=s=") || (has(line, " [s=") && has(line, ";i=") && has(line, ";b="));
}

bool isBareMessage(const NextLines &lines) {
    return lines.indent() == 0 && isBareKernelMessage(lines.line());
}

/// A benchmark's first lines, with the rule above them; a line of NCCL's log.
bool isOther(const NextLines &lines) {
    constexpr std::size_t kShortest = 20;
    const std::string_view line = lines.line();
    if (line.size() >= kShortest && line.find_first_not_of('-') == line.npos)
        return isLogOfOtherCommand({{}, lines.line(1)});
    return lines.indent() == 0 && isLogOfOtherCommand({{}, line});
}

// One line adds a beginning.
constexpr KindStart kStarts[] = {
    {"", {"lspci-text", "lspci-hex"}, isFunction},
    {"", {"lspci-machine"}, isMachineFunction},
    {"", {"lspci-tree"}, isTreeRoot},
    {"Machine (", {"lstopo"}},
    {"Machine L#", {"lstopo"}},

    {"", {"tool-nvidia-smi"}, isTable<kNvidiaTitle>},
    {"", {"tool-amd-smi"}, isTable<kAmdTitle>},
    {"==", {"tool-nvidia-smi-q"}, isNvidiaLog},
    {"GPU 0", {"tool-nvidia-smi-q"}, isNvidiaLog},
    {"GPU ", {"tool-nvidia-smi-nvlink", "tool-nvidia-smi-l"}, isListedGpu, Again::IfFewer},
    {"GPU0", {"tool-nvidia-smi-topo", "tool-nvidia-smi-topo-p2p"}, isMatrixHeading, Again::NewText},
    {"", {"nvidia-smi-error"}, isNvidiaError},
    {"==", {"tool-rocm-smi-topo"}, isRocmTitle},
    {"GPU[", {"tool-rocm-smi-topo"}, isRocmCard},
    {"", {"tool-rocminfo"}, isHsaTitle},
    {"GPU: ",
     {"tool-amd-smi-static", "tool-amd-smi-metric", "tool-amd-smi-process", "tool-amd-smi-firmware",
      "tool-amd-smi-bad-pages"},
     isAmdGpu,
     Again::NewText},
    {"EVENT_INFO:", {"tool-amd-smi-event"}},
    {"", {"tool-amd-smi-topology"}, isTopologyTitle},
    {"", {"tool-amd-smi-xgmi"}, isXgmiTitle},
    {"gpu,",
     {"tool-amd-smi-monitor", "tool-amd-smi-csv", "tool-amd-smi-metric", "tool-amd-smi-process"},
     isAmdCsv,
     Again::NewText},
    {"timestamp,gpu,", {"tool-amd-smi-monitor", "tool-amd-smi-metric"}, isAmdCsv, Again::NewText},
    {"GPU ", {"tool-amd-smi-monitor"}, isKnownWithNext<isAmdSmiMonitor>},
    {"TIMESTAMP ", {"tool-amd-smi-monitor"}, isKnownWithNext<isAmdSmiMonitor>},
    {"CURRENT_PARTITION:", {"tool-amd-smi-partition"}},
    {"GPU_ID ", {"tool-amd-smi-partition"}, isKnownAlone<isAmdSmiPartition>},
    {"AMDSMI Tool:", {"tool-amd-smi-version"}, isKnownAlone<isAmdSmiVersion>},
    {"", {"tool-nvidia-smi-query"}, isQuery},

    {"hca_id:", {"tool-ibv-devinfo"}},
    {"CA '", {"tool-ibstat"}},
    {"device ", {"tool-ibv-devices"}, isKnownAlone<isIbvDevices>},
    {"device\t", {"tool-ibv-devices"}, isKnownAlone<isIbvDevices>},
    {"Infiniband device '", {"tool-ibstatus"}, isKnownAlone<isIbstatus>},
    {"", {"tool-ibdev2netdev"}, isNetdevOfPort},
    {"", {"tool-class-links"}, isLinkListing},
    {"", {"tool-rdma-link"}, isRdmaRow},
    {"link ", {"tool-rdma-statistic"}, isKnownAlone<isRdmaStatistic>},
    {"DEV", {"tool-show-gids"}, isKnownAlone<isShowGids>},
    {"driver:", {"tool-ethtool-i"}, isBefore<kVersion>},
    {"NIC statistics:", {"tool-ethtool-s"}},
    {"Settings for ", {"tool-ethtool"}},
    {"Identifier", {"tool-ethtool-m"}, isModule},
    {"", {"tool-ip-addr"}, isInterfaceRow},
    {"", {"tool-ibstat-l"}, isNameAlone},

    {"available: ", {"tool-numactl-h"}},
    {"policy: ", {"tool-numactl-h"}, isBefore<kPreferred>},
    {"Architecture:", {"tool-lscpu"}},
    {"# dmidecode ", {"tool-dmidecode"}},
    {"Handle 0x", {"tool-dmidecode"}},
    {"", {"tool-systemctl-status"}, isService},
    {"processor\t:", {"cpuinfo"}},
    {"MemTotal:", {"meminfo"}},
    {"Model:", {"nvidia-information"}, isBefore<kIrq>},
    {"PRETTY_NAME=", {"os-release"}},
    {"NAME=", {"os-release"}},
    {"Linux ", {"kernel-version"}, isKnownAlone<isKernelVersion>},
    {"BOOT_IMAGE=", {"kernel-command-line"}},
    {"", {"vmm"}, isVmm},
    {"", {"dmesg"}, isJournalEntry, Again::SameText, true},
    {"", {"amd-smi-error"}, isAmdError},
    {"", {}, isOther},
    {"", {"dmesg"}, isBareMessage},
};

constexpr KindStart kKernelLog{"", {"dmesg"}};
constexpr KindStart kDocument{{}, {}, nullptr, Again::NewText, true};

} // namespace

bool KindStart::isOf(std::string_view section) const {
    return std::find(sections.begin(), sections.end(), section) != sections.end();
}

bool KindStart::isOfSameText(const KindStart &other) const {
    return this == &other || (sections == other.sections && !isOf("dmesg"));
}

const KindStart *kindStartAt(const NextLines &lines) {
    const std::string_view line = lines.line();
    if (line.empty())
        return nullptr;
    const auto *known = std::find_if(std::begin(kStarts), std::end(kStarts), [&](const KindStart &start) {
        return line.starts_with(start.words) && (start.is == nullptr || start.is(lines));
    });
    return known == std::end(kStarts) ? nullptr : known;
}

const KindStart &kernelLogStart() {
    return kKernelLog;
}

const KindStart &documentStart() {
    return kDocument;
}

bool isTimedLine(std::string_view line) {
    const KernelLine parts = kernelLine(line);
    return parts.isStamped || parts.isOfOtherUnit;
}

} // namespace fabricscope::formats
