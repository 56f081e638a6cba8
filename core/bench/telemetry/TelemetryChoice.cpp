// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/telemetry/TelemetryChoice.h"

#include "core/base/Text.h"
#include "core/topology/Topology.h"

#include <algorithm>

namespace fabricscope::bench {

namespace {

struct SourceRow {
    std::string_view driver; ///< of the GPUs that it reports
    std::string_view tool;   ///< its parser
    std::string_view program;
    std::string_view words;  ///< after the program, separated by blanks
    std::string_view script; ///< if the tool exits by itself: a loop for sh; the words are not used
};

/// The first available tool of a driver. rocm-smi ends after each reading; most readings take a second. Newer
/// amd-smi has more columns, older ones reject unknown ones: all versions have these.
constexpr SourceRow kSources[] = {
    {"nvidia", "nvidia-smi-dmon", "nvidia-smi", "dmon -s pucvt -d 1", ""},
    {"amdgpu", "amd-smi", "amd-smi", "monitor -p -t -u -m -r -w 1", ""},
    {"amdgpu", "rocm-smi", "rocm-smi", "",
     "command -v rocm-smi >/dev/null || exit 127; while rocm-smi -b; do sleep 0.2; done"},
};

bool isDriven(const host::Host &host, std::string_view driver) {
    return std::any_of(host.functions.begin(), host.functions.end(),
                       [&](const host::PciFunction &f) { return f.driver && *f.driver == driver; });
}

bool isMissing(const host::Host &host, std::string_view program) {
    return std::any_of(host.missing.begin(), host.missing.end(),
                       [&](const host::Missing &missing) { return missing.notInstalled == program; });
}

TelemetrySource sourceOf(const SourceRow &row) {
    TelemetrySource source{std::string(row.tool), std::string(row.program), {}};
    // Python buffers output to a pipe by default.
    source.command.environment = {{"PYTHONUNBUFFERED", "1"}};
    if (!row.script.empty()) {
        source.command.words = {"sh", "-c", std::string(row.script)};
        return source;
    }
    source.command.words = {std::string(row.program)};
    for (std::string_view rest = row.words; !rest.empty();)
        source.command.words.emplace_back(takeUntil(rest, ' '));
    return source;
}

} // namespace

std::vector<TelemetrySource> telemetryFor(const topology::Topology *topology) {
    std::vector<TelemetrySource> chosen;
    std::string_view served;
    for (const SourceRow &row : kSources) {
        if (topology != nullptr && (row.driver == served || !isDriven(topology->host(), row.driver) ||
                                    isMissing(topology->host(), row.program)))
            continue;
        served = row.driver;
        chosen.push_back(sourceOf(row));
    }
    return chosen;
}

} // namespace fabricscope::bench
