// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/verify/FileFinding.h"

namespace fabricscope::hostvm {

namespace {

constexpr std::string_view kArea = "topo_file.";

} // namespace

FileFinding fileFinding(std::string_view name, std::uint64_t line) {
    FileFinding made{findings::Finding(std::string(kArea) + std::string(name)), {}, 0, {}};
    made.finding.place.line = line;
    return made;
}

std::string_view codeOf(const FileFinding &finding) {
    return std::string_view(finding.finding.rule).substr(kArea.size());
}

} // namespace fabricscope::hostvm
