// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/tools/nvidia/NvidiaPower.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::formats {

/// What `nvidia-smi -q`, `-q -x`, --query-gpu and the table state about the health of one GPU after the
/// other: errors of its memory, remapped rows, NVLink's fabric, clocks that are held down.
class NvidiaHealth {
public:
    explicit NvidiaHealth(HostBuilder &builder) : m_builder(builder) {}

    /// The following lines are about this GPU; adds what was found about the one before.
    void gpu(std::string name, std::optional<Address> address);
    void finish();

    /// A heading of -q ("Volatile"), or the name of an element of -q -x ("volatile").
    void heading(std::string_view name);
    /// "DRAM Uncorrectable", "dram_uncorrectable".
    void value(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    /// The table's "Volatile Uncorr. ECC".
    void uncorrected(std::string_view value, host::EvidenceRef evidence);
    /// A line of a MIG device of the GPU about errors: its name, "0", and the line.
    void migErrors(std::string_view device, std::string_view name, std::string_view value,
                   host::EvidenceRef evidence);
    void unreadable(std::string_view what, host::EvidenceRef evidence);
    /// "[GPU is lost]" in place of a value.
    void lost(host::EvidenceRef evidence);
    void resetRequired(host::EvidenceRef evidence) { add("reset_required", 0, {}, evidence); }
    /// The bits of clocks_event_reasons.active (nvml.h, nvmlClocksEventReasons).
    void clockReasons(std::uint64_t bits, host::EvidenceRef evidence);

private:
    enum class Group : std::uint8_t {
        Other,
        Volatile,
        Aggregate,
        Remapped,
        Retired,
        Fabric,
        Clocks,
        EccMode,
        MigMode
    };
    struct Count {
        std::uint64_t sum = 0;
        std::string in; ///< "DRAM Uncorrectable 3"
        host::EvidenceRef evidence;
        void add(std::string_view name, std::string_view value, host::EvidenceRef where);
    };
    /// Why clocks are held down.
    struct Clocks {
        bool isSlow = false, isHot = false, isBraked = false, isSoftware = false;
        host::EvidenceRef evidence;
    };
    /// Degrees Celsius; of the limits those at which clocks go down.
    struct Heat {
        std::optional<int> now, limit, margin, marginLimit;
        std::optional<int> memory, memoryLimit, operatingLimit; ///< the limits: of operation
        host::EvidenceRef evidence, memoryEvidence;
    };
    /// Pages of older GPUs' memory that are retired, by cause.
    struct Retired {
        Count count;
        std::string_view cause; ///< of the lines that follow, in -q -x
    };
    void ecc(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    bool memoryValue(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    void clock(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    bool heat(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    void mode(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    bool deviceValue(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    void fabricHealth(std::string_view plain, std::string_view name, std::string_view value,
                      host::EvidenceRef evidence);
    void retired(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    bool repair(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    void finishClocks();
    void finishHeat();
    void add(std::string_view kind, std::uint64_t count, std::string_view detail, host::EvidenceRef evidence);

    HostBuilder &m_builder;
    std::string m_name; ///< "GPU0"; empty: none
    std::optional<Address> m_address;
    Group m_group = Group::Other;
    bool m_isUnreadable = false, m_isLost = false;
    bool m_isDouble = false, m_isSingle = false; ///< below "Double Bit" and "Single Bit" of older GPUs
    Count m_corrected, m_uncorrected, m_ever;    ///< the last one: aggregate, uncorrectable
    struct Words {
        std::string text;
        host::EvidenceRef evidence;
    };
    Words m_fabric, m_recovery; ///< what is wrong with NVLink's fabric; what is being recovered
    Words m_repairs;            ///< that wait for a reset
    Words m_license;            ///< that is missing, where the GPU is a vGPU
    bool m_isVgpu = false;      ///< "Virtualization Mode : VGPU"; passed through: a whole GPU
    Count m_migErrors;          ///< uncorrectable, of all MIG devices
    Retired m_retired;
    Count m_aggregate; ///< all of them
    bool m_hasAggregate = false;
    host::EvidenceRef m_aggregateEvidence;
    Clocks m_clocks;
    NvidiaPower m_power;
    Heat m_heat;
    std::string m_currentMode; ///< of the group
};

} // namespace fabricscope::formats
