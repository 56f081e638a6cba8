// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Services, file systems and the clock of a host.
#include "core/base/Text.h"
#include "core/formats/system/SystemReaders.h"
#include "core/formats/tools/ToolText.h"
#include "core/host/SystemFacts.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace fabricscope::formats {

using host::EvidenceRef;

// Blocks with blank lines between them, one for each unit: "Id=irqbalance.service", "LoadState=loaded",
// "ActiveState=active", in any order. A unit may have several names.
void readSystemctl(const SectionText &text, HostBuilder &builder) {
    struct Unit {
        std::string name, load, active;
        EvidenceRef evidence;
    } unit;
    std::set<std::string> known;
    constexpr std::size_t kMost = 64;
    const auto deliver = [&] {
        const bool isThere = !unit.name.empty() && !unit.load.empty() && unit.load != "not-found";
        if (isThere && known.size() < kMost && known.insert(unit.name).second)
            addToolFact(builder, host::kServices, {}, unit.name,
                        unit.load == "masked" ? unit.load : unit.active, unit.evidence);
        unit = {};
    };
    for (PastedLines lines = toolLines(text); lines.next();) {
        std::string_view value = lines.line().text;
        if (trimmed(value).empty()) {
            deliver();
            continue;
        }
        const std::string_view key = takeUntil(value, '=');
        if (key == "Id") {
            if (!unit.name.empty())
                deliver();
            unit.name = shown(withoutEnding(value, ".service").value_or(value), 64);
        } else if (key == "LoadState") {
            unit.load = shown(value, 32);
        } else if (key == "ActiveState") {
            unit.active = shown(value, 32);
            unit.evidence = text.evidence(lines.line().source);
        }
    }
    deliver();
}

namespace {

/// "tmpfs  24683620  0  24683620  0% /dev/shm": sizes in KiB.
struct FileSystem {
    std::uint64_t size = 0, available = 0;
    std::string place;
    EvidenceRef evidence;
};

std::vector<FileSystem> fileSystems(const SectionText &text) {
    std::vector<FileSystem> found;
    for (PastedLines lines = toolLines(text); lines.next() && found.size() < 8;) {
        const auto words = splitWords(lines.line().text, 16);
        if (words.size() < 6 || words[words.size() - 2].find('%') == std::string_view::npos)
            continue;
        const auto size = parseInteger<std::uint64_t>(words[words.size() - 5]);
        const auto available = parseInteger<std::uint64_t>(words[words.size() - 3]);
        if (size && available)
            found.push_back(
                {*size, *available, std::string(words.back()), text.evidence(lines.line().source)});
    }
    return found;
}

} // namespace

// One row for each folder asked for, in their order; none for a folder that does not exist.
void readDf(const SectionText &text, HostBuilder &builder) {
    const auto found = fileSystems(text);
    const auto add = [&](std::string_view folder, const FileSystem &system) {
        addToolFact(builder, host::kFileSystems, {}, fmt::format("{} size", folder),
                    fmt::format("{} kB", system.size), system.evidence);
        addToolFact(builder, host::kFileSystems, {}, fmt::format("{} available", folder),
                    fmt::format("{} kB", system.available), system.evidence);
    };
    if (found.size() == 2) {
        add("/dev/shm", found[0]);
        add("/tmp", found[1]);
    } else if (found.size() == 1) {
        add(found[0].place.starts_with("/dev") ? "/dev/shm" : "/tmp", found[0]);
    }
}

// "1796027598"
void readDate(const SectionText &text, HostBuilder &builder) {
    constexpr double kSecond = 1000;   // in ms
    constexpr double kFarthest = 1e10; // seconds: beyond it the number is no time
    for (PastedLines lines = toolLines(text); lines.next();) {
        const auto seconds = parseInteger<std::int64_t>(trimmed(lines.line().text));
        if (!seconds || *seconds < 0 || text.meta.startedMs <= 0)
            continue;
        // date cuts the fraction off.
        const double offset =
            static_cast<double>(*seconds) + 0.5 - static_cast<double>(text.meta.startedMs) / kSecond;
        if (std::abs(offset) < kFarthest)
            addToolFact(builder, host::kClock, {}, "clock offset",
                        fmt::format("{:.0f} s", std::abs(offset) < 2 ? 0.0 : std::trunc(offset)),
                        text.evidence(lines.line().source));
        return;
    }
}

} // namespace fabricscope::formats
