// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/UnfinishedEnd.h"

#include "core/base/Text.h"
#include "core/formats/files/CutText.h"
#include "core/formats/files/LineScan.h"
#include "core/formats/kernel/KernelLine.h"
#include "core/formats/kernel/KernelLogRows.h"
#include "core/formats/tools/ToolText.h"
#include "core/pci/Address.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace fabricscope::formats {

namespace {

/// What a line of a kind is made of, and with that what its last value is.
enum class Form : std::uint8_t {
    KeyValue, ///< the whole line
    Words,    ///< its last word
    Cells,    ///< what follows its last comma
    Lspci,    ///< its last word, which may be a flag: "DLP-"
    Kernel,   ///< its last word; the words of its messages are known
    Prose,    ///< its last word, if that is a number
    Xml,      ///< what follows the last tag
};

struct SectionForm {
    std::string_view section;
    Form form;
};

// Sections that are not here are tables with borders, command lines that are read before, or checked as a
// whole. One line adds one.
constexpr SectionForm kForms[] = {
    {"hwloc-xml", Form::Xml},
    {"tool-virsh", Form::Xml},
    {"tool-nvidia-smi-q-x", Form::Xml},
    {"lstopo", Form::Words},
    {"lspci-tree", Form::Words},
    {"lspci-machine", Form::KeyValue},
    {"lspci-hex", Form::Words},
    {"lspci-text", Form::Lspci},
    {"tool-nvidia-smi-q", Form::KeyValue},
    {"tool-nvidia-smi-topo-p2p", Form::Words},
    {"tool-nvidia-smi-topo", Form::Words},
    {"tool-nvidia-smi-nvlink", Form::Words},
    {"tool-nvidia-smi-l", Form::Words},
    {"tool-nvidia-smi-query", Form::Cells},
    {"tool-rocm-smi-topo", Form::Words},
    {"tool-amd-smi-topology", Form::Words},
    {"tool-amd-smi-xgmi", Form::Words},
    {"tool-amd-smi-static", Form::KeyValue},
    {"tool-amd-smi-monitor", Form::Words},
    {"tool-amd-smi-partition", Form::Words},
    {"tool-amd-smi-version", Form::Words},
    {"tool-amd-smi-bad-pages", Form::KeyValue},
    {"tool-amd-smi-metric", Form::KeyValue},
    {"tool-amd-smi-process", Form::KeyValue},
    {"tool-amd-smi-firmware", Form::KeyValue},
    {"tool-amd-smi-event", Form::KeyValue},
    {"tool-amd-smi-csv", Form::Cells},
    {"tool-rocminfo", Form::KeyValue},
    {"tool-ethtool", Form::KeyValue},
    {"tool-ethtool-m", Form::KeyValue},
    {"tool-ibv-devinfo", Form::KeyValue},
    {"tool-ibstat", Form::KeyValue},
    {"tool-ibv-devices", Form::Words},
    {"tool-ibstatus", Form::KeyValue},
    {"tool-ibdev2netdev", Form::Words},
    {"tool-class-links", Form::Words},
    {"tool-rdma-link", Form::Words},
    {"tool-rdma-statistic", Form::Words},
    {"tool-show-gids", Form::Words},
    {"tool-ethtool-i", Form::KeyValue},
    {"tool-ethtool-s", Form::KeyValue},
    {"tool-ibstat-l", Form::Words},
    {"tool-numactl-h", Form::KeyValue},
    {"tool-lscpu", Form::KeyValue},
    {"tool-ip-addr", Form::Words},
    {"tool-dmidecode", Form::KeyValue},
    {"tool-systemctl-status", Form::Words},
    {"vmm", Form::Words},
    {"dmesg", Form::Kernel},
    {"nvidia-smi-error", Form::Prose},
    {"amd-smi-error", Form::Prose},
    {"cpuinfo", Form::KeyValue},
    {"meminfo", Form::KeyValue},
    {"nvidia-information", Form::KeyValue},
    {"os-release", Form::KeyValue},
    {"kernel-version", Form::Prose},
    {"kernel-command-line", Form::Words},
};

/// Words that end a line of some tool and that no longer word of the same tool begins with.
constexpr std::string_view kWholeWords[] = {
    // of ports
    "ACTIVE", "Active", "DOWN", "Down", "INIT", "Initializing", "ARMED", "Armed", "LINK_UP", "LinkUp",
    "DISABLED", "Disabled", "POLLING", "Polling", "SLEEP", "Sleep", "InfiniBand", "Ethernet", "v1", "v2",
    // of distances and kinds of links
    "X", "SYS", "NODE", "PHB", "PXB", "PIX", "SELF", "XGMI", "PCIE", "OK", "CNS", "GNS", "TNS",
    // of GPUs
    "Enabled", "ENABLED", "Success", "Completed", "Progress", "Failure", "Default", "UNTHROTTLED",
    "THROTTLED", "NPS1", "NPS2", "NPS4", "NPS8", "SPX", "DPX", "TPX", "QPX", "CPX",
    // of all
    "N/A", "None", "Yes", "yes", "true", "false", "forever", "affected", "quiet", "splash", "iommu=pt",
    "intel_iommu=on", "amd_iommu=on", "timestamp=on",
    // units, behind a blank
    "MiB", "GiB", "kB", "GB/s", "GT/s", "MHz", "Gbps", "RPM", "W", "C"};

/// Drivers of PCI functions with whose names those of no others begin that have the same devices. "ixgbe" is
/// not here: "ixgbevf" begins with it.
constexpr std::string_view kDrivers[] = {
    "nvidia",  "nouveau",      "amdgpu",     "mlx5_core", "mlx4_core", "vfio-pci", "nvme", "pcieport",
    "ionic",   "bnxt_en",      "ice",        "i40e",      "iavf",      "ena",      "ahci", "xhci_hcd",
    "mpt3sas", "megaraid_sas", "virtio-pci", "qla2xxx",   "idxd",      "ixgbevf",  "efa"};

/// What closes a value.
constexpr std::string_view kClosing = ")]}>|'\";%=";

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Groups of hexadecimal digits of these sizes, the last of which has no more: addresses of Ethernet, GUIDs,
/// GIDs, UUIDs.
bool isGroups(std::string_view word, char separator, std::size_t groups, std::size_t last) {
    std::size_t count = 1, size = 0;
    for (const char c : word) {
        if (c == separator) {
            ++count;
            size = 0;
        } else if (!isHex(c)) {
            return false;
        } else {
            ++size;
        }
    }
    return count == groups && size == last;
}

/// "host=0000:41:00.0", "\-02.0": a function has one digit.
bool endsInFunction(std::string_view word) {
    const std::size_t size = word.size();
    if (size < 4 || word[size - 2] != '.' || word[size - 1] > '7' || !isDigit(word[size - 1]) ||
        !isHex(word[size - 3]) || !isHex(word[size - 4]))
        return false;
    return size == 4 || word[size - 5] == ':' || word[size - 5] == '-';
}

bool isWholeNumberOfDigits(std::string_view word) {
    if (word.starts_with("0x"))
        return word.size() == 18 && isGroups(word.substr(2), ':', 1, 16); // a GUID
    if (const auto at = word.find('-'); at != std::string_view::npos && isGroups(word, '-', 5, 12))
        return true;
    for (const std::string_view head : {"GPU-", "MIG-"})
        if (word.starts_with(head) && isGroups(word.substr(head.size()), '-', 5, 12))
            return true;
    return isGroups(word, ':', 6, 2) || isGroups(word, ':', 8, 4) || isGroups(word, ':', 4, 4) ||
           isGroups(word, ':', 1, 16);
}

bool isWholeWord(std::string_view word) {
    if (word.empty())
        return true;
    return kClosing.find(word.back()) != std::string_view::npos || word.ends_with(':') ||
           std::find(std::begin(kWholeWords), std::end(kWholeWords), word) != std::end(kWholeWords) ||
           endsInFunction(word) || isWholeNumberOfDigits(word);
}

std::string_view lastWordOf(std::string_view line) {
    return line.substr(line.find_last_of(" \t") + 1);
}

/// Where words end, in bytes from the beginning of the line.
std::vector<std::size_t> wordEnds(std::string_view line) {
    constexpr std::size_t kMost = 256;
    std::vector<std::size_t> ends;
    for (std::size_t i = 0; i < line.size() && ends.size() < kMost; ++i)
        if (!isBlank(line[i]) && (i + 1 == line.size() || isBlank(line[i + 1])))
            ends.push_back(i + 1);
    return ends;
}

/// Of a table whose columns are aligned right: each word ends where one of the line above does.
bool isAligned(std::string_view line, std::string_view above) {
    constexpr std::size_t kFewest = 3;
    while (!above.empty() && isBlank(above.back()))
        above.remove_suffix(1);
    if (line.size() != above.size() || line.find(':') != above.find(':'))
        return false;
    const auto ends = wordEnds(line);
    return ends.size() >= kFewest && ends == wordEnds(above);
}

/// "mlx5_3" below "mlx5_2", "ens1f1np1" below "ens1f0np0": as long, and counted on in its last digits.
bool followsName(std::string_view word, std::string_view above) {
    if (word.size() != above.size() || word.empty() || !isLetter(word[0]) || word == above)
        return false;
    const auto isAlike = [](char a, char b) {
        return a == b || (isDigit(a) && isDigit(b));
    };
    return std::equal(word.begin(), word.end(), above.begin(), isAlike) && isDigit(word.back());
}

struct LastLine {
    std::string_view line, above;
};

LastLine lastLineOf(std::string_view text) {
    const std::size_t feed = text.find_last_of("\n\r");
    if (feed == std::string_view::npos)
        return {text, {}};
    LastLine last{text.substr(feed + 1), text.substr(0, feed)};
    while (!last.above.empty() && (last.above.back() == '\n' || last.above.back() == '\r'))
        last.above.remove_suffix(1);
    last.above = last.above.substr(last.above.find_last_of("\n\r") + 1);
    return last;
}

/// Lists in which each line ends with a name.
bool isListOfNames(std::string_view section) {
    return section == "tool-rdma-link" || section == "tool-ibstat-l" || section == "tool-show-gids" ||
           section == "tool-nvidia-smi-topo";
}

/// Nothing of it is a value: explanations of a matrix, the count below a list.
bool isRemark(std::string_view section, std::string_view line) {
    if (line.starts_with("===") || line.starts_with("---"))
        return true;
    if (section.starts_with("tool-nvidia-smi-topo"))
        return line.find(" = ") != std::string_view::npos;
    return section == "tool-show-gids" && line.starts_with("n_gids_found");
}

/// "Kernel driver in use: nvidia" of lspci -v and -k, "Driver:	nvidia" of lspci -vmmk.
bool isKnownDriver(std::string_view section, std::string_view line, std::string_view word) {
    const std::string_view key = trimmed(line.substr(0, line.size() - word.size()));
    return section.starts_with("lspci-") && (key == "Kernel driver in use:" || key == "Driver:") &&
           std::find(std::begin(kDrivers), std::end(kDrivers), word) != std::end(kDrivers);
}

/// A message of the kernel that states nothing which is read is as good as whole.
bool isWholeMessage(std::string_view line, std::string_view word) {
    const std::string_view message = kernelLine(line).message;
    const bool hasDigit = std::any_of(word.begin(), word.end(), isDigit);
    if (hasDigit || word.find('=') != std::string_view::npos)
        return kernelLogRowOf(message) == nullptr && !message.starts_with("pci") &&
               !message.starts_with("Linux version") && message.find("ommand line: ") == message.npos;
    return word.ends_with('.') || word.ends_with('!') || endsInKernelPhrase(message) ||
           kernelLogRowOf(message) == nullptr;
}

bool isWholeLine(std::string_view section, Form form, const LastLine &last) {
    const std::string_view line = last.line;
    const std::string_view word = lastWordOf(line);
    if (isWholeWord(word) || isRemark(section, trimmed(line)) || isAligned(line, last.above) ||
        isKnownDriver(section, line, word))
        return true;
    if (isListOfNames(section) && followsName(word, lastWordOf(trimmed(last.above))))
        return true;
    switch (form) {
    case Form::Lspci:
        return word.ends_with('+') || word.ends_with('-');
    case Form::Kernel:
        return isWholeMessage(line, word);
    case Form::Prose:
        return std::none_of(word.begin(), word.end(), isDigit);
    case Form::KeyValue:
        return word.ends_with('.') && !isDigit(word[std::max<std::size_t>(word.size(), 2) - 2]);
    case Form::Words: // "mlx5_1 -> ../../devices/.../infiniband/mlx5_1"
        return section == "tool-class-links" &&
               line.find(" " + std::string(word.substr(word.rfind('/') + 1)) + " -> ") != line.npos;
    default:
        return false;
    }
}

/// Of a JSON text, the number or word that nothing follows. std::nullopt for another text.
std::optional<std::size_t> unfinishedJson(std::string_view section, std::string_view text) {
    const bool isLog = section == "dmesg"; // each line may be an object
    const std::string_view json = trimmed(isLog ? lastLineOf(text).line : jsonIn(text));
    const std::size_t next = json.size() < 2 ? std::string_view::npos : json.find_first_not_of(" \t\r\n", 1);
    if (next == std::string_view::npos || (json[0] != '{' && json[0] != '[') ||
        std::string_view("{[\"").find(json[next]) == std::string_view::npos)
        return std::nullopt;
    if (!isOpenJson(json))
        return 0;
    const std::size_t end = text.find_last_of(" \t\r\n,:{}[]\"");
    return text.size() - 1 - end;
}

std::size_t unfinishedXml(std::string_view text) {
    const std::size_t open = text.rfind('<'), close = text.rfind('>');
    const bool isInContent =
        close != std::string_view::npos && (open == std::string_view::npos || open < close);
    return isInContent ? text.size() - close - 1 : 0;
}

} // namespace

std::size_t unfinishedBytes(std::string_view section, std::string_view text) {
    if (text.empty() || std::string_view("\n\r\0", 3).find(text.back()) != std::string_view::npos)
        return 0;
    const auto *const row = std::find_if(std::begin(kForms), std::end(kForms),
                                         [&](const SectionForm &each) { return each.section == section; });
    if (row == std::end(kForms))
        return 0;
    if (row->form == Form::Xml)
        return unfinishedXml(text);
    const LastLine last = lastLineOf(text);
    if (trimmed(last.line).empty() || isPrompt(trimmed(last.line)))
        return 0;
    if (const auto json = unfinishedJson(section, text))
        return *json;
    Form form = row->form;
    const bool hasCommas = last.line.find(',') != std::string_view::npos; // --csv
    if (hasCommas && last.line.find_first_of(form == Form::Words ? " " : ":=") == std::string_view::npos &&
        (form == Form::Words || form == Form::KeyValue))
        form = Form::Cells;
    // Behind a blank there is another value, if any; a key has one of several words.
    if (isBlank(text.back()) && form != Form::KeyValue)
        return 0;
    LastLine line = last;
    while (isBlank(line.line.back()))
        line.line.remove_suffix(1);
    if (isWholeLine(section, form, line))
        return 0;
    if (form == Form::KeyValue)
        return last.line.size();
    if (form == Form::Cells)
        return last.line.size() - (last.line.rfind(',') + 1);
    return lastWordOf(last.line).size();
}

} // namespace fabricscope::formats
