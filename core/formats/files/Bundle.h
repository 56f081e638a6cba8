// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// One text of several commands' output, as support scripts write it: nvidia-bug-report.log and the like.
struct BundlePart {
    std::string name;      ///< the command or file as the bundle calls it: "/usr/bin/lspci -nnDvvvxxxx"
    std::string_view text; ///< what it printed; a view into the bundle
};

/// The parts of a bundle, in its order; std::nullopt where the text is none. Recognised by its own
/// separators, or by shell prompts before commands ("root@gpu-07:~# lspci -vvv"), as people paste sessions.
[[nodiscard]] std::optional<std::vector<BundlePart>> splitBundle(std::string_view name,
                                                                 std::string_view text);

} // namespace fabricscope::formats
