// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/CollectPlans.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace fabricscope::app {

using capture::Part;
using remote::FailureKind;

namespace {

/// The silence limit of each part, as a multiple of CollectOptions::silence: only `touch` waits for hardware
/// alone. Each tool has its own limit of 20 s in the script.
struct PartRule {
    Part part;
    int silenceFactor;
    double progress; ///< when it has arrived
};
constexpr std::array<PartRule, 4> kPartRules = {{
    {Part::Safe, 4, 0.5},
    {Part::Touch, 1, 0.7},
    {Part::Tools, 6, 0.9},
    {Part::Root, 6, 1.0},
}};

const PartRule &rule(Part part) {
    return *std::find_if(kPartRules.begin(), kPartRules.end(),
                         [&](const PartRule &r) { return r.part == part; });
}

} // namespace

PartRun::Plan planOfAll(const std::string &nonce) {
    PartRun::Plan plan;
    plan.out = {Part::Safe, Part::Touch};
    plan.err = {Part::Tools};
    plan.maybe = Part::Root;
    HostScript script = hostScript(nonce);
    plan.script = std::move(script.safe);
    plan.rest = std::move(script.rest);
    return plan;
}

PartRun::Plan planOf(Part part, const std::string &nonce, const std::string &arguments) {
    PartRun::Plan plan;
    plan.out = {part};
    plan.script = collectorScript(part, nonce, arguments);
    return plan;
}

std::string scriptNames(const PartRun::Plan &plan) {
    std::string names;
    for (const Part part : plan.out)
        names += fmt::format("{}{}.sh", names.empty() ? "" : ", ", capture::toString(part));
    for (const Part part : plan.err)
        names += fmt::format(", {}.sh", capture::toString(part));
    if (plan.maybe)
        names += fmt::format(", {}.sh", capture::toString(*plan.maybe));
    return names;
}

int silenceFactor(Part part) {
    return rule(part).silenceFactor;
}

double progressWith(Part part) {
    return rule(part).progress;
}

remote::Failure startFailure(const std::optional<workspace::Container> &container,
                             const PartRun::Outcome &outcome) {
    if (container) {
        const Error error = workspace::containerError(*container, outcome.exit.status, outcome.errorText);
        return {FailureKind::CommandFailed, remote::Stage::Command, error.what, error.hint};
    }
    return {FailureKind::CommandFailed, remote::Stage::Command, "the host did not run /bin/sh -s",
            outcome.errorText.empty() ? "is a command forced (command= in authorized_keys, ForceCommand in "
                                        "sshd_config), or is the login shell nologin?"
                                      : outcome.errorText};
}

} // namespace fabricscope::app
