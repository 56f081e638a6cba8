// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/generate/Generate.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::hostvm {

/// Reads a generated file as the library would, and checks that each GPU gets exactly its NICs. For
/// .cpp files of this folder.
class RoundTripCheck {
public:
    /// `options` with all settings that the file requires.
    RoundTripCheck(const affinity::Fabric &fabric, const std::vector<SwitchGroup> &groups,
                   const nccl::Machine &machine, const nccl::Options &options)
        : m_fabric(fabric), m_groups(groups), m_machine(machine), m_options(options) {}

    /// Differences from the expected pairs; empty: none.
    [[nodiscard]] std::string differs(std::string_view text) const;
    /// The library was requested explicitly, though no job of that library runs on these GPUs: only what the
    /// file claims can be examined.
    [[nodiscard]] bool isOtherLibrary() const;

private:
    [[nodiscard]] std::string claimsDiffer(const nccl::XmlTree &tree) const;
    [[nodiscard]] std::string groupDiffers(const SwitchGroup &group, const affinity::Fabric &read,
                                           const nccl::Decisions &decisions) const;
    [[nodiscard]] std::string gpuDiffers(std::size_t library, const std::set<int> &own,
                                         const std::string &name, const nccl::Decisions &decisions) const;

    const affinity::Fabric &m_fabric;
    const std::vector<SwitchGroup> &m_groups;
    const nccl::Machine &m_machine;
    const nccl::Options &m_options;
};

} // namespace fabricscope::hostvm
