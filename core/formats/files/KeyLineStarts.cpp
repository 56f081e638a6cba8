// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/KeyLineStarts.h"

#include "core/formats/files/LineScan.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace fabricscope::formats {

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
    const bool isKey = colon != near.npos && key.find("  ") == key.npos && key.find('\t') == key.npos &&
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
    if (const auto length = wordsLength(kDmidecode, line, place))
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
