// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/SameKind.h"

#include "core/base/HostText.h"
#include "core/base/Plural.h"
#include "core/checks/Context.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace fabricscope::checks {

namespace {

using findings::Finding;
using host::Fact;
using host::Host;

constexpr std::string_view kCheck = "system.versions";

const Fact<std::string> &moduleVersion(const Host &host, const char *module) {
    static const Fact<std::string> kUnknown;
    const auto at = host.modules.find(module);
    if (at == host.modules.end())
        return kUnknown;
    const auto version = at->second.find("version");
    return version == at->second.end() ? kUnknown : version->second;
}

/// What is equal on hosts of one kind. To compare another fact, add a row.
struct Row {
    std::string_view name;
    const Fact<std::string> &(*of)(const Host &);
};
constexpr std::array kRows = {
    Row{"the kernel",
        [](const Host &host) -> const Fact<std::string> & {
            return host.kernel;
        }},
    Row{"the operating system",
        [](const Host &host) -> const Fact<std::string> & {
            return host.osName;
        }},
    Row{"the BIOS",
        [](const Host &host) -> const Fact<std::string> & {
            return host.bios;
        }},
    Row{"the driver amdgpu",
        [](const Host &host) -> const Fact<std::string> & {
            return moduleVersion(host, "amdgpu");
        }},
    Row{"the driver nvidia",
        [](const Host &host) -> const Fact<std::string> & {
            return moduleVersion(host, "nvidia");
        }},
};

/// Hosts without a GPU are of no kind.
std::string kindOf(const Context &context) {
    std::map<std::string, std::size_t> models;
    for (const Gpu &gpu : context.gpus)
        ++models[fmt::format("{:04x}:{:04x}", gpu.function->vendor.valueOr(0),
                             gpu.function->device.valueOr(0))];
    std::string kind;
    for (const auto &[model, count] : models)
        kind += fmt::format("{} x{} ", model, count);
    return kind.empty() ? kind : kind + std::string(toString(context.machine));
}

/// Hosts of one kind, as indices, by the value of one fact.
using Values = std::map<std::string, std::vector<std::size_t>>;

struct KindOfHosts {
    std::vector<std::size_t> members;
    std::map<std::size_t, std::vector<Finding>> found; ///< by member
    std::size_t compared = 0;                          ///< facts that all members have
    std::string names;                                 ///< of these facts
};

Finding deviation(std::string_view fact, const std::string &value, const std::string &expected,
                  std::size_t others) {
    Finding finding{kCheck};
    finding.set("fact", fact).set("actual", HostText(value).line(128));
    finding.set("expected", HostText(expected).line(128)).set("count", others);
    return finding;
}

void addDeviations(std::span<const Subject> subjects, const Row &row, KindOfHosts &kind) {
    Values values;
    for (const std::size_t member : kind.members) {
        const Fact<std::string> &fact = row.of(subjects[member].topology->host());
        if (!fact)
            return; // not read on each of them
        values[*fact].push_back(member);
    }
    ++kind.compared;
    kind.names += (kind.names.empty() ? "" : ", ") + std::string(row.name);
    if (values.size() < 2)
        return;
    const auto most = std::max_element(values.begin(), values.end(), [](const auto &left, const auto &right) {
        return left.second.size() < right.second.size();
    });
    const bool isMajority = most->second.size() * 2 > kind.members.size();
    for (auto at = values.begin(); at != values.end(); ++at) {
        if (isMajority && at == most)
            continue;
        const auto other = isMajority || at != most          ? most
                           : std::next(most) != values.end() ? std::next(most)
                                                             : values.begin();
        for (const std::size_t member : at->second) {
            Finding finding = deviation(row.name, at->first, other->first, other->second.size());
            finding.evidence.push_back(
                Quotes(subjects[member].capture)
                    .of(row.of(subjects[member].topology->host()).evidence(), row.name, at->first));
            kind.found[member].push_back(std::move(finding));
        }
    }
}

Answer *answerOf(HostReport &report) {
    const auto at = std::find_if(report.results.begin(), report.results.end(),
                                 [](const CheckResult &result) { return result.check->id == kCheck; });
    return at == report.results.end() ? nullptr : &at->answer;
}

} // namespace

void compareHosts(std::span<const Subject> subjects, std::span<HostReport> reports) {
    std::map<std::string, KindOfHosts> kinds;
    std::set<std::string> machines;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        const std::string &machine = subjects[i].topology->host().id.machineId;
        if (!machine.empty() && !machines.insert(machine).second)
            continue;
        if (const std::string kind = kindOf(Context(subjects[i])); !kind.empty())
            kinds[kind].members.push_back(i);
    }
    for (auto &[name, kind] : kinds) {
        if (kind.members.size() < 2)
            continue;
        for (const Row &row : kRows)
            addDeviations(subjects, row, kind);
        for (const std::size_t member : kind.members) {
            Answer *answer = kind.compared > 0 ? answerOf(reports[member]) : nullptr;
            if (answer != nullptr)
                *answer = found(std::move(kind.found[member]),
                                fmt::format("as on {}: {}",
                                            plural(kind.members.size() - 1, "other host of its kind",
                                                   "other hosts of its kind"),
                                            kind.names));
        }
    }
}

} // namespace fabricscope::checks
