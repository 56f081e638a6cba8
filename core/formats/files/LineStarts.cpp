// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/LineStarts.h"

#include "core/base/Text.h"
#include "core/formats/files/GpuLineStarts.h"
#include "core/formats/files/LineScan.h"
#include "core/formats/lspci/HeaderLine.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fabricscope::formats {

namespace {

// --- RDMA ---------------------------------------------------------------------------------------------

/// "link mlx5_0/1 ", "0/1: mlx5_0/1: state", "0: mlx5_0: node_type".
std::size_t rdmaLength(std::string_view line, std::size_t place) {
    if (const auto length = Scan(line, place).words("link ").name().words("/").digits().words(" ").length())
        return length;
    if (!isDigit(line[place]) || isDigit(before(line, place)))
        return 0;
    if (const auto length =
            Scan(line, place).digits().words("/").digits().words(": ").name().words("/").digits().length())
        return length;
    return Scan(line, place).digits().words(": ").name().words(": node_type ").length();
}

/// "mlx5_0 port 1 ==> ens1f0np0 (Up)", with -v "0000:41:00.0 mlx5_0 (MT4129 - ".
std::size_t ibdev2netdevLength(std::string_view line, std::size_t place) {
    if (!isBlank(before(line, place)) && before(line, place) != ')')
        return 0;
    if (const auto length = Scan(line, place).name().words(" port ").digits().words(" ==> ").length())
        return length;
    Scan address(line, place);
    address.run(isHex).words(":").run(isHex).words(":").run(isHex).words(".").digits().words(" ");
    return address.name().words(" (").length();
}

/// "    mlx5_0          	9c63c00300d420f0", its heading, and the rule below that.
std::size_t ibvDevicesLength(std::string_view line, std::size_t place) {
    constexpr std::size_t kDigits = 16;
    if (const auto length = Scan(line, place).words("device").blanks(2).words("node GUID").length())
        return length;
    if (const auto length = Scan(line, place).words("------").blanks().words("----------------").length();
        length > 0 && isBlank(before(line, place)))
        return length;
    const auto isGuidBefore = [&] {
        return place > kDigits && isBlank(line[place - kDigits - 1]) &&
               std::all_of(line.begin() + static_cast<std::ptrdiff_t>(place - kDigits),
                           line.begin() + static_cast<std::ptrdiff_t>(place), isHex);
    };
    if (!isBlank(before(line, place)) && !isGuidBefore())
        return 0;
    Scan row(line, place);
    const std::size_t upToGuid = row.name().blanks().length();
    if (upToGuid == 0 || line.size() - place - upToGuid < kDigits ||
        !std::all_of(line.begin() + static_cast<std::ptrdiff_t>(place + upToGuid),
                     line.begin() + static_cast<std::ptrdiff_t>(place + upToGuid + kDigits), isHex))
        return 0;
    return upToGuid + kDigits;
}

/// The last word before a place; only its end if it is long.
std::string_view wordBefore(std::string_view line, std::size_t place) {
    constexpr std::size_t kMost = 64;
    const std::size_t last = place == 0 ? line.npos : line.find_last_not_of(" \t", place - 1);
    if (last == line.npos)
        return {};
    const std::size_t end = last + 1;
    const std::string_view near = line.substr(end - std::min(end, kMost), std::min(end, kMost));
    const std::size_t blank = near.find_last_of(" \t");
    return blank == near.npos ? near : near.substr(blank + 1);
}

/// "mlx5_0 1 3 0000:0000:...": names do not begin with a digit. Its heading, rule and end.
/// Behind "v2" is the interface of the same row, to which the next row may be glued ("ens1np0mlx5_0").
std::size_t gidsLength(std::string_view line, std::size_t place) {
    static constexpr std::array<Words, 3> kOthers{Words{"DEV\tPORT"}, Words{"---\t----"},
                                                  Words{"n_gids_found="}};
    if (const auto length = wordsLength(kOthers, line, place))
        return length;
    if (!isBlank(before(line, place)) || isDigit(line[place]))
        return 0;
    Scan row(line, place);
    row.name().blanks().digits().blanks().digits().blanks();
    const auto length = row.run(isHex).words(":").run(isHex).words(":").run(isHex).words(":").length();
    const std::string_view last = length > 0 ? wordBefore(line, place) : std::string_view{};
    return last == "v1" || last == "v2" ? 0 : length;
}

constexpr std::array<Words, 21> kIbstat{Words{"CA '"},
                                        Words{"CA type:"},
                                        Words{"Number of ports:"},
                                        Words{"Firmware version:"},
                                        Words{"Hardware version:"},
                                        Words{"Node GUID:"},
                                        Words{"System image GUID:"},
                                        Words{"Physical state:"},
                                        Words{"Base lid:"},
                                        Words{"SM lid:"},
                                        Words{"Capability mask:"},
                                        Words{"Port GUID:"},
                                        Words{"Link layer:"},
                                        Words{"State:", true},
                                        Words{"Rate:", true},
                                        Words{"LMC:", true},
                                        Words{"Port 1:", true},
                                        Words{"Port 2:", true},
                                        Words{"Port 3:", true},
                                        Words{"Port 4:", true},
                                        Words{"Node type:", true}};

constexpr std::array<Words, 18> kIbvDevinfo{Words{"hca_id:"},
                                            Words{"transport:", true},
                                            Words{"fw_ver:", true},
                                            Words{"node_guid:", true},
                                            Words{"sys_image_guid:", true},
                                            Words{"vendor_id:", true},
                                            Words{"vendor_part_id:", true},
                                            Words{"hw_ver:", true},
                                            Words{"board_id:", true},
                                            Words{"phys_port_cnt:", true},
                                            Words{"port:", true},
                                            Words{"state:", true},
                                            Words{"max_mtu:", true},
                                            Words{"active_mtu:", true},
                                            Words{"sm_lid:", true},
                                            Words{"port_lid:", true},
                                            Words{"port_lmc:", true},
                                            Words{"link_layer:", true}};

constexpr std::array<Words, 8> kIbstatus{Words{"Infiniband device '"}, Words{"default gid:", true},
                                         Words{"base lid:", true},     Words{"sm lid:", true},
                                         Words{"phys state:", true},   Words{"state:", true},
                                         Words{"rate:", true},         Words{"link_layer:", true}};

constexpr std::array<Words, 7> kEthtoolDriver{
    Words{"driver:", true},           Words{"version:", true},
    Words{"firmware-version:", true}, Words{"expansion-rom-version:", true},
    Words{"bus-info:", true},         Words{"supports-", true},
    Words{"NIC statistics:"}};

/// Whether the value of a statistic ends before a place: ": 12 ".
bool isBehindValue(std::string_view line, std::size_t place) {
    const std::string_view value = wordBefore(line, place);
    const std::size_t begin =
        value.empty() ? 0 : static_cast<std::size_t>(value.data() - line.data()); // of line
    return !value.empty() && std::all_of(value.begin(), value.end(), isDigit) &&
           line.substr(0, begin).ends_with(": ");
}

bool isBehindHeading(std::string_view line, std::size_t place) {
    const std::size_t last = line.find_last_not_of(" \t", place - 1);
    return line.substr(0, last + 1).ends_with("NIC statistics:");
}

/// "     rx_packets: 12"; "     [0]: rx_ucast_packets: 12", be2net's "rxq0: rx_bytes: 12" and vmxnet3's
/// "  TSO pkts tx: 12" are one line each: another line begins behind a value.
std::size_t statisticLength(std::string_view line, std::size_t place) {
    if (const auto length = Scan(line, place).words("NIC statistics:").length())
        return length;
    if (place > 0 && !isBlank(before(line, place)))
        return 0;
    auto length = Scan(line, place).words("[").digits().words("]: ").name().words(": ").digits().length();
    if (length == 0 && !isDigit(line[place]))
        length = Scan(line, place).name().words(": ").digits().length();
    return length > 0 && (place == 0 || isBehindHeading(line, place) || isBehindValue(line, place)) ? length
                                                                                                    : 0;
}

/// "lrwxrwxrwx 1 root root ...".
constexpr std::array<Words, 2> kClassLinks{Words{"lrwxrwxrwx"}, Words{"total ", true}};

// --- the host -----------------------------------------------------------------------------------------

/// "41:00.0 3D controller [0302]: ".
std::size_t functionLength(std::string_view line, std::size_t place) {
    if (!isHex(line[place]) || isHex(before(line, place)) || before(line, place) == ':' ||
        before(line, place) == '.')
        return 0;
    Scan address(line, place);
    if (!Scan(line, place).run(isHex).words(":").run(isHex).words(".").digits().words(" ").isGood())
        address.run(isHex).words(":");
    address.run(isHex).words(":").run(isHex).words(".").digits().words(" ");
    if (!address.isGood())
        return 0;
    constexpr std::size_t kLongest = 64;
    const std::string_view rest = line.substr(place + address.length(), kLongest);
    const std::size_t colon = rest.find(": ");
    if (colon == std::string_view::npos || !lspci::parseClass(rest.substr(0, colon)).code)
        return 0;
    return address.length() + colon + 1;
}

constexpr std::array<Words, 53> kLspci{Words{"Subsystem: ", true},
                                       Words{"Physical Slot: ", true},
                                       Words{"Control: I/O", true},
                                       Words{"Status: Cap", true},
                                       Words{"Latency: ", true},
                                       Words{"Interrupt: pin", true},
                                       Words{"NUMA node: ", true},
                                       Words{"IOMMU group: ", true},
                                       Words{"Region 0: ", true},
                                       Words{"Region 1: ", true},
                                       Words{"Region 2: ", true},
                                       Words{"Region 3: ", true},
                                       Words{"Region 4: ", true},
                                       Words{"Region 5: ", true},
                                       Words{"Expansion ROM at ", true},
                                       Words{"Capabilities: [", true},
                                       Words{"Bus: primary", true},
                                       Words{"Kernel driver in use: ", true},
                                       Words{"Kernel modules: ", true},
                                       Words{"DevCap:", true},
                                       Words{"DevCtl:", true},
                                       Words{"DevSta:", true},
                                       Words{"LnkCap:", true},
                                       Words{"LnkCtl:", true},
                                       Words{"LnkSta:", true},
                                       Words{"ACSCap:", true},
                                       Words{"ACSCtl:", true},
                                       Words{"UESta:", true},
                                       Words{"UEMsk:", true},
                                       Words{"UESvrt:", true},
                                       Words{"CESta:", true},
                                       Words{"CEMsk:", true},
                                       Words{"AERCap:", true},
                                       Words{"HeaderLog:", true},
                                       Words{"RootCmd:", true},
                                       Words{"RootSta:", true},
                                       Words{"ErrorSrc:", true},
                                       Words{"DevCap2:", true},
                                       Words{"DevCtl2:", true},
                                       Words{"LnkCap2:", true},
                                       Words{"LnkCtl2:", true},
                                       Words{"LnkSta2:", true},
                                       Words{"SltCap:", true},
                                       Words{"SltCtl:", true},
                                       Words{"SltSta:", true},
                                       Words{"Flags: ", true},
                                       Words{"DeviceName: ", true},
                                       Words{"Memory at ", true},
                                       Words{"I/O ports at ", true},
                                       Words{"Memory behind ", true},
                                       Words{"I/O behind ", true},
                                       Words{"Prefetchable memory behind ", true},
                                       Words{"!!! Unknown header", true}};

/// " \tSubsystem": the blank of a copy, and the tabs of an indent. Inside a line a tab follows a colon.
bool isBehindTabs(std::string_view line, std::size_t place) {
    constexpr std::size_t kDeepest = 8;
    std::size_t tabs = 0;
    while (tabs < std::min(place, kDeepest) && line[place - tabs - 1] == '\t')
        ++tabs;
    return tabs > 0 && tabs < place && line[place - tabs - 1] == ' ';
}

std::size_t lspciLength(std::string_view line, std::size_t place) {
    if (const auto length = functionLength(line, place))
        return length;
    // Behind one blank it is a part of a line: "Capabilities: [90] Subsystem: ...".
    const bool isIndented = place == 0 || before(line, place) == '\t' ||
                            (place > 1 && isBlank(line[place - 1]) && isBlank(line[place - 2]));
    const std::size_t length = isIndented ? wordsLength(kLspci, line, place) : 0;
    return length == 0 && isBehindTabs(line, place) ? 1 : length;
}

/// "Slot:\t41:00.0", "Class:\t3D controller".
std::size_t lspciMachineLength(std::string_view line, std::size_t place) {
    static constexpr std::array<Words, 12> kWords{
        Words{"Slot:\t", true},    Words{"Class:\t", true},   Words{"Vendor:\t", true},
        Words{"Device:\t", true},  Words{"SVendor:\t", true}, Words{"SDevice:\t", true},
        Words{"PhySlot:\t", true}, Words{"Rev:\t", true},     Words{"ProgIf:\t", true},
        Words{"Driver:\t", true},  Words{"Module:\t", true},  Words{"NUMANode:\t", true}};
    return wordsLength(kWords, line, place);
}

/// "available: ", "node 0 cpus: ", "node distances:", "node   0   1", "  0:  10  21".
std::size_t numactlLength(std::string_view line, std::size_t place) {
    static constexpr std::array<Words, 9> kWords{
        Words{"available: "},      Words{"node distances:"}, Words{"policy: "},
        Words{"preferred node: "}, Words{"physcpubind: "},   Words{"cpubind: "},
        Words{"nodebind: "},       Words{"membind: "},       Words{"preferred: "}};
    if (const auto length = wordsLength(kWords, line, place))
        return length;
    for (const std::string_view fact : {" cpus:", " size:", " free:"})
        if (const auto length = Scan(line, place).words("node ").digits().words(fact).length())
            return length;
    if (const auto length = Scan(line, place).words("node").blanks(2).digits().length())
        return length;
    return isBlank(before(line, place)) ? Scan(line, place).digits().words(":").blanks(2).digits().length()
                                        : 0;
}

/// "2: eth0: <BROADCAST"; below it "    link/ether " and the like.
std::size_t ipLength(std::string_view line, std::size_t place) {
    static constexpr std::array<Words, 10> kWords{
        Words{"link/", true},      Words{"inet ", true}, Words{"inet6 ", true}, Words{"valid_lft ", true},
        Words{"altname ", true},   Words{"vf ", true},   Words{"RX:", true},    Words{"TX:", true},
        Words{"RX errors:", true}, Words{"alias ", true}};
    const auto interfaceAt = [line](std::size_t at) {
        const auto isInterfaceCharacter = [](char c) {
            return isNameCharacter(c) || c == '@';
        };
        return Scan(line, at).digits().words(": ").run(isInterfaceCharacter).words(": <").length();
    };
    if (isDigit(line[place]))
        return isDigit(before(line, place)) ? 0 : interfaceAt(place);
    return place > 0 && interfaceAt(0) == 0 ? 0 : wordsLength(kWords, line, place);
}

bool isLower(char c) {
    return c >= 'a' && c <= 'z';
}

/// "kern  :warn  : " of dmesg -x.
std::size_t facilityLength(std::string_view line, std::size_t place) {
    for (const std::string_view facility : {"kern", "user", "daemon", "syslog"})
        if (const auto length = Scan(line, place)
                                    .words(facility)
                                    .run(isBlank, 0)
                                    .words(":")
                                    .run(isLower)
                                    .run(isBlank, 0)
                                    .words(": ")
                                    .length())
            return length;
    return 0;
}

/// "[   12.345678] ", "[Tue Jan 20 20:50:11 2026] ", "Jan 20 20:50:11 ".
std::size_t timeLength(std::string_view line, std::size_t place) {
    const auto isTimeCharacter = [](char c) {
        return isNameCharacter(c) || c == ':' || c == ' ';
    };
    if (line[place] == '[') {
        Scan seconds(line, place);
        if (const auto length =
                seconds.words("[").run(isBlank, 0).digits().words(".").run(isDigit, 6).words("] ").length())
            return length;
        const std::size_t end = line.substr(place, 32).find("] ");
        return end != line.npos && end > 20 && line[place + 14] == ':' && line[place + 17] == ':'
                   ? Scan(line, place).words("[").run(isTimeCharacter).words("] ").length()
                   : 0;
    }
    // "2026-01-20T20:50:11,100000+00:00 ", "2026-01-20T20:50:11.100000+00:00 gpu-3 kernel:"
    const auto isClock = [](char c) {
        return isDigit(c) || c == ':' || c == '.' || c == ',' || c == '+' || c == '-' || c == 'Z';
    };
    if (isDigit(line[place]))
        return isDigit(before(line, place)) ? 0
                                            : Scan(line, place)
                                                  .run(isDigit, 4)
                                                  .words("-")
                                                  .run(isDigit, 2)
                                                  .words("-")
                                                  .run(isDigit, 2)
                                                  .words("T")
                                                  .run(isClock, 8)
                                                  .words(" ")
                                                  .length();
    static constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
    if (line.size() - place < 16)
        return 0;
    if (const std::size_t month = kMonths.find(line.substr(place, 3));
        month == kMonths.npos || month % 3 != 0)
        return 0;
    Scan day(line, place + 3);
    day.blanks().digits().words(" ").digits().words(":").digits().words(":").digits().words(" ");
    return day.isGood() ? 3 + day.length() : 0;
}

/// "gpu-3 kernel:", "gpu-3 systemd[1]:": what follows the time in a line of a syslog; not "UTC 2024", which
/// the kernel's version ends with.
bool isUnitAt(std::string_view line, std::size_t place) {
    const std::size_t host = Scan(line, place).name().words(" ").length();
    const std::size_t unit = place + host;
    if (host == 0 || unit >= line.size() || isDigit(line[unit]))
        return false;
    return Scan(line, unit).name().words(":").isGood() || Scan(line, unit).name().words("[").isGood();
}

/// A time behind another one is a part of the message, except for one of the same form.
std::size_t kernelLength(std::string_view line, std::size_t place) {
    if (const std::size_t facility = facilityLength(line, place);
        facility > 0 && isBlank(before(line, place)))
        return facility + timeLength(line, std::min(place + facility, line.size() - 1));
    const auto length = place > 0 && (line[place] == '[') != (line[0] == '[') ? 0 : timeLength(line, place);
    if (place == 0 || length == 0)
        return length;
    const bool isOfDmesg = isDigit(line[place]) && line.substr(place, length).find(',') != line.npos;
    const bool isLine = line[place] == '[' || isOfDmesg || isUnitAt(line, place + length);
    return isLine && timeLength(line, 0) > 0 ? length : 0;
}

// --- GPUs ---------------------------------------------------------------------------------------------

/// "GPU 0: NVIDIA", "  MIG 1g.10gb     Device  0: (UUID", "Link 0: ".
std::size_t gpuListLength(std::string_view line, std::size_t place) {
    if (!isBlank(before(line, place)) && before(line, place) != ')')
        return 0;
    if (const auto length = Scan(line, place).words("GPU ").digits().words(": ").length())
        return length;
    for (const std::string_view fault : {"Unable to determine the device handle for ", "Unable to retrieve "})
        if (line.substr(place).starts_with(fault) && !line.substr(0, place).ends_with(": "))
            return fault.size(); // "NVML: Unable to retrieve" is one line
    if (const auto length = Scan(line, place).words("Link ").digits().words(": ").length())
        return length;
    return Scan(line, place)
        .words("MIG ")
        .name()
        .blanks()
        .words("Device")
        .blanks()
        .digits()
        .words(":")
        .length();
}

/// "MARKET_NAME", "GFX_0", "L0_TO_RECOVERY_COUNT"; not "MI300X".
bool isCapitalKey(std::string_view key) {
    if (std::count(key.begin(), key.end(), '_') > 1)
        return true;
    while (!key.empty()) {
        const std::string_view part = takeUntil(key, '_');
        if (!std::all_of(part.begin(), part.end(), isDigit) && std::any_of(part.begin(), part.end(), isDigit))
            return false;
    }
    return true;
}

/// "MARKET_NAME: ", "ASIC:".
std::size_t capitalsLength(std::string_view line, std::size_t place) {
    if (!isBlank(before(line, place)) || isDigit(line[place]))
        return 0;
    const auto length = Scan(line, place).run(isUpper, 3).words(":").length();
    if (length == 0 || !isCapitalKey(line.substr(place, length - 1)))
        return 0;
    const bool isKey = length > 0 && (place + length == line.size() || isBlank(line[place + length]) ||
                                      line[place + length] == '\r');
    return isKey ? length : 0;
}

/// "FW 0:" as well.
std::size_t firmwareLength(std::string_view line, std::size_t place) {
    if (const auto length = capitalsLength(line, place))
        return length;
    return isBlank(before(line, place)) ? Scan(line, place).words("FW ").digits().words(":").length() : 0;
}

constexpr std::array<Words, 1> kAmdVersion{Words{"AMDSMI Tool: "}};
constexpr std::array<Words, 3> kNvidiaErrors{
    Words{"NVML library version:"}, Words{"Failed to initialize NVML"}, Words{"NVIDIA-SMI has failed"}};
constexpr std::array<Words, 1> kCommandLine{Words{"BOOT_IMAGE="}};

template<const auto &Table> std::size_t ofTable(std::string_view line, std::size_t place) {
    return wordsLength(Table, line, place);
}

// One line adds a kind.
constexpr LineStart kStarts[] = {
    {"lspci-text", lspciLength},
    {"lspci-machine", lspciMachineLength},
    {"tool-nvidia-smi-q", nvidiaQueryLength},
    {"tool-nvidia-smi-topo-p2p", nvidiaP2pLength, false, '\0', '\0', true},
    {"tool-nvidia-smi-topo", nvidiaTopoLength, false, '\0', '\0', true},
    {"tool-nvidia-smi-query", nullptr},
    {"tool-rocm-smi-topo", rocmSmiLength, false, '\0', '\0', true},
    {"tool-amd-smi-topology", amdTopologyLength, false, '\0', '\0', true},
    {"tool-amd-smi-xgmi", amdXgmiLength, false, '\0', '\0', true},
    {"tool-amd-smi-monitor", nullptr},
    {"tool-nvidia-smi-nvlink", gpuListLength},
    {"tool-nvidia-smi-l", gpuListLength, true, ')'},
    {"tool-amd-smi-static", capitalsLength},
    {"tool-amd-smi-csv", nullptr},
    {"tool-amd-smi-firmware", firmwareLength},
    {"tool-amd-smi-version", ofTable<kAmdVersion>, true},
    {"tool-amd-smi-bad-pages", capitalsLength},
    {"tool-amd-smi-metric", capitalsLength},
    {"tool-ibv-devinfo", ofTable<kIbvDevinfo>},
    {"tool-ibstat", ofTable<kIbstat>},
    {"tool-ibv-devices", ibvDevicesLength},
    {"tool-ibstatus", ofTable<kIbstatus>},
    {"tool-ibdev2netdev", ibdev2netdevLength, true, ')'},
    {"tool-class-links", ofTable<kClassLinks>, true},
    {"tool-rdma-link", rdmaLength, true},
    {"tool-rdma-statistic", rdmaLength, true},
    {"tool-show-gids", gidsLength, true},
    {"tool-ethtool-i", ofTable<kEthtoolDriver>},
    {"tool-ethtool-s", statisticLength},
    {"tool-numactl-h", numactlLength, true},
    {"tool-ip-addr", ipLength, true, '\0', '\\'},
    {"dmesg", kernelLength, true},
    {"lstopo", lstopoLength, false, '\0', '\0', false, true, true},
    {"tool-rocminfo", rocmInfoLength, false, '\0', '\0', false, false, true},
    {"tool-amd-smi-process", capitalsLength, false, '\0', '\0', false, false, true},
    {"tool-lscpu", lscpuLength, false, '\0', '\0', false, false, true},
    {"tool-dmidecode", dmidecodeLength, false, '\0', '\0', false, false, true},
    {"cpuinfo", cpuInfoLength, false, '\0', '\0', false, false, true},
    {"nvidia-information", nvidiaInformationLength, false, '\0', '\0', false, false, true},
    {"os-release", osReleaseLength, false, '\0', '\0', false, false, true},
    {"nvidia-smi-error", ofTable<kNvidiaErrors>},
    {"kernel-command-line", ofTable<kCommandLine>},
};

} // namespace

std::span<const LineStart> lineStarts() {
    return kStarts;
}

} // namespace fabricscope::formats
