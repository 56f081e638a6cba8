// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"

#include <map>
#include <optional>
#include <string_view>

namespace fabricscope::formats {

/// The GPUs of one host by the numbers that nvidia-smi prints, of which a text may have only some
/// (`nvidia-smi -i 6`). What was read before states them; it must outlive this.
class NvidiaNumbers {
public:
    explicit NvidiaNumbers(HostBuilder &builder);

    [[nodiscard]] bool empty() const { return m_addresses.empty(); }
    [[nodiscard]] std::optional<Address> at(unsigned number) const;
    /// Of a line that states number and UUID ("GPU 6: NVIDIA H100 (UUID: GPU-...)"): the GPU of that UUID,
    /// which gets the number where it has none, else that of the number unless its UUID is another one.
    [[nodiscard]] std::optional<Address> at(unsigned number, std::string_view uuid,
                                            host::EvidenceRef evidence);

private:
    HostBuilder &m_builder;
    std::map<unsigned, Address> m_addresses;
    std::map<std::string, Address, std::less<>> m_uuids;
};

} // namespace fabricscope::formats
