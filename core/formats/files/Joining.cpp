// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/Joining.h"

#include "core/base/HostText.h"
#include "core/base/Units.h"
#include "core/capture/Secrets.h"
#include "core/capture/Wrapping.h"
#include "core/formats/HostReader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace fabricscope::formats {

namespace {

struct Identity {
    std::string name, machineId;
};

Identity identityOf(const Source &source) {
    HostNames names = readHostNames(source.content);
    Identity identity{names.hostname.empty() ? source.hostName : std::move(names.hostname),
                      std::move(names.machineId)};
    if (identity.name == "(none)" || identity.name == "localhost") // does not identify the host
        identity.name.clear();
    return identity;
}

// One file may have the name with its domain, another without.
std::string shortName(const std::string &name) {
    std::string out = name.substr(0, name.find('.'));
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

bool mayBeSameHost(const Identity &a, const Identity &b) {
    if (!a.machineId.empty() && !b.machineId.empty())
        return a.machineId == b.machineId;
    return a.name.empty() || b.name.empty() || shortName(a.name) == shortName(b.name);
}

std::string described(const Identity &identity) {
    return identity.name.empty() ? fmt::format("the host with machine id {}", identity.machineId)
                                 : fmt::format("'{}'", identity.name);
}

/// Older captures and what other tools wrote hold some. A secret that a terminal's line breaks or prefixes
/// divide is found in the text without them; that text is kept then. False if so.
bool dropSecrets(capture::Section &section) {
    section.meta().origin = capture::withoutSecrets(std::move(section.meta().origin));
    section.meta().damageText = capture::withoutSecrets(std::move(section.meta().damageText));
    if (!capture::mayHoldSecrets(section.meta().name))
        return true;
    const capture::Section::Bytes bytes = section.content();
    std::string without = capture::withoutSecrets(std::string(bytes.view()));
    const bool isChanged = without != bytes.view();
    if (section.meta().wrapping.empty()) {
        if (isChanged)
            section = capture::Section(section.meta(), std::move(without));
        return true;
    }
    const std::string inside = capture::unwrappedBytes(section);
    std::string clean = capture::withoutSecrets(inside);
    if (!isChanged && clean == inside)
        return true;
    capture::Section kept(section.meta(), std::move(without));
    const bool isWhole = capture::unwrappedBytes(kept) == clean;
    if (!isWhole) {
        kept = capture::Section(section.meta(), std::move(clean));
        kept.meta().wrapping.clear();
    }
    section = std::move(kept);
    return isWhole;
}

void addSections(capture::Capture &out, std::vector<capture::Section> sections, const capture::Limits &limits,
                 std::size_t &bytes, std::size_t &dropped) {
    for (capture::Section &section : sections) {
        if (!dropSecrets(section))
            out.notes.push_back(
                fmt::format("{} is kept without what surrounds its lines, which divided a secret",
                            HostText(section.meta().origin).plain(300)));
        if (out.sections.size() >= limits.sections || section.size() > limits.totalBytes - bytes) {
            ++dropped;
            continue;
        }
        bytes += section.size();
        out.sections.push_back(std::move(section));
    }
}

/// Texts that a host has one of.
constexpr std::string_view kOnes[] = {
    "tool-nvidia-smi", "tool-nvidia-smi-topo", "tool-nvidia-smi-l", "tool-amd-smi",   "tool-rocm-smi-topo",
    "tool-ibstat",     "tool-ibdev2netdev",    "tool-lscpu",        "tool-numactl-h", "lspci-tree",
    "os-release",      "kernel-version",       "meminfo",
};

const capture::Section *sectionOf(const Source &source, std::string_view name) {
    const auto found = std::find_if(source.content.sections.begin(), source.content.sections.end(),
                                    [&](const capture::Section &one) { return one.meta().name == name; });
    return found == source.content.sections.end() ? nullptr : &*found;
}

/// Nothing in two files of the same kind says whether they are of one host.
void noteAlike(const std::vector<Source> &sources, const std::vector<Identity> &identities,
               std::vector<std::string> &notes) {
    for (const std::string_view name : kOnes) {
        const Source *first = nullptr;
        for (std::size_t i = 0; i < identities.size(); ++i) {
            const capture::Section *section = sectionOf(sources[i], name);
            if (section == nullptr || !identities[i].name.empty() || !identities[i].machineId.empty())
                continue;
            if (first == nullptr) {
                first = &sources[i];
            } else if (sectionOf(*first, name)->content().view() != section->content().view()) {
                notes.push_back(
                    fmt::format("{} and {} hold texts of the same kind: they are read as those of "
                                "one host",
                                HostText(first->name).plain(300), HostText(sources[i].name).plain(300)));
                return;
            }
        }
    }
}

} // namespace

Result<capture::Capture> joined(std::vector<Source> sources, const capture::Limits &limits) {
    capture::Capture out;
    std::vector<Identity> identities;
    for (const Source &source : sources) {
        // A capture by itself says what it is of, and opening it should take no longer than it must.
        if (sources.size() == 1 && source.isCapture)
            break;
        identities.push_back(identityOf(source));
        const Identity &last = identities.back();
        for (std::size_t i = 0; i + 1 < identities.size(); ++i)
            if (!mayBeSameHost(identities[i], last))
                return failure(fmt::format("the files are from two hosts: {} in {}, {} in {}",
                                           described(identities[i]), sources[i].name, described(last),
                                           source.name),
                               {}, "open the files of each host separately");
    }
    const auto first =
        std::find_if(sources.begin(), sources.end(), [](const Source &s) { return s.isCapture; });
    const auto named =
        std::find_if(identities.begin(), identities.end(), [](const Identity &i) { return !i.name.empty(); });
    out.target = first != sources.end()      ? first->content.target
                 : named != identities.end() ? named->name
                 : !sources.empty()          ? sources.front().name
                                             : std::string();
    out.redacted =
        std::all_of(sources.begin(), sources.end(), [](const Source &s) { return s.content.redacted; });
    noteAlike(sources, identities, out.notes);
    std::size_t bytes = 0, dropped = 0;
    for (Source &source : sources) {
        capture::Capture &content = source.content;
        out.takenMs = std::max(out.takenMs, content.takenMs);
        if (out.takenBy.empty())
            out.takenBy = content.takenBy;
        if (out.simulated.empty())
            out.simulated = content.simulated;
        std::transform(content.notes.begin(), content.notes.end(), std::back_inserter(out.notes),
                       capture::withoutSecrets);
        addSections(out, std::move(content.sections), limits, bytes, dropped);
    }
    if (dropped > 0)
        out.notes.push_back(
            fmt::format("{} sections were left out: the limits are {} sections and {} in total", dropped,
                        limits.sections, toString(ByteCount{limits.totalBytes})));
    return out;
}

} // namespace fabricscope::formats
