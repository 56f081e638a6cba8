// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/generate/RequiredSettings.h"

#include "core/base/HostText.h"
#include "core/base/ShellQuote.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::hostvm {

namespace {

using nccl::Variable;

constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,=";

Setting exported(const nccl::Environment &environment, Variable variable, std::string_view value,
                 std::string why) {
    Setting setting;
    setting.variable = nccl::nameOf(variable);
    setting.value = value;
    setting.line = fmt::format("export {}={}", setting.variable, pastedWord(value));
    setting.why = std::move(why);
    setting.done = environment.text(variable) == value;
    return setting;
}

/// Each container has its own files and environment.
Setting inContainers(std::string_view path, const std::vector<Setting> &exports) {
    Setting setting;
    setting.line = fmt::format("docker run -v {0}:{0}:ro", pastedWord(path));
    for (const Setting &one : exports)
        setting.line += fmt::format(" -e {}={}", one.variable, pastedWord(one.value));
    setting.line += " ...";
    setting.why =
        "containers need the file and the variables too: a file that cannot be opened is logged only as INFO";
    return setting;
}

/// The NICs that the library would search at device 00 of their bus.
std::vector<std::string> collapsed(const nccl::HostDecisions &decided) {
    nccl::Environment environment = decided.options.environment;
    environment.unset(nccl::nameOf(Variable::IbMergeVfs)); // the default
    std::vector<std::string> names;
    for (const nccl::PluginNet &net :
         nccl::pluginNets(decided.machine, environment, *decided.options.version).nets)
        if (net.collapsed)
            names.push_back(HostText(net.name).plain(64));
    return names;
}

/// Whether peer memory is unavailable, so that DMA-BUF must be enabled for the library.
bool needsDmaBuf(const nccl::HostDecisions &decided) {
    const bool off = decided.options.environment.number(Variable::DmaBufEnable) == 0;
    return decided.machine.peerMemory.has == false && decided.machine.dmaBuf.has != false &&
           (off || !decided.options.version->dmaBufByDefault);
}

} // namespace

std::string pastedWord(std::string_view text) {
    return shellWord(HostText(text).plain(1024));
}

std::vector<Setting> settingsFor(const nccl::HostDecisions &decided, std::string_view path) {
    const nccl::Environment &environment = decided.options.environment;
    std::vector<Setting> settings = {
        exported(environment, Variable::TopoFile, path, "the file that the library opens")};
    if (const auto names = collapsed(decided); !names.empty())
        settings.push_back(exported(
            environment, Variable::IbMergeVfs, "0",
            fmt::format("{}{} on a flat bus: without it the library looks up {} at device 00 of the bus",
                        names.front(),
                        names.size() > 1 ? fmt::format(" and {} more are", names.size() - 1) : " is",
                        names.size() > 1 ? "all of them" : "it")));
    if (needsDmaBuf(decided))
        settings.push_back(
            exported(environment, Variable::DmaBufEnable, "1",
                     fmt::format("{}: GPUDirect RDMA then needs DMA-BUF, which must be enabled",
                                 decided.machine.peerMemory.why)));
    settings.push_back(inContainers(path, settings));
    return settings;
}

nccl::Environment withSettings(nccl::Environment environment, const std::vector<Setting> &settings) {
    for (const Setting &setting : settings)
        if (!setting.variable.empty())
            environment.set(setting.variable, setting.value);
    return environment;
}

} // namespace fabricscope::hostvm
