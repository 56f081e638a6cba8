// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/DecideFor.h"

#include "core/base/HostText.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::nccl {

namespace {

/// The library's default path, RCCL's too (ncclTopoGetSystem).
constexpr std::string_view kDefaultFile = "/var/run/nvidia-topologyd/virtualTopology.xml";

/// Which of two settings has precedence: environment, user's file, system's file.
int rankOf(std::string_view source) {
    if (source == "env")
        return 0;
    if (source == "/etc/environment") // part of each login's environment
        return 1;
    return source == "/etc/nccl.conf" ? 3 : 2;
}

HostDecisions prepare(const host::Host &host, const topology::Topology &topology, const Options &options) {
    HostDecisions result;
    result.options = options;
    result.options.environment = environmentOf(host);
    for (const auto &[name, value] : options.environment.all())
        result.options.environment.set(name, value);
    result.machine = machineOf(host, topology);
    const Flavor flavor = options.version != nullptr ? options.version->flavor : result.machine.flavor;
    result.library = libraryOf(host, flavor, options.version, options.release);
    result.options.version = result.library.modelled.model;
    if (result.options.biosVersion.empty())
        result.options.biosVersion = host.bios.valueOr("");
    result.bootstrap = bootstrapInterface(host, result.options.environment, *result.options.version);
    return result;
}

/// `text`: the contents of the file, unknown if there is none.
void decideWith(HostDecisions &result, const std::optional<std::string_view> &text) {
    std::optional<XmlTree> tree;
    result.decisions.library = result.options.version;
    if (text) {
        auto read = readXml(*text, *result.options.version);
        if (!read) {
            result.decisions.error = read.error();
            return;
        }
        tree = std::move(*read);
    }
    result.merged = merge(tree, result.machine, result.options);
    if (result.merged.error) {
        result.decisions.error = result.merged.error;
        return;
    }
    result.decisions = decide(result.merged.tree, result.options);
}

void finish(HostDecisions &result, const std::optional<std::string_view> &text) {
    decideWith(result, text);
    if (!result.library.installed.empty())
        result.decisions.installed = result.library.installed.front().release;
}

} // namespace

Environment environmentOf(const host::Host &host) {
    std::vector<const host::NcclSetting *> settings;
    for (const host::NcclSetting &setting : host.ncclSettings)
        settings.push_back(&setting);
    std::stable_sort(settings.begin(), settings.end(),
                     [](const auto *a, const auto *b) { return rankOf(a->source) < rankOf(b->source); });
    Environment environment;
    for (const host::NcclSetting *setting : settings)
        if (!environment.all().contains(setting->name))
            environment.set(setting->name, setting->value.valueOr(""));
    return environment;
}

HostDecisions decideFor(const host::Host &host, const topology::Topology &topology, const Options &options,
                        const NcclFileText &textOf) {
    HostDecisions result = prepare(host, topology, options);
    const auto named = result.options.environment.text(Variable::TopoFile);
    result.file = named ? std::string(*named) : std::string(kDefaultFile);
    const auto at = std::find_if(host.ncclFiles.begin(), host.ncclFiles.end(),
                                 [&](const host::NcclFile &file) { return file.path == result.file; });
    std::optional<std::string> text;
    if (at != host.ncclFiles.end() && textOf)
        text = textOf(*at);
    result.fileRead = text.has_value();
    if (named)
        result.fileWhy = text ? "NCCL_TOPO_FILE names it"
                              : "NCCL_TOPO_FILE names it, but it was not collected: if the library cannot "
                                "open it, it logs INFO and continues without it";
    else if (text)
        result.fileWhy = "the library's default path: NCCL_TOPO_FILE is not set";
    else
        result.file.clear();
    if (result.file.empty())
        result.fileWhy = host.ncclFiles.empty()
                             ? "no topology file"
                             : fmt::format("NCCL_TOPO_FILE is not set: {} is not read",
                                           HostText(host.ncclFiles.front().path).plain(256));
    finish(result, text ? std::optional<std::string_view>(*text) : std::nullopt);
    return result;
}

HostDecisions decideForText(const host::Host &host, const topology::Topology &topology,
                            const Options &options, const std::string &name, std::string_view text) {
    HostDecisions result = prepare(host, topology, options);
    result.file = name;
    result.fileRead = true;
    result.fileWhy = "as requested";
    finish(result, text);
    return result;
}

} // namespace fabricscope::nccl
