// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Versions of software that GPUs and NICs need, as files and programs state them.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/system/SystemReaders.h"
#include "core/formats/tools/ToolText.h"
#include "core/host/SystemFacts.h"

#include <algorithm>
#include <set>

namespace fabricscope::formats {

namespace {

/// A version has a digit, and no blank.
bool isVersion(std::string_view word) {
    return !word.empty() && word.find_first_of(" \t") == std::string_view::npos &&
           std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

void addVersion(const SectionText &text, HostBuilder &builder, std::string_view name,
                std::string_view version, std::string_view line) {
    if (isVersion(version))
        addToolFact(builder, host::kVersions, {}, name, version, text.evidence(line));
}

/// The first word after these words, in the first line that has them and a version there.
void readAfter(const SectionText &text, HostBuilder &builder, std::string_view name, std::string_view words) {
    for (PastedLines lines = toolLines(text); lines.next();) {
        const std::string_view line = lines.line().text;
        const auto at = line.find(words);
        if (at == std::string_view::npos)
            continue;
        std::string_view rest = line.substr(at + words.size());
        if (const std::string_view version = takeWord(rest); isVersion(version)) {
            addVersion(text, builder, name, version, lines.line().source);
            return;
        }
    }
}

} // namespace

// "usr/lib64/libibverbs/libmlx5-rdmav34.so:../libmlx5.so.1.24.44.0"; no target where it is no link.
void readProviderLibraries(const SectionText &text, HostBuilder &builder) {
    std::set<std::string> names; // the folder that the linker prefers comes first
    constexpr std::size_t kMost = 128;
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitFileLine(lines.line());
        if (!parts)
            continue;
        const std::string_view name = lastComponent(parts->path), target = trimmed(parts->value);
        if (name.find(".so") == std::string_view::npos || names.size() >= kMost ||
            !names.insert(std::string(name)).second)
            continue;
        addToolFact(builder, host::kProviderLibraries, {}, name,
                    target.empty() ? host::kPresent : lastComponent(target), text.evidence(lines.line()));
    }
}

// "usr/local/cuda/version.json:      "version" : "13.0.1","
void readVersions(const SectionText &text, HostBuilder &builder) {
    std::set<std::string> known; // usr/local/cuda is a link to one of the others
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitFileLine(lines.line());
        if (!parts || !parts->path.starts_with("usr/local/cuda"))
            continue;
        std::string_view value = parts->value;
        const auto end = value.rfind('"');
        const auto begin = end == std::string_view::npos || end == 0 ? end : value.rfind('"', end - 1);
        if (begin == std::string_view::npos || begin == end)
            continue;
        value = value.substr(begin + 1, end - begin - 1);
        if (known.size() < 16 && known.insert(shown(value, 32)).second)
            addVersion(text, builder, "CUDA", value, lines.line());
    }
}

// "MLNX_OFED_LINUX-24.10-0.7.0.0:", "OFED-internal-24.10-0.7.0:"
void readOfedInfo(const SectionText &text, HostBuilder &builder) {
    for (PastedLines lines = toolLines(text); lines.next();) {
        const auto name = withoutEnding(lines.line().text, ":");
        if (!name || name->find("OFED") == std::string_view::npos)
            continue;
        addVersion(text, builder, "OFED", *name, lines.line().source);
        return;
    }
}

// "Fabric Manager version is : 550.90.07"
void readFabricManager(const SectionText &text, HostBuilder &builder) {
    readAfter(text, builder, "Fabric Manager", "version is :");
}

// "IMEX version is: 570.86.15"
void readImex(const SectionText &text, HostBuilder &builder) {
    readAfter(text, builder, "IMEX", "version is:");
}

// "# Library version: 1.16.0", "# UCT version=1.8.0 revision 0000000"
void readUcxInfo(const SectionText &text, HostBuilder &builder) {
    for (PastedLines lines = toolLines(text); lines.next();)
        for (const std::string_view words : {"# Library version:", "# UCT version="})
            if (lines.line().text.starts_with(words)) {
                std::string_view rest = lines.line().text.substr(words.size());
                addVersion(text, builder, "UCX", takeWord(rest), lines.line().source);
                return;
            }
}

// "mpirun (Open MPI) 4.1.6"; "Intel(R) MPI Library for Linux* OS, Version 2021.9 Build ..."; MPICH: a heading
// "HYDRA build details:", and below it "    Version:   4.0.2".
void readMpirun(const SectionText &text, HostBuilder &builder) {
    bool isHydra = false;
    for (PastedLines lines = toolLines(text); lines.next();) {
        std::string_view line = lines.line().text;
        const std::string_view source = lines.line().source;
        constexpr std::string_view kOpenMpi = "(Open MPI) ", kIntel = "MPI Library", kVersion = "Version";
        if (const auto at = line.find(kOpenMpi); at != std::string_view::npos) {
            std::string_view rest = line.substr(at + kOpenMpi.size());
            return addVersion(text, builder, "Open MPI", takeWord(rest), source);
        }
        const auto at = line.find(kVersion);
        std::string_view rest =
            at == std::string_view::npos ? std::string_view{} : line.substr(at + kVersion.size());
        if (line.starts_with("Intel") && line.find(kIntel) != std::string_view::npos && !rest.empty())
            return addVersion(text, builder, "Intel MPI", takeWord(rest), source);
        isHydra = isHydra || line.starts_with("HYDRA");
        if (isHydra && rest.starts_with(':')) {
            rest.remove_prefix(1);
            return addVersion(text, builder, "MPICH", takeWord(rest), source);
        }
    }
}

} // namespace fabricscope::formats
