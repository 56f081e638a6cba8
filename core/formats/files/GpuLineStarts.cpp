// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/GpuLineStarts.h"

#include "core/formats/files/LineScan.h"
#include "core/pci/Address.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace fabricscope::formats {

namespace {

/// The word at a place, at most 64 characters of it.
std::string_view wordAt(std::string_view line, std::size_t place) {
    const std::string_view rest = line.substr(std::min(place, line.size()), 64);
    return rest.substr(0, std::min(rest.find_first_of(" \t\r"), rest.size()));
}

/// The word behind the one at a place; empty if it is the last one.
std::string_view wordBehind(std::string_view line, std::size_t place) {
    constexpr std::size_t kFarthest = 128; // cells are a few blanks apart
    const std::size_t end = place + wordAt(line, place).size();
    const std::string_view gap = line.substr(std::min(end, line.size()), kFarthest);
    const std::size_t next = gap.find_first_not_of(" \t");
    return next == std::string_view::npos ? std::string_view{} : wordAt(line, end + next);
}

/// The last character before a place that is no blank; '\0' if it is not near.
char lastBefore(std::string_view line, std::size_t place) {
    constexpr std::size_t kFarthest = 256;
    for (std::size_t at = place; at > 0 && place - at < kFarthest; --at)
        if (!isBlank(line[at - 1]))
            return line[at - 1];
    return '\0';
}

bool isNumbered(std::string_view word, std::string_view name) {
    return word.size() > name.size() && word.starts_with(name) &&
           std::all_of(word.begin() + static_cast<std::ptrdiff_t>(name.size()), word.end(), isDigit);
}

template<std::size_t N> bool isOneOf(const std::array<std::string_view, N> &words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The row of a table of pairs: a name, and a cell behind it.
template<class IsName, class IsCell>
std::size_t rowLength(std::string_view line, std::size_t place, IsName isName, IsCell isCell) {
    if (!isBlank(before(line, place)))
        return 0;
    const std::string_view name = wordAt(line, place);
    const std::string_view cell = isName(name) ? wordBehind(line, place) : std::string_view{};
    return !cell.empty() && isCell(cell) ? name.size() : 0;
}

// --- nvidia-smi ---------------------------------------------------------------------------------------

/// "NODE", "NV18", "NODENODE".
bool isPathCell(std::string_view word) {
    static constexpr std::array<std::string_view, 6> kPaths = {"NODE", "SYS", "PHB", "PXB", "PIX", "X"};
    while (!word.empty()) {
        const auto path = std::find_if(kPaths.begin(), kPaths.end(),
                                       [&](std::string_view each) { return word.starts_with(each); });
        std::size_t length = path == kPaths.end() ? 0 : path->size();
        if (length == 0 && word.starts_with("NV"))
            length = std::min(word.find_first_not_of("0123456789", 2), word.size());
        if (length < 1 || word.substr(0, length) == "NV")
            return false;
        word.remove_prefix(length);
    }
    return true;
}

/// "GPU0", "NIC3", "mlx5_0", "bnxt_re1": any word that ends with a digit, except for cells ("NV18").
bool isDeviceName(std::string_view word) {
    return word.size() > 2 && isDigit(word.back()) && !isDigit(word.front()) &&
           std::all_of(word.begin(), word.end(), isNameCharacter) && !isPathCell(word);
}

constexpr std::array<std::string_view, 8> kP2pCells = {"X", "OK", "CNS", "GNS", "TNS", "NS", "DR", "U"};

/// "  X    = Self", "  NV#  = Connection ...", "NIC Legend:", "  NIC0: mlx5_0".
std::size_t legendLength(std::string_view line, std::size_t place) {
    static constexpr std::array<std::string_view, 14> kWords = {
        "X", "SYS", "NODE", "PHB", "PXB", "PIX", "NV#", "OK", "CNS", "GNS", "TNS", "NS", "DR", "U"};
    if (!isBlank(before(line, place)))
        return 0;
    for (const std::string_view title : {"Legend:", "NIC Legend:"})
        if (line.substr(place).starts_with(title))
            return title.size();
    const std::string_view word = wordAt(line, place);
    if (isOneOf(kWords, word) && wordBehind(line, place) == "=")
        return word.size();
    return word.ends_with(':') && isNumbered(word.substr(0, word.size() - 1), "NIC") ? word.size() : 0;
}

// --- tools of AMD's GPUs ------------------------------------------------------------------------------

bool isGpuName(std::string_view word) {
    return isNumbered(word, "GPU");
}

bool isAddress(std::string_view word) {
    return word.size() >= 7 && word.find(':') != std::string_view::npos &&
           pci::Address::parse(word).has_value();
}

/// "===== Weight between two GPUs =====", from its first '=' up to its last.
std::size_t bannerLength(std::string_view line, std::size_t place) {
    constexpr std::size_t kLongest = 256, kShortest = 3;
    if (line[place] != '=' || !isBlank(before(line, place)))
        return 0;
    const std::string_view rest = line.substr(place, kLongest);
    const std::size_t title = rest.find_first_not_of('=');
    if (title == std::string_view::npos || title < kShortest || !isBlank(rest[title]))
        return title == std::string_view::npos ? rest.size() : 0;
    const std::size_t close = rest.find('=', title);
    if (close == std::string_view::npos)
        return 0;
    const bool hasTitle =
        rest.substr(title, close - title).find_first_not_of(" \t") != std::string_view::npos;
    return hasTitle ? std::min(rest.find_first_not_of('=', close), rest.size()) : title;
}

constexpr std::array<Words, 10> kAmdTables{
    Words{"ACCESS TABLE:", true},    Words{"WEIGHT TABLE:", true},  Words{"HOPS TABLE:", true},
    Words{"LINK TYPE TABLE:", true}, Words{"NUMA BW TABLE:", true}, Words{"CACHE COHERANCY TABLE:", true},
    Words{"ATOMICS TABLE:", true},   Words{"DMA TABLE:", true},     Words{"BI-DIRECTIONAL TABLE:", true},
    Words{"Legend:", true}};

constexpr std::array<Words, 5> kXgmiWords{Words{"LINK METRIC TABLE:", true}, Words{"XGMI LINK STATUS:", true},
                                          Words{"Legend:", true}, Words{"* U:", true}, Words{"* Up", true}};

constexpr std::array<std::string_view, 4> kQueryNames = {"Timestamp", "Driver Version", "CUDA Version",
                                                         "Attached GPUs"};

} // namespace

std::size_t nvidiaTopoLength(std::string_view line, std::size_t place) {
    const std::size_t legend = legendLength(line, place);
    return legend > 0 ? legend : rowLength(line, place, isDeviceName, isPathCell);
}

std::size_t nvidiaP2pLength(std::string_view line, std::size_t place) {
    const std::size_t legend = legendLength(line, place);
    return legend > 0 ? legend : rowLength(line, place, isGpuName, [](std::string_view cell) {
        return isOneOf(kP2pCells, cell);
    });
}

std::size_t rocmSmiLength(std::string_view line, std::size_t place) {
    if (const auto length = bannerLength(line, place))
        return length;
    if (!isBlank(before(line, place)) || !line.substr(place).starts_with("GPU"))
        return 0;
    if (const auto length = Scan(line, place).words("GPU[").digits().words("]").length())
        return length;
    // A line of names is behind a banner.
    if (place > 0 && lastBefore(line, place) == '=')
        return wordAt(line, place).size();
    static constexpr std::array<std::string_view, 5> kCells = {"XGMI", "PCIE", "N/A", "True", "False"};
    return rowLength(line, place, isGpuName, [](std::string_view cell) {
        return isOneOf(kCells, cell) || std::all_of(cell.begin(), cell.end(), isDigit);
    });
}

std::size_t amdTopologyLength(std::string_view line, std::size_t place) {
    if (const auto length = wordsLength(kAmdTables, line, place))
        return length;
    if (!isHex(line[place]) || !isBlank(before(line, place)))
        return 0;
    if (place > 0 && lastBefore(line, place) == ':' && isAddress(wordAt(line, place)))
        return wordAt(line, place).size();
    return rowLength(line, place, isAddress, [](std::string_view cell) { return !isAddress(cell); });
}

std::size_t amdXgmiLength(std::string_view line, std::size_t place) {
    if (const auto length = wordsLength(kXgmiWords, line, place))
        return length;
    const std::string_view word = wordAt(line, place);
    const bool isHeading = word == "bdf" && isBlank(before(line, place));
    if (isHeading)
        return word.size();
    const bool isTraffic = (word == "Read" || word == "Write") && isBlank(before(line, place));
    if (isTraffic) {
        const std::string_view cell = wordBehind(line, place);
        return cell == "N/A" || (!cell.empty() && isDigit(cell.front())) ? word.size() : 0;
    }
    return rowLength(line, place, isGpuName, isAddress);
}

std::size_t nvidiaQueryLength(std::string_view line, std::size_t place) {
    constexpr std::size_t kIndent = 4, kNear = 128;
    if (place == 0)
        return 1;
    if (!isBlank(line[place - 1]) || line[place] == ':')
        return 0;
    const bool isIndented =
        place >= kIndent && std::all_of(line.begin() + static_cast<std::ptrdiff_t>(place - kIndent),
                                        line.begin() + static_cast<std::ptrdiff_t>(place), isBlank);
    if (isIndented)
        return 1;
    const std::string_view rest = line.substr(place);
    if (rest.starts_with("GPU ") && isAddress(wordBehind(line, place)))
        return 4;
    // The names of the host's lines are behind the log's title or a value.
    const std::string_view near = line.substr(place - std::min(place, kNear), std::min(place, kNear));
    const bool isBehindLine = near.find(": ") != near.npos || lastBefore(line, place) == '=';
    for (const std::string_view name : kQueryNames)
        if (isBehindLine && rest.starts_with(name) &&
            Scan(line, place + name.size()).blanks().words(":").isGood())
            return name.size();
    return 0;
}

// --- keys of a fixed set, or of a fixed form -----------------------------------------------------------

namespace {

/// Longer keys are before those that they end with: "NUMA node(s):" is no "node(s):".
constexpr std::string_view kLscpu[] = {"Architecture",
                                       "CPU op-mode(s)",
                                       "Address sizes",
                                       "Byte Order",
                                       "On-line CPU(s) list",
                                       "Off-line CPU(s) list",
                                       "CPU(s) scaling MHz",
                                       "CPU(s)",
                                       "BIOS Vendor ID",
                                       "Vendor ID",
                                       "BIOS Model name",
                                       "Model name",
                                       "BIOS CPU family",
                                       "CPU family",
                                       "Model",
                                       "Thread(s) per core",
                                       "Core(s) per socket",
                                       "Core(s) per cluster",
                                       "Cluster(s)",
                                       "Socket(s)",
                                       "Stepping",
                                       "Frequency boost",
                                       "CPU dynamic MHz",
                                       "CPU static MHz",
                                       "CPU max MHz",
                                       "CPU min MHz",
                                       "CPU MHz",
                                       "BogoMIPS",
                                       "Virtualization features",
                                       "Virtualization type",
                                       "Virtualization",
                                       "Hypervisor vendor",
                                       "Caches (sum of all)",
                                       "L1d cache",
                                       "L1i cache",
                                       "L2 cache",
                                       "L3 cache",
                                       "L1d",
                                       "L1i",
                                       "L2",
                                       "L3",
                                       "NUMA node(s)",
                                       "NUMA",
                                       "Vulnerabilities",
                                       "Flags"};

constexpr std::string_view kCpuInfo[] = {"processor",
                                         "vendor_id",
                                         "cpu family",
                                         "model name",
                                         "model",
                                         "stepping",
                                         "microcode",
                                         "cpu MHz",
                                         "cache size",
                                         "physical id",
                                         "siblings",
                                         "core id",
                                         "cpu cores",
                                         "initial apicid",
                                         "apicid",
                                         "fpu_exception",
                                         "fpu",
                                         "cpuid level",
                                         "wp",
                                         "flags",
                                         "vmx flags",
                                         "bugs",
                                         "bogomips",
                                         "TLB size",
                                         "clflush size",
                                         "cache_alignment",
                                         "address sizes",
                                         "power management",
                                         "BogoMIPS",
                                         "Features",
                                         "CPU implementer",
                                         "CPU architecture",
                                         "CPU variant",
                                         "CPU part",
                                         "CPU revision"};

constexpr std::string_view kNvidiaInformation[] = {
    "Model",    "IRQ",          "GPU UUID",     "Video BIOS",   "Bus Type",    "DMA Size",
    "DMA Mask", "Bus Location", "Device Minor", "GPU Firmware", "GPU Excluded"};

constexpr std::array<Words, 24> kDmidecode{Words{"Handle 0x"},
                                           Words{"Manufacturer: ", true},
                                           Words{"Product Name: ", true},
                                           Words{"Version: ", true},
                                           Words{"Serial Number: ", true},
                                           Words{"UUID: ", true},
                                           Words{"Wake-up Type: ", true},
                                           Words{"SKU Number: ", true},
                                           Words{"Family: ", true},
                                           Words{"Asset Tag: ", true},
                                           Words{"Vendor: ", true},
                                           Words{"Release Date: ", true},
                                           Words{"BIOS Revision: ", true},
                                           Words{"Location In Chassis: ", true},
                                           Words{"Chassis Handle: ", true},
                                           Words{"Type: ", true},
                                           Words{"Designation: ", true},
                                           Words{"Current Usage: ", true},
                                           Words{"Length: ", true},
                                           Words{"Bus Address: ", true},
                                           Words{"Slot ID: ", true},
                                           Words{"Characteristics:", true},
                                           Words{"Firmware Revision: ", true},
                                           Words{"ROM Size: ", true}};

constexpr std::array<Words, 12> kLstopo{
    Words{"Machine (", true},   Words{"Package L#", true},   Words{"Socket L#", true},
    Words{"NUMANode L#", true}, Words{"Group0 L#", true},    Words{"Die L#", true},
    Words{"HostBridge", true},  Words{"PCIBridge", true},    Words{"Net \"", true},
    Words{"Net L#", true},      Words{"OpenFabrics ", true}, Words{"Block", true}};

/// A key of the list, blanks and a colon.
template<std::size_t N>
std::size_t keyLength(const std::string_view (&keys)[N], std::string_view line, std::size_t place) {
    if (!isBlank(before(line, place)))
        return 0;
    for (const std::string_view key : keys)
        if (const auto length = Scan(line, place).words(key).run(isBlank, 0).words(":").length())
            return length;
    return 0;
}

bool isBehindBlanks(std::string_view line, std::size_t place) {
    return place == 0 || (place > 1 && isBlank(line[place - 1]) && isBlank(line[place - 2]));
}

} // namespace

std::size_t lstopoLength(std::string_view line, std::size_t place) {
    // "L2 L#0 (1024KB) + Core L#0" is one line.
    if (place > 1 && line.substr(0, place).ends_with("+ "))
        return 0;
    if (const auto length = wordsLength(kLstopo, line, place))
        return length;
    if (!isBlank(before(line, place)))
        return 0;
    for (const std::string_view cache : {"L3 L#", "L3Cache L#", "L2 L#", "L2Cache L#", "L1d L#", "Core L#",
                                         "PU L#", "GPU L#", "CoProc L#", "GPU \"", "CoProc \""})
        if (line.substr(place).starts_with(cache))
            return cache.size();
    return Scan(line, place).words("PCI ").run(isHex).words(":").run(isHex).length();
}

std::size_t rocmInfoLength(std::string_view line, std::size_t place) {
    constexpr std::size_t kLongest = 48;
    if (line[place] == '*' || line[place] == '=') {
        const std::size_t end = std::min(line.find_first_not_of(line[place], place), line.size());
        return isBlank(before(line, place)) && end - place > 4 ? end - place : 0;
    }
    if (!isBlank(before(line, place)))
        return 0;
    for (const std::string_view heading : {"Agent ", "Pool ", "ISA "})
        if (const auto length = Scan(line, place).words(heading).digits().length())
            return length;
    for (const std::string_view heading : {"HSA System Attributes", "HSA Agents", "*** Done ***"})
        if (line.substr(place).starts_with(heading))
            return heading.size();
    if (!isBehindBlanks(line, place) || line[place] < 'A' || line[place] > 'Z')
        return 0;
    const std::string_view near = line.substr(place, kLongest);
    const std::size_t colon = near.find(':');
    const std::string_view key = near.substr(0, colon);
    const bool isKey = colon != near.npos && key.find("  ") == key.npos &&
                       key.find_first_of("\t;,") == key.npos &&
                       (colon + 1 == near.size() || isBlank(near[colon + 1]));
    return isKey ? colon + 1 : 0;
}

std::size_t lscpuLength(std::string_view line, std::size_t place) {
    if (const auto length = keyLength(kLscpu, line, place))
        return length;
    if (!isBlank(before(line, place)))
        return 0;
    if (const auto length = Scan(line, place).words("NUMA node").digits().words(" CPU(s):").length())
        return length;
    return Scan(line, place).words("Vulnerability ").name().run(isBlank, 0).words(":").length();
}

std::size_t dmidecodeLength(std::string_view line, std::size_t place) {
    const bool isIndented = isBehindBlanks(line, place) || line[place - 1] == '\t';
    if (const auto length = wordsLength(kDmidecode, line, place);
        length > 0 && (isIndented || line.substr(place).starts_with("Handle 0x")))
        return length;
    // What follows "Handle 0x0001, DMI type 1, 27 bytes" is a title, and what follows tabs is a line.
    return place > 0 && (line[place - 1] == '\t' || line.substr(0, place).ends_with(" bytes ")) ? 1 : 0;
}

std::size_t cpuInfoLength(std::string_view line, std::size_t place) {
    return keyLength(kCpuInfo, line, place);
}

std::size_t nvidiaInformationLength(std::string_view line, std::size_t place) {
    return keyLength(kNvidiaInformation, line, place);
}

std::size_t osReleaseLength(std::string_view line, std::size_t place) {
    return isBlank(before(line, place)) ? Scan(line, place).run(isUpper, 2).words("=").length() : 0;
}

} // namespace fabricscope::formats
