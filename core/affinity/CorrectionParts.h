// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/FilePairs.h"
#include "core/affinity/HomeGroups.h"
#include "core/nccl/Version.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::affinity {

// What correctedFile() and newFile() have in common. For .cpp files of this folder.

/// A pair of the file's or the library's that a corrected file could better: mispaired, shared while others
/// are idle, or without GPU Direct RDMA where the file states farther than it is.
[[nodiscard]] bool hasFault(const Judgement &judgement);

/// What a text states, read by the rules of this version; nothing where that could not read it.
[[nodiscard]] std::vector<StatedPair> claimsOf(std::string_view text, const nccl::Version &version,
                                               const Fabric &fabric);

/// The link of a switch for the group: as fast as the fastest of its GPUs, since a switch has at least that.
/// Nothing where none states its link.
[[nodiscard]] std::optional<pci::LinkRate> linkOf(const Fabric &fabric, const HomeGroup &group);

/// The elements that are written, in the library's words. The class of a NIC is this one whatever it is.
inline constexpr std::string_view kNicClass = "0x020000";
/// With a blank in front; empty where the link is unknown: the library asks the machine.
[[nodiscard]] std::string linkAttributes(const std::optional<pci::LinkRate> &link);
[[nodiscard]] std::string newElement(std::string_view busId, std::string_view classCode,
                                     const std::optional<pci::LinkRate> &link);
/// Its first line. `link`: linkAttributes(), or the same of the file's own.
[[nodiscard]] std::string switchElement(std::string_view busId, std::string_view link);

} // namespace fabricscope::affinity
