// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sources/Targets.h"

#include "app/jobs/script/HostEndpoint.h"
#include "core/base/HostText.h"
#include "core/base/Print.h"
#include "core/workspace/HostRange.h"
#include "core/workspace/HostSpec.h"

#include <fmt/format.h>

#include <unordered_set>

namespace fabricscope::app::cli {

namespace {

using workspace::HostEntry;

/// Keeps each endpoint once.
class UniqueHosts {
public:
    Result<> add(HostEntry host) {
        if (!m_keys.insert(workspace::connectionKey(host)).second) {
            printText(stderr, "{}: named more than once, read once\n", host.name);
            return {};
        }
        if (m_hosts.size() == workspace::kMaxHosts)
            return failure(fmt::format("more than {} hosts", workspace::kMaxHosts));
        m_hosts.push_back(std::move(host));
        return {};
    }
    std::vector<HostEntry> take() { return std::move(m_hosts); }

private:
    std::vector<HostEntry> m_hosts;
    std::unordered_set<std::string> m_keys;
};

Result<> addList(const std::string &path, UniqueHosts &once) {
    const auto text = textOfList(path);
    if (!text)
        return tl::unexpected(text.error());
    auto list = workspace::readHostList(*text, path);
    if (!list)
        return tl::unexpected(list.error());
    for (const workspace::ListWarning &warning : list->warnings)
        printText(stderr, "{}: {}{}\n", path, warning.line > 0 ? fmt::format("line {}: ", warning.line) : "",
                  warning.text);
    printText(stderr, "{}: {} host{}, read as {}\n", path, list->hosts.size(),
              list->hosts.size() == 1 ? "" : "s", workspace::toString(list->form));
    for (HostEntry &host : list->hosts)
        if (const Result<> added = once.add(std::move(host)); !added)
            return added;
    return {};
}

} // namespace

HostEntry typedHost(const std::string &target) {
    HostEntry entry;
    if (auto parsed = workspace::parseHostSpec(target))
        entry = std::move(*parsed);
    else
        entry.address = target;
    entry.name = target;
    return entry;
}

Result<std::vector<HostEntry>> namedHosts(const std::vector<std::string> &targets,
                                          const std::vector<std::string> &lists) {
    UniqueHosts once;
    for (const std::string &target : targets) {
        const auto names = workspace::expandRange(target);
        if (!names)
            return tl::unexpected(names.error());
        for (const std::string &name : *names)
            if (const Result<> added = once.add(typedHost(name)); !added)
                return tl::unexpected(added.error());
    }
    for (const std::string &list : lists)
        if (const Result<> added = addList(list, once); !added)
            return tl::unexpected(added.error());
    return once.take();
}

std::string messagePrefix(const std::string &target) {
    const std::string shown = HostText(target).line(400);
    return shown + (shown.ends_with(':') ? " " : ": ");
}

} // namespace fabricscope::app::cli
