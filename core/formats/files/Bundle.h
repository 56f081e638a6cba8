// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// One text with the output of several commands, as support scripts write it: nvidia-bug-report.log and
/// similar.
struct BundlePart {
    std::string name;      ///< the command or file as named in the bundle: "/usr/bin/lspci -nnDvvvxxxx"
    std::string_view text; ///< its output; a view into the bundle
};

/// The parts of a bundle, in order; std::nullopt if the text is not a bundle. Recognised by its separators,
/// or by shell prompts before commands ("root@gpu-07:~# lspci -vvv"), as in pasted sessions.
[[nodiscard]] std::optional<std::vector<BundlePart>> splitBundle(std::string_view name,
                                                                 std::string_view text);

} // namespace fabricscope::formats
