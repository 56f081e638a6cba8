// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/LoadQuestion.h"

#include "app/cli/Cli.h"
#include "app/cli/TerminalPrompts.h"
#include "app/cli/TerminalQuestion.h"
#include "core/base/HostText.h"
#include "core/base/Say.h"

#include <algorithm>
#include <cstdio>
#include <future>

namespace fabricscope::app::cli {

namespace {

void print(const std::string &host, const char *head, const std::vector<ForeignUse> &uses) {
    if (!uses.empty())
        say(stderr, "{}: {}:\n", HostText(host).line(256), head);
    for (const ForeignUse &use : uses)
        say(stderr, "  {}\n", describe(use));
}

} // namespace

/// Each once, however many runs follow.
void LoadQuestion::tell(const std::string &host, const ForeignLoad &load,
                        const std::vector<ForeignUse> &met) {
    if (const std::string unseen = unseenWords(load); !unseen.empty() && m_toldUnseen.insert(host).second)
        say(stderr, "{}: {}\n", HostText(host).line(256), unseen);
    std::vector<ForeignUse> others = load.uses;
    std::erase_if(others, [&](const ForeignUse &use) {
        return std::find(met.begin(), met.end(), use) != met.end() || m_asked.contains({host, use.pid}) ||
               !m_named.insert({host, use.pid}).second;
    });
    print(host, "other GPUs or NICs than this run's are in use", others);
    print(host, "GPUs or NICs of this run are in use", met);
}

bool LoadQuestion::mayStart(remote::Client &client, const HostWay &way, const bench::RunSpec &spec,
                            int &status) {
    std::promise<tl::expected<ForeignLoad, remote::Failure>> answer;
    const auto job = findForeignLoad(client, way, [&](auto load) { answer.set_value(std::move(load)); });
    const auto load = answer.get_future().get();
    status = kUnreachable;
    if (!load) {
        say(stderr, "{}: {}: {}\n", HostText(spec.host).line(256), remote::toString(load.error().stage),
            load.error().what);
        return false;
    }
    std::vector<ForeignUse> met = usersMet(*load, spec);
    std::erase_if(met, [&](const ForeignUse &use) { return m_asked.contains({spec.host, use.pid}); });
    tell(spec.host, *load, met);
    const bool endsEarly = spec.detached && !load->endsOfDetached.empty();
    if (endsEarly)
        for (const Error &end : load->endsOfDetached)
            say(stderr, "{}: {}\n  {}\n", HostText(spec.host).line(256), end.what, end.hint);
    if ((!met.empty() || endsEarly) && !m_yes &&
        !askYes("Start it all the same (yes, or anything else for no)? ")) {
        say(stderr, "Nothing was started{}.\n", hasTerminal() ? "" : ": --yes starts it all the same");
        status = kFindings;
        return false;
    }
    for (const ForeignUse &use : met)
        m_asked.insert({spec.host, use.pid});
    return true;
}

} // namespace fabricscope::app::cli
