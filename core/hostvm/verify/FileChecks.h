// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Examine.h"
#include "core/base/HostText.h"
#include "core/hostvm/generate/GuestFabric.h"
#include "core/hostvm/verify/FileFinding.h"
#include "core/nccl/machine/Merge.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::hostvm {

// Findings about a file that the library reads. For .cpp files of this folder.

struct CheckInputs {
    std::string_view text;
    const nccl::XmlTree &tree;    ///< of `text`
    const nccl::Machine &machine; ///< the guest's
    const nccl::Merged &merged;   ///< of both
    const nccl::Options &options; ///< with the version, and the guest's environment
    const GuestOnHost &guest;
    const affinity::Fabric &fabric; ///< at the hardware's distances, joined with the library's
    const std::vector<std::vector<std::size_t>> &ideal;
};

/// A value of the file as a sentence shows it.
[[nodiscard]] inline std::string shownValue(std::string_view text) {
    constexpr std::size_t kMaxBytes = 64;
    return HostText(text).plain(kMaxBytes);
}

/// Addresses, names and values of single elements: by line.
[[nodiscard]] std::vector<FileFinding> entryFindings(const CheckInputs &inputs);

/// Speeds and widths that are missing, unknown to the library, or below the hardware's: by line.
[[nodiscard]] std::vector<FileFinding> linkFindings(const CheckInputs &inputs);

/// Placement: NICs that are swapped, at the wrong GPU, at the CPU, or behind an additional switch.
[[nodiscard]] std::vector<FileFinding> pairFindings(const CheckInputs &inputs);

} // namespace fabricscope::hostvm
