// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"
#include "core/pci/Link.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace fabricscope::host {

/// The name of the tool fact with which nvidia-smi states what the port above a GPU supports.
inline constexpr std::string_view kHostMaxGeneration = "PCIe generation of the host (Host Max)";

/// What the ports above GPUs support, where nvidia-smi states it and the ports themselves are not visible.
class HostMaxSpeeds {
public:
    explicit HostMaxSpeeds(const Host &host);

    [[nodiscard]] std::optional<pci::LinkSpeed> above(const pci::Address &gpu) const;

private:
    std::map<std::uint64_t, pci::LinkSpeed> m_speeds; ///< by the GPU's address
};

} // namespace fabricscope::host
