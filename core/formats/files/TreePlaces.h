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

/// The sources of sections: folders of /sys, /proc and /etc, or the items in them.
enum class Place : std::uint8_t {
    Root,
    Dmi,
    Functions, ///< each PCI function, by its BDF, wherever it is in the tree
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

/// An item at a place: "0000:41:00.0", "eth0"; without a name if the place itself is meant.
struct TreeThing {
    std::string name;
    std::optional<capture::FileTree::Id> folder; ///< absent if a link leads out of the tree
    std::string target; ///< from its link, else its path in /sys; empty if neither is known
};

/// The /sys and /proc of one host, or a part of them, somewhere in a tree.
struct HostTree {
    capture::FileTree::Id root = capture::FileTree::kTop; ///< where absolute links begin
    std::string name; ///< the folder that contains it: "gpu-07"; may be empty
    std::array<std::vector<TreeThing>, kPlaces> things; ///< by Place, sorted
    std::vector<capture::FileTree::Id> folders; ///< read as part of it, and not searched for anything else

    [[nodiscard]] const std::vector<TreeThing> &at(Place place) const {
        return things[static_cast<std::size_t>(place)];
    }
    [[nodiscard]] std::vector<TreeThing> &at(Place place) { return things[static_cast<std::size_t>(place)]; }
};

/// All hosts in a tree, under any folder: complete ones (NAME/sys/..., NAME/proc/...), a /sys without that
/// name, and separate pieces (bus/pci/devices, devices/pci0000:00, devices/system/node, topology/nodes of
/// KFD, ...). Pieces that do not overlap belong to one host. In tree order; linear in the size of the tree.
[[nodiscard]] std::vector<HostTree> hostTrees(capture::FileTree &tree);

} // namespace fabricscope::formats
