// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/tools/NvidiaHealth.h"

#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// GPU data from nvidia-smi, collected by the readers of its three forms (table, -q, -q -x). Only sets facts
/// that better sources left unknown.
class NvidiaSmi {
public:
    explicit NvidiaSmi(HostBuilder &builder) : m_builder(builder) {}

    /// The following lines are about this GPU; `number` is nvidia-smi's own, if the form shows it.
    void gpu(std::string_view busId, host::EvidenceRef evidence, std::optional<unsigned> number = {});
    void noGpu();
    /// By its path in -q -x, without blanks: "pci.max_link_width", "product_name". False if the name is
    /// unknown.
    bool fact(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    /// What the form states about the health of the GPU.
    [[nodiscard]] NvidiaHealth &health() { return m_health; }
    /// "Unable to determine the device handle for GPU0: 0000:41:00.0: Unknown Error". False for other lines.
    bool lostGpu(std::string_view line, host::EvidenceRef evidence);
    /// Facts of the host: "driver_version", "attached_gpus".
    void hostFact(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    /// Uses its numbers as the order of the GPUs, if all of them were listed.
    void finish();

private:
    HostBuilder &m_builder;
    NvidiaHealth m_health{m_builder};
    std::optional<Address> m_address;
    std::vector<Address> m_order;
    std::vector<host::EvidenceRef> m_evidence; ///< for each GPU
    std::optional<unsigned> m_attached;
    bool m_numbersAreOrder = true;
};

} // namespace fabricscope::formats
