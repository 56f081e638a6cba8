// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/CollectRun.h"
#include "app/jobs/ContainerShell.h"
#include "core/base/Text.h"
#include "remote/Secret.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <thread>

namespace fabricscope::app {

using capture::Part;
using remote::Failure;
using remote::FailureKind;

namespace {

constexpr int kMaxPasswordAttempts = 3;
constexpr std::string_view kShell = "exec /bin/sh -s";

/// How long each part may be silent, as a multiple of CollectOptions::silence: only `touch` waits for
/// hardware alone. Tools have 20 s each of their own, which the script gives them.
struct PartRule {
    Part part;
    int silenceFactor;
    double progress; ///< when it has come
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

std::string_view partName(Part part) {
    return capture::toString(part);
}

/// The word of a simulated host for itself, empty on real ones.
std::string simulatedBy(std::string_view identity) {
    constexpr std::string_view kMark = "etc/fabricscope-simulated:";
    while (!identity.empty()) {
        const std::string_view line = takeUntil(identity, '\n');
        if (line.substr(0, kMark.size()) == kMark)
            return sanitized(trimmed(line.substr(kMark.size())), 200);
    }
    return {};
}

} // namespace

void CollectRun::runPart(Part part, const std::string &arguments) {
    remote::Command command;
    command.line = m_container ? containerShell(*m_container, m_options.root) : std::string(kShell);
    if (part == Part::Root && !m_isRoot && !m_container)
        command.line = "exec sudo -n /bin/sh -s";
    startRun(part, std::move(command), collectorScript(part, m_nonce, arguments), {});
}

void CollectRun::startRun(Part part, remote::Command command, std::string script, std::string password) {
    // Several parts start at once, on a host that may take seconds for each login shell.
    command.silence = m_options.silence * rule(part).silenceFactor + 4 * m_startUp;
    const bool asksPassword = !password.empty();
    if (!asksPassword)
        command.input = script;
    command.keepInputOpen = asksPassword;
    const std::string marker = asksPassword ? "[fabricscope " + m_nonce + "]" : std::string();
    if (asksPassword)
        command.line = fmt::format("exec sudo -k -S -p '{}' /bin/sh -s", marker);
    const std::string shown = m_container ? shownShell(*m_container) : command.line;
    log(partName(part), fmt::format("{}  < {}.sh, {} bytes", shown, partName(part), script.size()));

    auto run = std::make_shared<PartRun>(part, m_nonce, m_strand,
                                         partEvents(part, std::move(script), std::move(password)));
    m_runs.push_back(run);
    m_runOf[part] = run;
    if (m_events.progress)
        m_events.progress(rule(part).progress - 0.2, fmt::format("reading ({})", partName(part)));
    run->start(*m_transport, std::move(command), marker);
}

PartRun::Events CollectRun::partEvents(Part part, std::string script, std::string password) {
    PartRun::Events events;
    events.section = [self = self(), part](capture::Section section) {
        self->addSection(part, std::move(section));
    };
    events.note = [self = self(), part](std::string text) {
        self->log(partName(part), text);
        self->m_capture.notes.push_back(std::move(text));
    };
    events.prompt = [self = self(), part, script = std::move(script), password = std::move(password),
                     asked = false](const std::string &) mutable {
        const auto run = self->m_runOf[part];
        if (std::exchange(asked, true)) { // asked again: the password was wrong
            run->cancel();
            return;
        }
        run->write(password + "\n" + script, true);
        remote::wipe(password);
    };
    events.finished = [self = self(), part](const PartRun::Outcome &outcome) {
        self->partEnded(part, outcome);
    };
    return events;
}

void CollectRun::addSection(Part part, capture::Section section) {
    const capture::Section::Meta &meta = section.meta();
    if (meta.name == "identity")
        m_capture.simulated = simulatedBy(section.bytes());
    if (meta.name == "user")
        m_isRoot = section.bytes().rfind("uid=0(", 0) == 0;
    log(partName(part), fmt::format("{}  {}  {} bytes{}{}", meta.name, meta.origin, section.size(),
                                    meta.damage == capture::Damage::None ? "" : ", ", meta.damageText));
    m_capture.sections.push_back(std::move(section));
}

void CollectRun::partEnded(Part part, const PartRun::Outcome &outcome) {
    const auto run = m_runOf[part];
    m_runs.erase(std::remove(m_runs.begin(), m_runs.end(), run), m_runs.end());
    m_runOf.erase(part);
    if (outcome.done)
        m_arrived.push_back(part);
    if (!outcome.errorText.empty())
        log(partName(part), "standard error: " + outcome.errorText);
    if (m_cancelled || m_failure) {
        if (!m_cancelled && m_last.capture)
            publish(); // what came until the deadline or the end of the link is kept
        finishWhenIdle();
        return;
    }
    if (outcome.exit.failure && outcome.exit.failure->kind == FailureKind::LinkLost) {
        m_failure = outcome.exit.failure;
        if (m_last.capture || outcome.begun)
            publish();
        finishWhenIdle();
        return;
    }
    switch (part) {
    case Part::Safe:
        safeEnded(outcome);
        return;
    case Part::Touch:
        if (outcome.stuck && touchAgain(outcome))
            return;
        break;
    case Part::Root:
        if (!outcome.begun && rootRefused(outcome))
            return;
        break;
    case Part::Tools:
    case Part::Import:
        break;
    }
    noteSilence(part, outcome);
    publish();
    finishWhenIdle();
}

void CollectRun::noteSilence(Part part, const PartRun::Outcome &outcome) {
    if (!outcome.stuck)
        return;
    m_capture.notes.push_back(outcome.openSection.empty()
                                  ? fmt::format("{}: no answer from its script", partName(part))
                                  : fmt::format("{}: no answer while reading {} after {}", partName(part),
                                                outcome.openSection, outcome.lastLine));
}

void CollectRun::safeEnded(const PartRun::Outcome &outcome) {
    if (!outcome.begun) {
        m_failure = outcome.exit.failure.value_or(notBegun(outcome));
        finishWhenIdle();
        return;
    }
    noteSilence(Part::Safe, outcome);
    publish();
    m_startUp = outcome.startUp;
    runPart(Part::Touch);
    runPart(Part::Tools);
    if (m_isRoot)
        runPart(Part::Root, "no-config"); // as root, the touch part reads it whole
    else if (m_options.root && !m_container)
        runPart(Part::Root);
    else if (m_options.root)
        m_capture.notes.emplace_back("sudo does not apply inside a container: it was read as the user that "
                                     "the container runs as");
}

Failure CollectRun::notBegun(const PartRun::Outcome &outcome) const {
    if (m_container) {
        const Error error = workspace::containerTrouble(*m_container, outcome.exit.status, outcome.errorText);
        return {FailureKind::CommandFailed, remote::Stage::Command, error.what, error.hint};
    }
    return {FailureKind::CommandFailed, remote::Stage::Command, "the host did not run /bin/sh -s",
            outcome.errorText.empty() ? "is the login shell a forced command?" : outcome.errorText};
}

bool CollectRun::touchAgain(const PartRun::Outcome &outcome) {
    const auto step = m_slowTouch.next(outcome.openSection, outcome.lastLine);
    if (!step)
        return false;
    if (step->culprit.empty()) {
        // The quick run reads in batches and cannot tell which device it was: the slow one reads all
        // again.
        std::erase_if(m_capture.sections, [](const capture::Section &section) {
            return section.meta().part == Part::Touch && section.meta().damage != capture::Damage::None;
        });
        log("touch", "no answer; reading the devices one by one");
    } else {
        std::string note =
            fmt::format("{} does not answer: reading {} of it got stuck", step->culprit, outcome.openSection);
        log("touch", note);
        m_capture.notes.push_back(std::move(note));
    }
    runPart(Part::Touch, step->arguments);
    return true;
}

bool CollectRun::rootRefused(const PartRun::Outcome &outcome) {
    if (!m_isRoot && m_options.sudoPassword && m_passwordAttempts < kMaxPasswordAttempts) {
        ++m_passwordAttempts;
        m_asking = true;
        // A person takes minutes: neither the strand nor a worker may wait for that.
        std::thread([weak = std::weak_ptr(self()), ask = m_options.sudoPassword, target = m_target,
                     error = outcome.errorText] {
            auto password = ask(target);
            if (auto job = weak.lock())
                job->post([job, password = std::move(password), error]() mutable {
                    job->passwordGiven(std::move(password), error);
                });
        }).detach();
        return true;
    }
    rootGivenUp(outcome.errorText);
    return false;
}

void CollectRun::passwordGiven(std::optional<std::string> password, const std::string &error) {
    m_asking = false;
    if (password && !password->empty() && !m_cancelled && !m_failure) {
        startRun(Part::Root, {}, collectorScript(Part::Root, m_nonce), std::move(*password));
        return;
    }
    rootGivenUp(error);
    publish();
    finishWhenIdle();
}

void CollectRun::rootGivenUp(const std::string &error) {
    const std::string note =
        "the root part was refused: " + (error.empty() ? "sudo needs a password" : error);
    log("root", note);
    m_capture.notes.push_back(note);
}
} // namespace fabricscope::app
