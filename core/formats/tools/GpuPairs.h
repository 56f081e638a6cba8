// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/host/Host.h"

#include <string_view>

namespace fabricscope::formats {

/// The words of a tool's table of the ways between GPUs.
struct PairWords {
    bool (*isLink)(std::string_view cell);  ///< a direct link: "XGMI", "NV18"
    bool (*isOther)(std::string_view cell); ///< another way: "PCIE", "SYS"; what is neither is unknown
    /// The fault of a GPU without links, a variant of "device.fault": where the GPUs are known to be of one
    /// model, and where they are not. A GPU of another model may have none, as one for displays.
    std::string_view noLinkKind, otherNoLinkKind;
    /// The fault of pairs without a link although other links lead from one to the other; empty where that is
    /// no fault.
    std::string_view missingKind;
};

/// Adds what stands out: a GPU without direct links among at least three with them, as long as these are the
/// more; and missing links. Boards and bridges connect all GPUs of a group in the same way.
void addLinkFaults(HostBuilder &builder, const host::DeviceMatrix &matrix, const PairWords &words);

/// Adds pairs with fewer direct links than all others, where direct links connect each GPU with each other
/// one over switches. `countOf`: of a cell, 0 where it is no link.
void addFewerLinks(HostBuilder &builder, const host::DeviceMatrix &matrix,
                   unsigned (*countOf)(std::string_view cell), std::string_view kind);

/// Adds pairs that cannot use P2P ("DISABLED", "False") where others can; where none can, all of them.
void addAccessFaults(HostBuilder &builder, const host::DeviceMatrix &matrix);

} // namespace fabricscope::formats
