// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/generate/Generate.h"
#include "core/hostvm/mapping/GuestMapping.h"
#include "core/hostvm/verify/Verify.h"
#include "core/topology/Topology.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::hostvm {

/// The guest's NCCL file.
struct InstalledFile {
    std::string path; ///< in the guest
    std::string text; ///< as the capture has it: not made safe to show
};

struct Question {
    std::shared_ptr<const topology::Topology> host, guest; ///< either may be nullptr
    std::string vmName;                                    ///< as the host's VMM calls it
    std::vector<Override> overrides;
    std::shared_ptr<const topology::Topology> earlier; ///< the host, before its devices were handed over
    std::optional<InstalledFile> file;
};

/// What is known of a guest on its host. Immutable.
struct Examination {
    std::shared_ptr<const topology::Topology> host, guest;
    std::string vmName;
    GuestMapping guestMapping;
    std::string path;                         ///< of the file; empty: there is none
    std::string text;                         ///< as the guest has it
    std::string expected;                     ///< the corrected file, or a generated one; empty: unknown
    std::optional<Verification> verification; ///< of the file
    Generated generated;                      ///< the file generated from the hardware
};

/// Pure; takes milliseconds: not for the GUI thread.
[[nodiscard]] Examination examine(const Question &question);

} // namespace fabricscope::hostvm
