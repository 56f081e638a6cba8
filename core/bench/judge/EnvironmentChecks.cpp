// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/command/CommandText.h"
#include "core/bench/plan/DmaBuf.h"
#include "core/bench/plan/Environment.h"
#include "core/host/GpuIndex.h"
#include "core/nccl/bootstrap/InterfaceList.h"
#include "core/topology/Topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>

namespace fabricscope::bench {

namespace {

constexpr std::size_t kMaxShown = 128;
constexpr std::size_t kMaxNames = 64;

std::string shown(std::string_view text) {
    return HostText(text).plain(kMaxShown);
}

std::string joinedNames(const std::vector<std::string> &names) {
    constexpr std::size_t kMost = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
        text += (i > 0 ? ", " : "") + names[i];
    return names.size() > kMost ? fmt::format("{} and {} more", text, names.size() - kMost) : text;
}

/// Input of all checks of one variable.
struct Checked {
    const EnvironmentValue &value;
    const host::Host &host;
    const topology::Topology &topology;
    std::vector<Finding> &findings;

    Finding &report(std::string_view rule, std::string_view variant = {}) const {
        Finding &finding = findings.emplace_back(rule, variant);
        finding.set("variable", value.name);
        finding.evidence.push_back({value.name, shown(value.value)});
        return finding;
    }
};

/// The names in a list without markers and ports.
std::vector<std::string> listEntries(std::string_view text) {
    if (text.starts_with('^'))
        text.remove_prefix(1);
    if (text.starts_with('='))
        text.remove_prefix(1);
    std::vector<std::string> names;
    while (!text.empty() && names.size() < kMaxNames) {
        std::string_view entry = takeUntil(text, ',');
        entry = takeUntil(entry, ':');
        if (!entry.empty())
            names.emplace_back(entry);
    }
    return names;
}

void reportNoSuchName(const Checked &checked, bool isInverse, const std::string &entry,
                      const std::vector<std::string> &there, std::string_view what) {
    Finding &finding = checked.report("environment.no_such_name");
    finding.set("entry", shown(entry)).set("what", what).set("available", joinedNames(there));
    if (isInverse)
        finding.severity = findings::Severity::Note;
}

/// Checks a list of names against those of the host: entries without a match, an empty selection, prefixes
/// that match more than one name.
void checkNames(const Checked &checked, const std::vector<std::string> &there, std::string_view what) {
    if (there.empty()) // nothing is known about them
        return;
    const std::string &text = checked.value.value;
    const bool exact = text.starts_with('=') || text.starts_with("^=");
    const nccl::InterfaceList list(text, kMaxNames);
    std::vector<std::string> taken;
    std::copy_if(there.begin(), there.end(), std::back_inserter(taken),
                 [&](const std::string &name) { return list.takes(name); });
    for (const std::string &entry : listEntries(text)) {
        const auto fits = [&](const std::string &name) {
            return exact ? name == entry : name.starts_with(entry);
        };
        const auto count = std::count_if(there.begin(), there.end(), fits);
        const bool isWhole = std::find(there.begin(), there.end(), entry) != there.end();
        if (count == 0)
            reportNoSuchName(checked, list.inverse(), entry, there, what);
        else if (count > 1 && isWhole) {
            std::vector<std::string> all;
            std::copy_if(there.begin(), there.end(), std::back_inserter(all), fits);
            Finding &finding = checked.report("environment.prefix");
            finding.set("entry", shown(entry)).set("selected", joinedNames(all));
            finding.set("exact",
                        fmt::format("{}={}={}", checked.value.name, list.inverse() ? "^" : "", shown(entry)));
            if (list.inverse())
                finding.set("inverse");
        }
    }
    if (taken.empty())
        checked.report("environment.nothing_left").set("what", what);
}

void checkHca(const Checked &checked) {
    std::vector<std::string> names;
    for (const host::RdmaDevice &device : checked.host.rdmaDevices)
        names.push_back(device.name);
    checkNames(checked, names, "RDMA device");
}

void checkInterface(const Checked &checked) {
    std::vector<std::string> names;
    for (const host::NetInterface &interface : checked.host.netInterfaces)
        names.push_back(interface.name);
    checkNames(checked, names, "interface");
}

/// The GID at this index of each active RoCE port.
void checkGid(const Checked &checked) {
    const auto requested = parseInteger<int>(checked.value.value);
    if (!requested)
        return;
    std::vector<std::string> without, wrong, noAddress;
    for (const host::RdmaDevice &device : checked.host.rdmaDevices)
        for (const host::RdmaPort &port : device.ports) {
            const bool isRoce = port.linkLayer.valueOr("Ethernet") == "Ethernet";
            if (!isRoce || port.state.valueOr("ACTIVE") != "ACTIVE" || port.gids.empty())
                continue;
            const auto gid = std::find_if(port.gids.begin(), port.gids.end(),
                                          [&](const auto &one) { return one.index == *requested; });
            const std::string name = shown(device.name);
            if (gid == port.gids.end())
                without.push_back(name);
            else if (!gid->type.empty() && gid->type != "RoCE v2")
                wrong.push_back(name);
            else if (!isIpv4Gid(gid->gid))
                noAddress.push_back(name);
        }
    const std::pair<std::string_view, const std::vector<std::string> &> found[] = {
        {"environment.gid_absent", without},
        {"environment.gid_not_v2", wrong},
        {"environment.gid_no_ipv4", noAddress}};
    for (const auto &[rule, nics] : found)
        if (!nics.empty())
            checked.report(rule).set("index", std::to_string(*requested)).set("nics", joinedNames(nics));
}

void checkTopoFile(const Checked &checked) {
    const auto &files = checked.host.ncclFiles;
    const bool isThere = std::any_of(files.begin(), files.end(), [&](const host::NcclFile &file) {
        return file.path == checked.value.value;
    });
    if (!isThere)
        checked.report("environment.file_not_seen").set("path", shown(checked.value.value));
}

void checkDmaBuf(const Checked &checked) {
    const DmaBufNeed need = dmaBufNeed(checked.topology);
    if (checked.value.value == "0" && need.needed == true)
        checked.report("environment.dmabuf_off").set("why", need.why);
    if (checked.value.value == "1" && need.works == false)
        checked.report("environment.dmabuf_absent").set("why", need.why);
}

void checkIbDisable(const Checked &checked) {
    if (checked.value.value == "1" && !checked.host.rdmaDevices.empty())
        checked.report("environment.ib_disabled");
}

void checkVisible(const Checked &checked) {
    if (checked.host.gpus.empty())
        return;
    const std::vector<host::EnvironmentEntry> entries = {{checked.value.name, checked.value.value}};
    const host::GpuTable table = host::gpuTable(checked.host, entries);
    const auto seen = std::count_if(table.gpus.begin(), table.gpus.end(),
                                    [](const host::GpuEntry &gpu) { return !gpu.hidden; });
    for (const std::string &note : table.notes)
        checked.report("environment.visible", "note").set("note", note);
    if (seen < std::ssize(table.gpus))
        checked.report("environment.visible")
            .set("seen", std::to_string(seen))
            .set("gpus", table.gpus.size());
}

void checkIntranet(const Checked &checked) {
    if (checked.value.value == "1")
        checked.report("environment.intranet");
}

void checkLevel(const Checked &checked) {
    const std::string &level = checked.value.value;
    if (level == "SYS" || level == "4" || level == "5")
        checked.report("environment.gdr_anywhere").set("level", level);
}

struct CheckRow {
    std::string_view name;
    void (*check)(const Checked &);
};
constexpr CheckRow kChecks[] = {
    {"NCCL_IB_HCA", checkHca},
    {"NCCL_SOCKET_IFNAME", checkInterface},
    {"NCCL_IB_GID_INDEX", checkGid},
    {"NCCL_TOPO_FILE", checkTopoFile},
    {"NCCL_DMABUF_ENABLE", checkDmaBuf},
    {"NCCL_IB_DISABLE", checkIbDisable},
    {"HIP_VISIBLE_DEVICES", checkVisible},
    {"ROCR_VISIBLE_DEVICES", checkVisible},
    {"CUDA_VISIBLE_DEVICES", checkVisible},
    {"RCCL_ENABLE_INTRANET", checkIntranet},
    {"NCCL_NET_GDR_LEVEL", checkLevel},
};

bool isWhole(std::string_view text) {
    return parseInteger<std::int64_t>(text).has_value();
}

bool isOneOf(std::string_view text, std::string_view choices) {
    while (!choices.empty())
        if (takeUntil(choices, ' ') == text)
            return true;
    return false;
}

std::string upper(std::string_view text) {
    std::string out(text);
    for (char &c : out)
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return out;
}

bool isAllowed(const VariableRow &row, std::string_view value) {
    switch (row.kind) {
    case ValueKind::Number:
        return isWhole(value);
    case ValueKind::Switch:
        return value == "0" || value == "1";
    case ValueKind::Choice:
        return isOneOf(value, row.choices);
    case ValueKind::AnyCase:
        return isOneOf(upper(value), row.choices);
    case ValueKind::Indices:
        return value.find_first_not_of("0123456789,") == std::string_view::npos;
    case ValueKind::Names:
        return value.find(' ') == std::string_view::npos;
    case ValueKind::Text:
    case ValueKind::Path:
        return true;
    }
    return true;
}

Finding findingOf(std::string_view rule, const EnvironmentValue &value) {
    Finding finding(rule);
    finding.set("variable", shown(value.name));
    finding.evidence.push_back(
        {shown(value.name), isSecret(value) ? std::string(kSecretPlaceholder) : shown(value.value)});
    return finding;
}

/// Checks that need only the table.
void checkByTable(const EnvironmentValue &value, const VariableRow &row, std::vector<Finding> &findings) {
    if (!value.value.empty() && !isAllowed(row, value.value)) {
        Finding finding = findingOf("environment.value", value);
        finding.set("meaning", row.meaning);
        if (!row.choices.empty())
            finding.set("choices", row.choices);
        findings.push_back(std::move(finding));
    }
    if (row.name == "NCCL_IB_CUDA_SUPPORT")
        findings.push_back(findingOf("environment.obsolete", value));
    if (row.tunes)
        findings.push_back(findingOf("environment.tuned", value));
}

} // namespace

std::optional<Finding> checkWords(std::vector<std::string> words) {
    Command command;
    command.words = std::move(words);
    return withoutSecrets(command) == command ? std::nullopt
                                              : std::optional(Finding("command.secret_argument"));
}

std::vector<Finding> checkEnvironment(std::span<const EnvironmentValue> environment,
                                      const topology::Topology *topology) {
    std::vector<Finding> findings;
    std::map<std::string_view, std::size_t> last;
    for (std::size_t i = 0; i < environment.size(); ++i)
        last[environment[i].name] = i;
    for (std::size_t i = 0; i < environment.size(); ++i) {
        const EnvironmentValue &value = environment[i];
        if (last[value.name] != i)
            continue;
        if (!isVariableName(value.name)) {
            findings.push_back(findingOf("environment.name", value));
            continue;
        }
        if (const VariableRow *row = variableRow(value.name); row != nullptr)
            checkByTable(value, *row, findings);
        const auto *check = std::find_if(std::begin(kChecks), std::end(kChecks),
                                         [&](const CheckRow &row) { return row.name == value.name; });
        if (topology != nullptr && check != std::end(kChecks) && !value.value.empty())
            check->check({value, topology->host(), *topology, findings});
    }
    return findings;
}

} // namespace fabricscope::bench
