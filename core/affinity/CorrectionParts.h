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

// Shared by correctedFile() and newFile(). For .cpp files of this folder.

/// Whether a corrected file could improve a pair of the file or the library: mispaired, shared while other
/// NICs are idle, or without GPU Direct RDMA because the file states a greater distance than the real one.
[[nodiscard]] bool hasFault(const Judgement &judgement);

/// The pairs that a text states, read by the rules of this version; nothing if that version cannot read it.
[[nodiscard]] std::vector<StatedPair> claimsOf(std::string_view text, const nccl::Version &version,
                                               const Fabric &fabric);

/// The switch link for the group: as fast as the fastest of its GPUs, since a switch has at least that.
/// Nothing if no GPU reports its link.
[[nodiscard]] std::optional<pci::LinkRate> linkOf(const Fabric &fabric, const HomeGroup &group);

/// The elements written to the file, in the library's terms. Every NIC gets this class.
inline constexpr std::string_view kNicClass = "0x020000";
/// With a leading blank; empty if the link is unknown: the library then detects it.
[[nodiscard]] std::string linkAttributes(const std::optional<pci::LinkRate> &link);
[[nodiscard]] std::string newElement(std::string_view busId, std::string_view classCode,
                                     const std::optional<pci::LinkRate> &link);
/// The opening line of a switch. `link`: linkAttributes(), or the attributes from the existing file.
[[nodiscard]] std::string switchElement(std::string_view busId, std::string_view link);

} // namespace fabricscope::affinity
