// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/FileFinding.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::hostvm {

/// A file's text as the library would have to have it.
struct Readable {
    std::vector<FileFinding>
        faults;       ///< that make the library give up, in the order in which it would meet them
    std::string text; ///< with all of them mended; as it was where there are none
    std::optional<nccl::XmlTree> tree; ///< of it; unknown where the last fault cannot be mended
};

/// Reads as this version does; where it gives up, fixes that one fault and reads on, so that all are found
/// that a person would else find one run after the other. At most 64. Lines keep their numbers.
[[nodiscard]] Readable readable(std::string_view text, const nccl::Version &version);

/// A fault that the library finds while it builds its graph out of what it has read, as a problem.
[[nodiscard]] FileFinding refusal(const nccl::FileError &error);

} // namespace fabricscope::hostvm
