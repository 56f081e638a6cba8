// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/LibraryLine.h"

#include <cstddef>

namespace fabricscope::nccl::log {

LibraryLine libraryLine(std::string_view line) {
    constexpr std::string_view kName = "NCCL ", kInfo = "INFO ", kWarning = "WARN ";
    for (std::size_t at = line.find(kName); at != std::string_view::npos; at = line.find(kName, at + 1)) {
        const std::string_view rest = line.substr(at + kName.size());
        const bool info = rest.starts_with(kInfo);
        // A launcher's tag may end with a colon: "[1,0]<stdout>:NCCL INFO".
        const bool apart = at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t' || line[at - 1] == ':';
        if (!apart || (!info && !rest.starts_with(kWarning)))
            continue;
        return {info ? LibraryLine::Kind::Info : LibraryLine::Kind::Warning,
                line.substr(0, at > 0 ? at - 1 : 0), rest.substr(kInfo.size())};
    }
    // Parts of a log that somebody cut out: "INFO NET/IB : ...".
    constexpr std::string_view kBare = "INFO NET/";
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin != std::string_view::npos && line.substr(begin).starts_with(kBare))
        return {LibraryLine::Kind::Info, line.substr(0, begin), line.substr(begin + kInfo.size())};
    return {};
}

bool isLibraryLine(std::string_view line) {
    return libraryLine(line).kind != LibraryLine::Kind::None;
}

} // namespace fabricscope::nccl::log
