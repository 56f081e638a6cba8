// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"

#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// What nvidia-smi says of its GPUs, gathered by the readers of its three forms (table, -q, -q -x). Only
/// fills what better sources left open.
class NvidiaSmi {
public:
    explicit NvidiaSmi(HostBuilder &builder) : m_builder(builder) {}

    /// The lines that follow are about this GPU; `number` is nvidia-smi's own, where the form shows it.
    void gpu(std::string_view busId, host::EvidenceRef evidence, std::optional<unsigned> number = {});
    void noGpu() { m_address.reset(); }
    /// By the path that -q -x gives it, without blanks: "pci.max_link_width", "product_name". False where
    /// nothing is known by this name.
    bool fact(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    /// Of the host: "driver_version", "attached_gpus".
    void hostFact(std::string_view name, std::string_view value, host::EvidenceRef evidence);
    /// Its numbers are the order of the GPUs, where all of them are here.
    void finish();

private:
    HostBuilder &m_builder;
    std::optional<Address> m_address;
    std::vector<Address> m_order;
    std::vector<host::EvidenceRef> m_evidence; ///< of each
    std::optional<unsigned> m_attached;
    bool m_numbersAreOrder = true;
};

} // namespace fabricscope::formats
