// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/verify/FileFinding.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::hostvm {

/// A file's text as the library requires it.
struct Readable {
    std::vector<FileFinding>
        faults;       ///< that make the library give up, in the order in which it would meet them
    std::string text; ///< with all of them fixed; unchanged if there are none
    std::optional<nccl::XmlTree> tree; ///< of the text; unknown if the last error cannot be fixed
};

/// Reads as this version does; at a fatal error, fixes that error and reads on, so that all errors are found
/// that a user would otherwise find one run at a time. At most 64. Line numbers do not change.
[[nodiscard]] Readable readable(std::string_view text, const nccl::Version &version);

/// An error that the library finds while it builds its graph from the text it has read, as a finding.
[[nodiscard]] FileFinding refusal(const nccl::FileError &error);

} // namespace fabricscope::hostvm
