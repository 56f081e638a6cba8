// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/FileTree.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// What sections are made from: folders of /sys, /proc and /etc, or the things in them.
enum class Place : std::uint8_t {
    Root,
    Dmi,
    Functions, ///< each PCI function; wherever it is, under its BDF
    Slots,
    Groups,
    Units,
    NumaTop,
    NumaNodes,
    CpuTop,
    Cpus,
    Net,
    Rdma,
    Drm,
    Nvme,
    KfdNodes,
    Nvidia,
    Modules,
};
constexpr std::size_t kPlaces = 17;

/// A thing at a place: "0000:41:00.0", "eth0"; no name where the place itself is meant.
struct TreeThing {
    std::string name;
    std::optional<capture::FileTree::Id> folder; ///< nothing where a link leads out of the tree
    std::string target; ///< as its link says, else its path in /sys; empty where neither is known
};

/// The /sys and /proc of one host, or a piece of them, somewhere in a tree.
struct HostTree {
    capture::FileTree::Id root = capture::FileTree::kTop; ///< where absolute links begin
    std::string name;                                   ///< the folder that holds it: "gpu-07"; may be empty
    std::array<std::vector<TreeThing>, kPlaces> things; ///< by Place, sorted
    std::vector<capture::FileTree::Id> folders; ///< what is read as such: nothing else is looked for in there

    [[nodiscard]] const std::vector<TreeThing> &at(Place place) const {
        return things[static_cast<std::size_t>(place)];
    }
    [[nodiscard]] std::vector<TreeThing> &at(Place place) { return things[static_cast<std::size_t>(place)]; }
};

/// All of a tree, under any folder: whole ones (NAME/sys/..., NAME/proc/...), a /sys without the name, and
/// single pieces (bus/pci/devices, devices/pci0000:00, devices/system/node, topology/nodes of KFD, ...).
/// Pieces that do not overlap are one host's. In the order of the tree; linear in its size.
[[nodiscard]] std::vector<HostTree> hostTrees(capture::FileTree &tree);

} // namespace fabricscope::formats
