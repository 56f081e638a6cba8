// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Fact.h"

#include <cstdint>
#include <string>

namespace fabricscope::host {

/// NCCL or RCCL as a file on a host. Several may be installed; which one a job loads is decided where it
/// starts.
struct InstalledLibrary {
    enum class Flavor : std::uint8_t { Nccl, Rccl };
    /// How the collector found it, in the order in which the dynamic linker prefers them; a program from a
    /// wheel loads the wheel's.
    enum class FoundBy : std::uint8_t { Environment, LinkerCache, Folder, Wheel };
    /// Where its version is stated, the most reliable first.
    enum class StatedBy : std::uint8_t { Text, FileName, Header };

    Flavor flavor = Flavor::Nccl;
    FoundBy foundBy = FoundBy::Folder;
    StatedBy statedBy = StatedBy::Text; ///< of `version`
    std::string path;                   ///< the name by which it is loaded
    std::string file;                   ///< the same without links
    Fact<std::string> version;          ///< "2.27.7"
    Fact<std::string> cuda;             ///< that it was built for: "12.9"
    Fact<std::string> rocm;             ///< the release that it belongs to: "7.0.2"
    EvidenceRef evidence;
};

} // namespace fabricscope::host
