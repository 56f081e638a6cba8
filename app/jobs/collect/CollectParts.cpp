// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/CollectPlans.h"
#include "app/jobs/collect/CollectRun.h"
#include "app/jobs/collect/RootNote.h"
#include "app/jobs/script/ContainerShell.h"

#include <fmt/format.h>

namespace fabricscope::app {

using capture::Part;
using remote::Failure;
using remote::FailureKind;

namespace {

std::string_view partName(Part part) {
    return capture::toString(part);
}

} // namespace

void CollectRun::runAll() {
    m_allRun = startRun(planOfAll(m_nonce), ShellUser::Login);
}

void CollectRun::runPart(Part part, const std::string &arguments) {
    startRun(planOf(part, m_nonce, arguments), ShellUser::Login);
}

void CollectRun::runRoot(ShellUser user, remote::Secret password) {
    // If every user may read the kernel log, it is part of the tools.
    m_sudoRun = startRun(planOf(Part::Root, m_nonce, m_host.isLogReadable() ? "no-dmesg" : ""), user,
                         std::move(password));
}

std::shared_ptr<PartRun> CollectRun::startRun(PartRun::Plan plan, ShellUser user, remote::Secret password) {
    // Several shells start at once, on a host that may need seconds for each.
    plan.silence = [silence = m_options.silence, startUp = m_startUp](Part part) {
        return silence * silenceFactor(part) + 4 * startUp;
    };
    ScriptShell shell(m_nonce, user);
    if (m_container)
        shell.enter(*m_container, m_options.root);
    const Part first = plan.out.front();
    log(partName(first),
        fmt::format("{}  < {}, {} bytes", m_container ? shownShell(*m_container) : shell.line(),
                    scriptNames(plan), plan.script.size() + plan.rest.size()));
    const auto self = std::make_shared<std::weak_ptr<PartRun>>();
    auto run = std::make_shared<PartRun>(m_client, std::move(plan), std::move(shell), m_nonce, m_strand,
                                         partEvents(self));
    *self = run;
    m_runs.push_back(run);
    run->start(m_transport, m_options.kept, std::move(password));
    return run;
}

PartRun::Events CollectRun::partEvents(const std::shared_ptr<std::weak_ptr<PartRun>> &run) {
    PartRun::Events events;
    events.begun = [self = self()](Part part) {
        if (self->m_events.progress)
            self->m_events.progress(progressWith(part) - 0.2, fmt::format("reading ({})", partName(part)));
    };
    events.section = [self = self()](capture::Section section) {
        self->addSection(std::move(section));
    };
    events.note = [self = self()](Part part, std::string text) {
        self->log(partName(part), text);
        self->m_host.note(std::move(text));
    };
    events.passwordRefused = [self = self()] {
        self->askPassword();
    };
    events.ended = [self = self()](Part part, const PartRun::Outcome &outcome) {
        self->partEnded(part, outcome);
    };
    events.finished = [self = self(), run] {
        const auto ended = run->lock();
        std::erase(self->m_runs, ended);
        if (self->m_sudoRun == ended)
            self->m_sudoRun.reset();
        if (self->m_allRun == ended)
            self->m_allRun.reset();
        self->finishWhenIdle();
    };
    return events;
}

void CollectRun::addSection(capture::Section section) {
    const capture::Section::Meta &meta = section.meta();
    log(partName(meta.part), fmt::format("{}  {}  {} bytes{}{}", meta.name, meta.origin, section.size(),
                                         meta.damage == capture::Damage::None ? "" : ", ", meta.damageText));
    m_host.add(std::move(section));
}

void CollectRun::partEnded(Part part, const PartRun::Outcome &outcome) {
    if (outcome.done)
        m_host.arrived(part);
    if (!outcome.errorText.empty())
        log(partName(part), "standard error: " + outcome.errorText);
    if (m_cancelled || m_failure) {
        if (!m_cancelled && m_host.hasSnapshot() && outcome.begun)
            publish(); // data received until the deadline or the disconnection is kept
        return;
    }
    if (outcome.exit.failure && outcome.exit.failure->kind == FailureKind::LinkLost) {
        m_failure = outcome.exit.failure;
        m_sudo.abandon();
        if (m_host.hasSnapshot() || outcome.begun)
            publish();
        return;
    }
    switch (part) {
    case Part::Safe:
        safeEnded(outcome);
        return;
    case Part::Touch:
        if (outcome.stuck && outcome.begun && retryTouch(outcome))
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
    if (!outcome.begun && outcome.isShared) { // an earlier part in its shell hangs, or ended the shell
        runPart(part);
        return;
    }
    noteSilence(part, outcome);
    publish();
}

void CollectRun::noteSilence(Part part, const PartRun::Outcome &outcome) {
    if (!outcome.stuck)
        return;
    m_host.note(outcome.openSection.empty()
                    ? fmt::format("{}: no answer from its script", partName(part))
                    : fmt::format("{}: no answer while reading {} after {}", partName(part),
                                  outcome.openSection, outcome.lastLine));
}

void CollectRun::safeEnded(const PartRun::Outcome &outcome) {
    if (!outcome.begun) {
        m_failure = outcome.exit.failure.value_or(startFailure(m_container, outcome));
        return;
    }
    noteSilence(Part::Safe, outcome);
    publish();
    m_startUp = outcome.startUp;
    m_allRun->sendRest();
    if (m_host.isRoot() || !m_options.root)
        return;
    if (!m_container)
        runRoot(ShellUser::Sudo);
    else
        m_host.note("sudo is not used in a container: everything was read as the user of the container");
}

bool CollectRun::retryTouch(const PartRun::Outcome &outcome) {
    const auto step = m_slowTouch.next(outcome.openSection, outcome.lastLine);
    if (!step)
        return false;
    if (step->stuckDevice.empty()) {
        // The quick run reads in batches and cannot tell which device it was: the slow one reads all of them
        // again.
        m_host.dropDamaged(Part::Touch);
        log("touch", "no answer; reading the devices one by one");
    } else {
        std::string note = fmt::format("{} does not answer: reading its {} did not finish", step->stuckDevice,
                                       outcome.openSection);
        log("touch", note);
        m_host.note(std::move(note));
    }
    runPart(Part::Touch, step->arguments);
    return true;
}

bool CollectRun::rootRefused(const PartRun::Outcome &outcome) {
    m_sudo.refused(outcome.errorText);
    if (m_sudo.isAsking()) { // sudo did not wait for the answer
        m_sudo.abandon();
        return true;
    }
    if (!m_host.isRoot() && m_sudo.mayAsk()) {
        askPassword();
        return true;
    }
    rootSkipped(std::string(kNotReadAsRoot) + ": " + m_sudo.why());
    return false;
}

/// Keeps a reference to the job: its caller gets the data that was read, whether or not the user answers.
void CollectRun::askPassword() {
    if (m_sudo.isAsking()) // the host sent sudo's prompt, which it can read, once more
        return;
    if (!m_sudo.mayAsk()) {
        m_sudo.giveUp();
        if (m_sudoRun)
            m_sudoRun->answer({});
        return;
    }
    m_clock.hold();
    m_sudo.ask(m_cancelled || m_failure, [job = self()](const remote::Secret &password) {
        job->post([job, password] { job->passwordReceived(password); });
    });
}

void CollectRun::passwordReceived(const remote::Secret &given) {
    const remote::Secret password = m_sudo.take(given);
    if (m_finished)
        return;
    runClock();
    if (m_sudoRun) { // sudo waits; when it ends the root part does
        m_sudoRun->answer(password);
        return;
    }
    if (!password.empty()) {
        runRoot(ShellUser::SudoPassword, password);
        return;
    }
    rootSkipped(std::string(kNotReadAsRoot) + ", " + m_sudo.noPasswordReason());
    publish();
    finishWhenIdle();
}

void CollectRun::rootSkipped(const std::string &note) {
    log("root", note);
    m_host.rootSkipped(note);
}

} // namespace fabricscope::app
