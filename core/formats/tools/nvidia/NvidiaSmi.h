// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/tools/nvidia/NvidiaHealth.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::formats {

/// GPU data from nvidia-smi, collected by the readers of its three forms (table, -q, -q -x). Only sets facts
/// that better sources left unknown.
class NvidiaSmi {
public:
    /// What a GPU's number is where the text does not print it: its place, or, where the order of the rows is
    /// the user's, unknown.
    enum class Unnumbered : std::uint8_t { ArePlaces, AreUnknown };
    explicit NvidiaSmi(HostBuilder &builder, Unnumbered unnumbered = Unnumbered::ArePlaces)
        : m_builder(builder), m_unnumbered(unnumbered) {}

    /// The following lines are about this GPU; `number` is nvidia-smi's own, if the form shows it.
    void gpu(std::string_view busId, host::EvidenceRef evidence, std::optional<unsigned> number = {});
    void noGpu();
    /// The following MIG devices are of the GPU that was listed with this number; false if none was.
    bool listedGpu(unsigned number);
    /// By its path in -q -x, without blanks: "pci.max_link_width", "product_name". False if the name is
    /// unknown.
    bool fact(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    /// What the form states about the health of the GPU.
    [[nodiscard]] NvidiaHealth &health() { return m_health; }
    /// What has no place among the facts of a GPU, by its name on screen: once for each GPU.
    void otherFact(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    /// One line of a MIG device: "index", "gpu_instance_id", "compute_instance_id", "total" (of its memory).
    void migDevice(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    /// Facts of the host: "driver_version", "cuda_version", "attached_gpus".
    void hostFact(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    /// Numbers the GPUs: as printed, also where only some are listed; else by their places, if all of them
    /// were listed.
    void finish();

private:
    HostBuilder &m_builder;
    Unnumbered m_unnumbered;
    NvidiaHealth m_health{m_builder};
    struct Mig {
        std::string number, gpuInstance, computeInstance, memory;
        host::EvidenceRef evidence;
    };
    void finishMig();
    void addUnstatedNumbers();
    void hostWord(std::string_view name, std::string_view value, host::EvidenceRef evidence);

    std::optional<Address> m_address;
    std::set<std::pair<std::string, std::string>> m_otherFacts; ///< by device and name
    std::optional<Mig> m_mig;
    std::size_t m_migDevices = 0; ///< of this GPU
    struct Numbered {
        Address address;
        host::EvidenceRef evidence;
    };
    std::vector<Address> m_order;
    std::map<unsigned, Numbered> m_numbers; ///< nvidia-smi's own, or the places
    std::optional<unsigned> m_attached;
    bool m_numbersAreOrder = true;
    bool m_someAreUnnumbered = false;
    host::EvidenceRef m_listed; ///< where the last GPU is
};

} // namespace fabricscope::formats
