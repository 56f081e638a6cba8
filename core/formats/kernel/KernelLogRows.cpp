// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/KernelLogRows.h"

#include "core/formats/Bytes.h"
#include "core/host/KernelFault.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <vector>

namespace fabricscope::formats {

namespace {

using Kind = host::KernelMessage::Kind;

// One line adds one.
constexpr KernelLogRow kRows[] = {
    {"available PCIe bandwidth, limited by", "", Kind::LinkLimited},
    {"PCIe Bus Error:", "", Kind::BusError},
    {" error received", "AER: ", Kind::BusError},
    {" error message received", "AER: ", Kind::BusError},
    {"AER: can't recover", "", Kind::BusError},
    {"AER: device recovery failed", "", Kind::BusError},
    {"AER: Device recovery failed", "", Kind::BusError}, // until Linux 5.6
    {"DPC: containment event", "", Kind::BusError},
    {"DPC containment event", "", Kind::BusError},
    {"NMI: PCI system error", "", Kind::BusError},
    {"pciehp: ", "Link Down", Kind::LinkChange},
    {"pciehp: ", "No link", Kind::LinkChange},
    {"pciehp: ", "Cannot train link", Kind::LinkChange},
    {"pciehp: ", "Link Up", Kind::LinkChange},
    {"pciehp: ", "Card not present", Kind::LinkChange},
    {"pciehp: ", "Power fault", Kind::LinkChange},
    {"Failed to check link status", "pciehp", Kind::LinkChange},
    {"No adapter", "pciehp", Kind::LinkChange},
    {"04: Slot(", "Link Down", Kind::LinkChange}, // "pciehp 0000:00:1c.0:pcie004: Slot(3): ..."
    {"04: Slot(", "Link Up", Kind::LinkChange},
    {"04: Slot(", "Card not present", Kind::LinkChange},
    {"04: Slot(", "Power fault", Kind::LinkChange},
    {"retraining failed", "pci", Kind::LinkChange},
    {"DMAR: IOMMU enabled", "", Kind::Iommu},
    {"DMAR: IOMMU disabled", "", Kind::Iommu},
    {"DMAR: [DMA ", "", Kind::Iommu},
    {"DMAR: DRHD: handling fault", "", Kind::Iommu},
    {"DMAR: [INTR-REMAP]", "Request device", Kind::Iommu},
    {"arm-smmu-v3", "event 0x10 received", Kind::Iommu},
    {"arm-smmu-v3", "event: F_", Kind::Iommu},
    {"AMD-Vi: Interrupt remapping enabled", "", Kind::Iommu},
    {"AMD-Vi: Event logged", "", Kind::Iommu},
    {"Invalidation Time-out Error", "VT-d ", Kind::Iommu},
    {"AMD-Vi: Completion-Wait loop timed out", "", Kind::Iommu},
    {"AMD-Vi: IOMMU performance counters", "", Kind::Iommu},
    {"iommu: Default domain type:", "", Kind::Iommu},
    {"AMD IOMMU disabled", "", Kind::Iommu},
    {"ACS overrides", "", Kind::Acs},
    {"disable_acs_redir", "", Kind::Acs},
    {"Intel PCH root port ACS", "", Kind::Acs},
    {"fallen off the bus and is not responding", "", Kind::DeviceLost},
    {"fallen off the bus", "", Kind::DeviceLost},
    {"Unable to change power state from D3", "device inaccessible", Kind::DeviceLost},
    {"can't change power state from D3", "inaccessible", Kind::DeviceLost},
    {"efused to change power state, currently in D3", "", Kind::DeviceLost},
    {"not ready", "giving up", Kind::DeviceLost},
    {"not ready", "; waiting", Kind::Reset},
    {"Failed to return from FLR", "", Kind::DeviceLost},
    {"device lost from bus", "", Kind::DeviceLost},
    {"NVRM: Xid (", "", Kind::GpuFault},
    {"SXid (", "", Kind::GpuFault},
    {": SXid", "atal", Kind::GpuFault},
    {"RmInitAdapter failed", "NVRM: ", Kind::GpuFault},
    {"rm_init_adapter", " failed", Kind::GpuFault},
    {"amdgpu", "(SW CTF)", Kind::GpuFault},
    {"amdgpu", "GPU SW CTF", Kind::GpuFault},
    {"amdgpu", "Critical Temperature Fault", Kind::GpuFault},
    {"amdgpu", "GPU HW CTF", Kind::GpuFault},
    {"amdgpu", " threshold:", Kind::GpuFault},
    {"amdgpu", "bad_page_threshold", Kind::GpuFault},
    {"amdgpu", "reaches threshold value", Kind::GpuFault},
    {"pages to EEPROM table", "Saved ", Kind::GpuFault},
    {"existing EEPROM table with ", " records", Kind::GpuFault},
    {"unsuccessful queues preemption", "", Kind::GpuFault},
    {"ueue preemption failed", "amdgpu", Kind::GpuFault},
    {"ueue preemption time", "MQD", Kind::GpuFault},
    {"failed to respond to msg=", "MES", Kind::GpuFault},
    {"MES might be in unrecoverable state", "", Kind::GpuFault},
    {"failed to remove hardware queue from MES", "", Kind::GpuFault, true},
    {"not supported in kfd", "", Kind::GpuFault},
    {"amdgpu", "GPU reset", Kind::GpuFault},
    {"amdgpu", "GPU Recovery Failed", Kind::GpuFault},
    {"amdgpu", " ring ", Kind::GpuFault},
    {"IB test failed on", "", Kind::GpuFault, true},
    {"KCQ enable failed", "", Kind::GpuFault, true},
    {"ERREVENT_ATHUB_INTERRUPT", "detected", Kind::GpuFault},
    {"RAS controller interrupt triggered by NBIF", "", Kind::GpuFault},
    {"amdgpu", "poison consumption", Kind::GpuFault},
    {"amdgpu", "].STATUS=0x", Kind::GpuFault},
    {"Accelerator Check Architecture", "", Kind::GpuFault},
    {"amdgpu", "XGMI", Kind::GpuFault},
    {"hardware errors detected in total", "", Kind::GpuFault, true},
    {"amdgpu", "hardware error", Kind::GpuFault},
    {"amdgpu", " SubBlock ", Kind::GpuFault, true},
    {" in SDMA", ", SED ", Kind::GpuFault, true},
    {"amdgpu", " PCS ", Kind::GpuFault},
    {"ACK should not assert", "", Kind::GpuFault},
    {"Doesn't get ", " from pf", Kind::GpuFault},
    {"PCI rejects atomics", "skipped device ", Kind::GpuFault},
    {"_init of IP block <", "failed", Kind::GpuFault},
    {"Unable to locate a BIOS ROM", "", Kind::GpuFault, true},
    {"Failed to get gpu_info firmware", "", Kind::GpuFault, true},
    {"PSP load ", "failed", Kind::GpuFault},
    {"PSP create ring failed", "", Kind::GpuFault},
    {"PSP firmware loading failed", "", Kind::GpuFault},
    {"SMU: response:0x", "", Kind::GpuFault},
    {"SMU: I'm not done", "", Kind::GpuFault},
    {"SMU is in hanged state", "", Kind::GpuFault},
    {"amdgpu", "ailed to", Kind::GpuFault},
    {"amdgpu", "page fault", Kind::GpuFault},
    {"amdgpu", "Fatal error during GPU init", Kind::GpuFault},
    {"mlx5_core", "health compromised", Kind::NicFault},
    {"mlx5_core", "Health issue observed", Kind::NicFault},
    {"mlx5_core", "Fatal error ", Kind::NicFault},
    {"mlx5_core", " synd 0x", Kind::NicFault},
    {"mlx5_core", "health recovery f", Kind::NicFault},
    {"mlx5_core", "pre-initializing state, aborting", Kind::NicFault},
    {"mlx5_core", "High temperature on sensors", Kind::NicFault},
    {"mlx5_core", "Detected insufficient power", Kind::NicFault},
    {"mlx5_core", "Will cause a leak of a command resource", Kind::NicFault},
    {"mlx5_core", ": Link down", Kind::NicFault},
    {"Port module event[error]", "", Kind::NicFault},
    {"Port module event", "Cable unplugged", Kind::NicFault},
    {"TX timeout", "detected", Kind::NicFault},
    {"tx_timeout: ", "VSI_num", Kind::NicFault},
    {"NETDEV WATCHDOG: ", "timed out", Kind::NicFault},
    {"NIC Link is Down", "", Kind::NicFault},
    {"ionic ", ": Link down", Kind::NicFault},
    {": Link is down", "tg3 ", Kind::NicFault},
    {"link status definitely down", "", Kind::NicFault},
    {"running without any active interface", "", Kind::NicFault},
    {"bnxt_en", "Error (timeout", Kind::NicFault},
    {"bnxt_en", "Firmware not responding", Kind::NicFault},
    {"bnxt_en", "atal firmware reset event", Kind::NicFault},
    {"bnxt_en", "Firmware fatal reset event", Kind::NicFault},
    {"bnxt_en", "Detected firmware fatal condition", Kind::NicFault},
    {"bnxt_en", "Chip temperature has gone above", Kind::NicFault},
    {"bnxt_en", "Chip temperature has crossed", Kind::NicFault},
    {"QPLIB: cmdq", "timedout", Kind::NicFault},
    {"DEVCMD ", " timeout after ", Kind::NicFault},
    {"FW heartbeat stalled", "", Kind::NicFault},
    {"ionic ", "FW stopped", Kind::NicFault},
    {"ionic ", "FW Down", Kind::NicFault},
    {"DEV_CMD ", " error", Kind::NicFault},
    {"DEV_CMD ", " timeout after ", Kind::NicFault},
    {"Rebuild failed, unload and reload driver", "", Kind::NicFault},
    {"EDAC MC", " CE ", Kind::HardwareError},
    {"EDAC MC", " UE ", Kind::HardwareError},
    {"Uncorrected hardware memory error", "", Kind::HardwareError},
    {"Memory failure: 0x", "recovery action for", Kind::HardwareError},
    {"BERT: Error records from previous boot", "", Kind::HardwareError},
    {"[Hardware Error]", ": Machine Check", Kind::HardwareError},
    {"[Hardware Error]", "Corrected error, no action", Kind::HardwareError},
    {"[Hardware Error]", "Deferred error, no action", Kind::HardwareError},
    {"[Hardware Error]", "Uncorrected, ", Kind::HardwareError},
    {"[Hardware Error]", "System Fatal error", Kind::HardwareError},
    {"[Hardware Error]", "event severity: ", Kind::HardwareError},
    {"Machine check events logged", "", Kind::HardwareError},
    {"cpu clock throttled", "", Kind::HardwareError},
    {"NVRM: API mismatch", "", Kind::Driver},
    {"NVRM: This PCI I/O region assigned to your NVIDIA device is invalid", "", Kind::Driver},
    {"NVRM: BAR", " is 0M @ 0x0", Kind::Driver},
    {"controller is down; will reset", "nvme", Kind::Driver},
    {"Removing after probe failure", "nvme", Kind::Driver},
    {"Disabling device after reset failure", "nvme", Kind::Driver},
    {"timeout, aborting", "nvme nvme", Kind::Driver},
    {"timeout, reset controller", "nvme nvme", Kind::Driver},
    {"Device not ready; aborting", "nvme nvme", Kind::Driver},
    {"mlx5_init_one failed", "", Kind::Driver},
    {"requires use of the NVIDIA open kernel modules", "", Kind::Driver},
    {"is not supported by", "NVRM: ", Kind::Driver},
    {"NVRM: The NVIDIA probe routine", "", Kind::Driver},
    {"is already bound to ", "NVRM: GPU ", Kind::Driver},
    {"failing symbol_get of non-GPLONLY symbol", "", Kind::Driver},
    {"peermem: ", "nknown symbol", Kind::Driver},
    {"peermem: ", "disagrees about version", Kind::Driver},
    {"nv_peer_mem: ", "nknown symbol", Kind::Driver},
    {"nv_peer_mem: ", "disagrees about version", Kind::Driver},
    {"ib_register_peer_memory_client", "nknown symbol", Kind::Driver}, // whatever module is named, or none
    {"ib_register_peer_memory_client", "disagrees about version", Kind::Driver},
    {"CREATE_QP(", " failed, status ", Kind::Driver},
    {"ineligible for IOMMU domain attach", "", Kind::Driver},
    {"have a 1:1 IOMMU mapping", "", Kind::Driver},
    {"No interrupt remapping support", "", Kind::Driver},
    {"probe with driver", "failed with error", Kind::Driver},
    {"probe of ", "failed with error", Kind::Driver},
    {"vfio-pci", "reset recovery", Kind::Driver},
    {"vfio-pci", "t reserve", Kind::Driver},
    {"vfio-pci", "INTx", Kind::Driver},
    {"vfio-pci", "eset", Kind::Driver},
    {"no space for", "BAR ", Kind::Driver},
    {": failed to assign", "BAR ", Kind::Driver},
    {": can't assign; no space", "BAR ", Kind::Driver},
    {"no space", "bridge window", Kind::Driver},
    {"Firmware has broken MPS", "", Kind::Driver},
    {"end Kernel panic - not syncing", "", Kind::System, true},
    {"Kernel panic - not syncing", "", Kind::System},
    {"invoked oom-killer", "", Kind::System},
    {"cgroup out of memory", ": Kill", Kind::System},
    {"Out of memory", ": Kill", Kind::System},
    {"soft lockup - CPU#", "", Kind::System},
    {"hard LOCKUP on cpu", "", Kind::System},
    {"BUG: kernel NULL pointer dereference", "", Kind::System},
    {"BUG: unable to handle ", "", Kind::System},
    {"Unable to handle kernel ", "", Kind::System}, // arm64
    {"kernel BUG at ", "", Kind::System},
    {"general protection fault", "[#", Kind::System}, // not "traps: python3[412] general protection fault"
    {"invalid opcode: ", "[#", Kind::System},
    {"divide error: ", "[#", Kind::System},
    {"Oops: ", "[#", Kind::System},
    {"Oops - ", "[#", Kind::System},
    {"BUG: Bad page ", "", Kind::System},
    {"BUG: scheduling while atomic", "", Kind::System},
    {"self-detected stall on CPU", "", Kind::System},
    {"detected stalls on CPUs", "", Kind::System},
    {"detected expedited stalls on CPUs", "", Kind::System},
    {"INFO: task ", " for more than ", Kind::System},
    {"Remounting filesystem read-only", "", Kind::System},
    {"forced readonly", "BTRFS", Kind::System},
    {"hutting down filesystem", "XFS (", Kind::System},
    {"ilesystem has been shut down", "XFS (", Kind::System},
    {"EXT4-fs error (device ", "", Kind::System},
    {"orruption detected at ", "XFS (", Kind::System},
    {"I/O error, dev ", "", Kind::System},
    {"critical medium error, dev ", "", Kind::System},
    {"critical temperature reached", "", Kind::System},
    {"reached critical temperature", "", Kind::System},
};

/// What else readKernelLog() asks a line for.
constexpr std::string_view kOtherPhrases[] = {
    "Linux version ",
    "ommand line: ",
    "Adding to iommu group ",
    "[drm] Initialized ",
    ": on NUMA node ",
    "NVRM: The NVIDIA GPU ",
    "Cable plugged",
    "NIC Link is ",
    ": Link up",
    ": Link is up",
    "link status definitely up",
    "active interface up",
    "the new active one",
    "Card present",
    "owering off due to button",
    "owering on due to button",
    "will power o",
    "Button cancel",
    ": assigned",
    "[Hardware Error]: ",
    "Hypervisor detected: ",
    ":    [",
    "error status/mask=",
    "aer_status: 0x",
    "irmware load for amdgpu/",
    "FW running",
    ": FW Up",
    "health recovery succeeded",
    "available PCIe bandwidth (",
};

constexpr std::size_t kWords = std::size(kRows) + std::size(kOtherPhrases);
constexpr std::string_view phrase(std::size_t number) {
    return number < std::size(kRows) ? kRows[number].has : kOtherPhrases[number - std::size(kRows)];
}
constexpr bool areLonger(std::size_t letters) {
    for (std::size_t number = 0; number < kWords; ++number)
        if (phrase(number).size() < letters)
            return false;
    return true;
}

/// Finds the rows whose first words are in a message. A log has thousands of lines, and most hold none:
/// only each third place is looked at, whether four letters are there that are in the first six of a row.
class RowFinder {
public:
    RowFinder() {
        for (std::size_t words = 0; words < kWords; ++words)
            for (std::size_t at = 0; at < kStep; ++at) {
                m_places.push_back({numberAt(phrase(words).data() + at), words, at});
                m_known[m_places.back().number / kBits] |= bitOf(m_places.back().number);
            }
        std::sort(m_places.begin(), m_places.end(), kByNumber);
    }

    [[nodiscard]] const KernelLogRow *find(std::string_view message) const {
        Candidates candidates;
        forEachKnown(message, [&](std::size_t at) {
            candidates |= phrasesAt(message, at);
            return false;
        });
        for (std::size_t i = 0; candidates.any() && i < std::size(kRows); ++i)
            if (candidates.test(i) &&
                (kRows[i].alsoHas.empty() || message.find(kRows[i].alsoHas) != std::string_view::npos) &&
                !isBenign(kRows[i], message))
                return &kRows[i];
        return nullptr;
    }

    /// Where the first of all words is, or a few letters behind its beginning.
    [[nodiscard]] std::size_t firstPhrase(std::string_view text) const {
        return forEachKnown(text, [&](std::size_t at) { return phrasesAt(text, at).any(); });
    }

private:
    static constexpr std::size_t kStep = 3, kLetters = 4;
    static constexpr std::size_t kNumbers = 65536, kBits = 64;
    static_assert(areLonger(kStep - 1 + kLetters));
    using Candidates = std::bitset<kWords>; ///< of rows and other phrases

    /// Of four letters, with 16 bits: nearly each four have another one.
    static std::uint32_t numberAt(const char *at) {
        std::uint32_t letters = 0;
        static_assert(sizeof letters == kLetters);
        std::memcpy(&letters, at, sizeof letters);
        return letters * 0x9E3779B1U >> 16; // Fibonacci hashing
    }
    static std::uint64_t bitOf(std::uint32_t number) { return std::uint64_t{1} << number % kBits; }
    /// Calls `is` with each place that is looked at and has letters of a row, until one is what is looked
    /// for; the size of the text where none is.
    template<class Is> std::size_t forEachKnown(std::string_view text, Is is) const {
        const std::size_t end = text.size() < kLetters ? 0 : text.size() - kLetters + 1;
        for (std::size_t at = 0; at < end; at += kStep) {
            const std::uint32_t number = numberAt(text.data() + at);
            if ((m_known[number / kBits] & bitOf(number)) != 0 && is(at))
                return at;
        }
        return text.size();
    }
    /// A bit for each of those that have the four letters there among their first.
    [[nodiscard]] Candidates phrasesAt(std::string_view text, std::size_t at) const {
        Candidates candidates;
        const Place key{numberAt(text.data() + at), 0, 0};
        for (auto place = std::lower_bound(m_places.begin(), m_places.end(), key, kByNumber);
             place != m_places.end() && place->number == key.number; ++place)
            if (place->at <= at && startsWith(text.substr(at - place->at), phrase(place->words)))
                candidates.set(place->words);
        return candidates;
    }
    /// Words that also are where all is well, and what makes a fault of them: one of these has to be there.
    struct Benign {
        std::string_view alsoHas;
        std::array<std::string_view, 4> faults;
    };
    static constexpr Benign kBenign[] = {
        {" ring ", {"timeout", " test failed"}},
        {" threshold:", {"exceed"}},
        {"XGMI", {"rror", "Err", "ailed to", "opology failure"}},
        {" PCS ", {"detected", "rror"}},
        {" SubBlock ", {", SEC ", ", DED "}},
        {"ailed to", {"SMU", "smu", "smc"}},
        {"Fatal error ", {"detected"}},
        {"INTx", {"ailed"}},
        {"eset", {"ailed"}},
    };
    /// Drivers report that they counted no error, too.
    static bool isBenign(const KernelLogRow &row, std::string_view message) {
        const auto has = [&](std::string_view words) {
            return !words.empty() && message.find(words) != std::string_view::npos;
        };
        if (row.kind == Kind::GpuFault && message.find("SXid") != std::string_view::npos)
            return has(", Severity ") || has(", Data {"); // the first line of an event states its severity
        for (const Benign &each : kBenign)
            if (row.alsoHas == each.alsoHas)
                return std::none_of(each.faults.begin(), each.faults.end(), has);
        return row.kind == Kind::GpuFault && has("hardware error") &&
               host::kernelFaultOf(row.kind, message).isNoFault;
    }

    /// Where in which words letters are.
    struct Place {
        std::uint32_t number;
        std::size_t words, at;
    };
    static constexpr auto kByNumber = [](const Place &a, const Place &b) {
        return a.number < b.number;
    };

    std::array<std::uint64_t, kNumbers / kBits> m_known{}; ///< a bit for each number
    std::vector<Place> m_places;                           ///< by number
};

const RowFinder &finder() {
    static const RowFinder kFinder;
    return kFinder;
}

} // namespace

const KernelLogRow *kernelLogRowOf(std::string_view message) {
    return finder().find(message);
}

bool endsInKernelPhrase(std::string_view message) {
    return std::any_of(std::begin(kRows), std::end(kRows), [&](const KernelLogRow &row) {
        return message.ends_with(row.alsoHas.empty() ? row.has : row.alsoHas) ||
               (!row.has.empty() && message.ends_with(row.has));
    });
}

const char *findInKernelLog(std::string_view text) {
    return text.data() + finder().firstPhrase(text);
}

} // namespace fabricscope::formats
