// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/FailureText.h"

#include "widgets/models/LogModel.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace fabricscope::app::window {

namespace {

using remote::FailureKind;
using remote::Stage;
using widgets::ConnectionStep;
using widgets::UnreachableInfo;

QString tr(const char *text) {
    return QCoreApplication::translate("Unreachable", text);
}

/// The steps as displayed: the last stage of each, and the text of a step that was reached.
constexpr struct {
    const char *name;
    Stage last;
    const char *reached;
} kRungs[] = {
    {QT_TRANSLATE_NOOP("Unreachable", "Name"), Stage::Resolve, QT_TRANSLATE_NOOP("Unreachable", "found")},
    {QT_TRANSLATE_NOOP("Unreachable", "TCP"), Stage::Connect, QT_TRANSLATE_NOOP("Unreachable", "answers")},
    {QT_TRANSLATE_NOOP("Unreachable", "Host key"), Stage::HostKey,
     QT_TRANSLATE_NOOP("Unreachable", "accepted")},
    {QT_TRANSLATE_NOOP("Unreachable", "Login"), Stage::Login, QT_TRANSLATE_NOOP("Unreachable", "logged in")},
    {QT_TRANSLATE_NOOP("Unreachable", "Collect"), Stage::Link, QT_TRANSLATE_NOOP("Unreachable", "done")},
};

/// Advice by kind of failure, one per line.
constexpr struct Advice {
    FailureKind kind;
    const char *title;
    const char *text;
} kAdvice[] = {
    {FailureKind::Unresolvable, QT_TRANSLATE_NOOP("Unreachable", "Is the name right?"),
     QT_TRANSLATE_NOOP("Unreachable", "It is not in your ssh configuration, /etc/hosts or DNS.")},
    {FailureKind::Unresolvable, QT_TRANSLATE_NOOP("Unreachable", "Does it need a jump host?"),
     QT_TRANSLATE_NOOP("Unreachable",
                       "Set ProxyJump in ~/.ssh/config; the jump host then resolves the name.")},
    {FailureKind::Refused, QT_TRANSLATE_NOOP("Unreachable", "Is the port right?"),
     QT_TRANSLATE_NOOP("Unreachable", "Nothing listens on this port, or a firewall rejects it.")},
    {FailureKind::Refused, QT_TRANSLATE_NOOP("Unreachable", "Is sshd running?"),
     QT_TRANSLATE_NOOP("Unreachable", "On its console: systemctl status ssh (or sshd)")},
    {FailureKind::Unreachable, QT_TRANSLATE_NOOP("Unreachable", "Is the host up?"),
     QT_TRANSLATE_NOOP("Unreachable", "Check its BMC or console.")},
    {FailureKind::Unreachable, QT_TRANSLATE_NOOP("Unreachable", "Is this the right network?"),
     QT_TRANSLATE_NOOP("Unreachable", "Check VPN, VLAN, routes and other hosts.")},
    {FailureKind::Unreachable, QT_TRANSLATE_NOOP("Unreachable", "Does it need a jump host?"),
     QT_TRANSLATE_NOOP("Unreachable", "Set ProxyJump for it in ~/.ssh/config.")},
    {FailureKind::LoginDenied, QT_TRANSLATE_NOOP("Unreachable", "Is the user right?"),
     QT_TRANSLATE_NOOP("Unreachable", "Use user@host, or set User in ~/.ssh/config.")},
    {FailureKind::LoginDenied, QT_TRANSLATE_NOOP("Unreachable", "Is the key loaded?"),
     QT_TRANSLATE_NOOP("Unreachable", "ssh-add -l lists your agent's keys.")},
    {FailureKind::HostKeyUnknown, QT_TRANSLATE_NOOP("Unreachable", "Confirm the host key"),
     QT_TRANSLATE_NOOP("Unreachable", "Retry and compare the fingerprint with the host's console.")},
    {FailureKind::HostKeyChanged, QT_TRANSLATE_NOOP("Unreachable", "Was the host reinstalled?"),
     QT_TRANSLATE_NOOP("Unreachable", "Ask its administrator; read the fingerprint on its console.")},
    {FailureKind::HostKeyRevoked, QT_TRANSLATE_NOOP("Unreachable", "Ask for the new key"),
     QT_TRANSLATE_NOOP("Unreachable", "The host's administrator knows why the key was revoked.")},
    {FailureKind::HostCertificate, QT_TRANSLATE_NOOP("Unreachable", "Connect with OpenSSH"),
     QT_TRANSLATE_NOOP(
         "Unreachable",
         "Only the installed ssh verifies host certificates: choose it in Preferences, or --transport ssh.")},
    {FailureKind::ProxyFailed, QT_TRANSLATE_NOOP("Unreachable", "Run the ProxyCommand by hand"),
     QT_TRANSLATE_NOOP("Unreachable", "Its last output is above and in the transcript.")},
    {FailureKind::WrongPassword, QT_TRANSLATE_NOOP("Unreachable", "Is the password right?"),
     QT_TRANSLATE_NOOP("Unreachable", "Check the user above, the keyboard layout and Caps Lock.")},
    {FailureKind::WrongPassword, QT_TRANSLATE_NOOP("Unreachable", "Is the account locked?"),
     QT_TRANSLATE_NOOP("Unreachable", "Some hosts lock an account for a while after wrong passwords.")},
    {FailureKind::LinkLost, QT_TRANSLATE_NOOP("Unreachable", "Was it rebooted?"),
     QT_TRANSLATE_NOOP("Unreachable", "It was connected, then stopped responding.")},
    {FailureKind::CommandFailed, QT_TRANSLATE_NOOP("Unreachable", "May this user run commands?"),
     QT_TRANSLATE_NOOP("Unreachable", "A forced command or a shell such as nologin rejects commands.")},
    {FailureKind::Config, QT_TRANSLATE_NOOP("Unreachable", "Check the ssh configuration"),
     QT_TRANSLATE_NOOP("Unreachable", "~/.ssh/config or the given file; ssh -G shows the result.")},
    {FailureKind::Protocol, QT_TRANSLATE_NOOP("Unreachable", "Is it an SSH server?"),
     QT_TRANSLATE_NOOP("Unreachable", "The service on this port does not speak SSH.")},
    {FailureKind::Cancelled, QT_TRANSLATE_NOOP("Unreachable", "Cancelled"),
     QT_TRANSLATE_NOOP("Unreachable", "Nothing failed. Retry at any time.")},
};

/// Advice for timeouts, by the stage that timed out.
constexpr struct {
    Stage first, last;
    const char *title;
    const char *text;
} kTimeoutAdvice[] = {
    {Stage::Config, Stage::Config, QT_TRANSLATE_NOOP("Unreachable", "Check the ssh configuration"),
     QT_TRANSLATE_NOOP("Unreachable", "A “Match exec” command in it did not finish.")},
    {Stage::Resolve, Stage::Resolve, QT_TRANSLATE_NOOP("Unreachable", "Does DNS answer?"),
     QT_TRANSLATE_NOOP("Unreachable", "The lookup timed out. Check VPN and resolv.conf.")},
    {Stage::Connect, Stage::Connect, QT_TRANSLATE_NOOP("Unreachable", "Is the host up?"),
     QT_TRANSLATE_NOOP("Unreachable", "Check its BMC or console.")},
    {Stage::Connect, Stage::Connect, QT_TRANSLATE_NOOP("Unreachable", "Does a firewall block it?"),
     QT_TRANSLATE_NOOP("Unreachable", "No answer, not even a refusal, suggests a firewall.")},
    {Stage::HostKey, Stage::Login, QT_TRANSLATE_NOOP("Unreachable", "Was a prompt left open?"),
     QT_TRANSLATE_NOOP("Unreachable", "Unanswered prompts end the connection after a while.")},
    {Stage::Connect, Stage::Link, QT_TRANSLATE_NOOP("Unreachable", "Is it overloaded?"),
     QT_TRANSLATE_NOOP("Unreachable", "A swapping host accepts the connection, then stalls.")},
};

QString safe(const std::string &text) {
    return QString::fromStdString(text);
}

QString durationText(qint64 ms) {
    return ms < 1000 ? QStringLiteral("%1 ms").arg(ms)
                     : QStringLiteral("%1 s").arg(static_cast<double>(ms) / 1000, 0, 'f', 1);
}

/// The time from the first stage after `before` and up to `last`, to the first stage after `last` or to the
/// failure.
QString timeOf(const StageTimes &times, std::optional<Stage> before, Stage last) {
    std::optional<qint64> from;
    for (const auto &[stage, when] : times.entered) {
        const bool within = (!before || stage > *before) && stage <= last;
        if (within && !from)
            from = when;
        else if (stage > last)
            return from ? durationText(std::max<qint64>(0, when - *from)) : QString();
    }
    return from && times.endedMs != 0 ? durationText(std::max<qint64>(0, times.endedMs - *from)) : QString();
}

std::vector<ConnectionStep> connectionSteps(const remote::Failure &failure, const StageTimes &times) {
    std::vector<ConnectionStep> rungs;
    bool failed = false;
    std::optional<Stage> before;
    for (const auto &[name, last, reached] : kRungs) {
        ConnectionStep rung;
        rung.name = tr(name);
        if (!failed)
            rung.time = timeOf(times, before, last);
        before = last;
        if (failed) {
            rung.text = tr("not reached");
        } else if (failure.stage <= last) {
            failed = true;
            rung.state = ConnectionStep::State::Failed;
            rung.text = summaryText(failure);
        } else {
            rung.state = ConnectionStep::State::Reached;
            rung.text = tr(reached);
        }
        rungs.push_back(rung);
    }
    return rungs;
}

/// Indexed by Stage.
constexpr const char *kStages[] = {
    QT_TRANSLATE_NOOP("Unreachable", "read the configuration"),
    QT_TRANSLATE_NOOP("Unreachable", "look up the name"),
    QT_TRANSLATE_NOOP("Unreachable", "connect"),
    QT_TRANSLATE_NOOP("Unreachable", "exchange banners"),
    QT_TRANSLATE_NOOP("Unreachable", "check the host key"),
    QT_TRANSLATE_NOOP("Unreachable", "log in"),
    QT_TRANSLATE_NOOP("Unreachable", "start collecting"),
    QT_TRANSLATE_NOOP("Unreachable", "collect"),
};

/// The hint, which is meant for one line in a terminal, unless the table already gives this advice.
std::optional<QString> hintOf(const remote::Failure &failure) {
    const bool isAsked = failure.stage == Stage::Connect &&
                         (failure.kind == FailureKind::Refused || failure.kind == FailureKind::Timeout);
    if (failure.hint.empty() || isAsked)
        return std::nullopt;
    QString hint = safe(failure.hint);
    hint[0] = hint[0].toUpper();
    return hint;
}

} // namespace

QString summaryText(const remote::Failure &failure) {
    return QString::fromUtf8(remote::summary(failure).data(),
                             static_cast<qsizetype>(remote::summary(failure).size()));
}

bool isOffline(const remote::Failure &failure) {
    return failure.kind == FailureKind::Unreachable || failure.kind == FailureKind::LinkLost ||
           (failure.kind == FailureKind::Timeout && failure.stage == Stage::Connect);
}

QString stageText(remote::Stage stage) {
    return tr(kStages[static_cast<std::size_t>(stage)]);
}

UnreachableInfo unreachableInfo(const QString &host, const remote::Failure &failure,
                                const std::vector<LogLine> &transcript, const QString &snapshotTime,
                                const StageTimes &times) {
    UnreachableInfo info;
    const bool cancelled = failure.kind == FailureKind::Cancelled;
    const bool reached = failure.stage >= Stage::Command;
    info.title = isOffline(failure)      ? tr("%1 cannot be reached").arg(host)
                 : reached && !cancelled ? tr("%1 could not be read").arg(host)
                                         : QStringLiteral("%1: %2").arg(host, summaryText(failure));
    info.what = safe(failure.what);
    if (times.endedMs != 0 && !cancelled && !reached) {
        const QString when = widgets::clockText(times.endedMs).left(5);
        info.since = isOffline(failure) ? tr("offline since %1").arg(when)
                                        : tr("%1, %2").arg(summaryText(failure), when);
    }
    info.connectionSteps = connectionSteps(failure, times);
    info.hostKey = failure.kind == FailureKind::HostKeyChanged || failure.kind == FailureKind::HostKeyRevoked;
    if (const auto hint = hintOf(failure))
        info.advice.push_back({*hint, {}});
    for (const auto &[kind, title, text] : kAdvice)
        if (kind == failure.kind)
            info.advice.push_back({tr(title), tr(text)});
    for (const auto &[first, last, title, text] : kTimeoutAdvice)
        if (failure.kind == FailureKind::Timeout && failure.stage >= first && failure.stage <= last)
            info.advice.push_back({tr(title), tr(text)});
    constexpr std::size_t kLines = 40;
    const std::size_t from = transcript.size() > kLines ? transcript.size() - kLines : 0;
    for (std::size_t index = from; index < transcript.size(); ++index)
        info.transcript << QStringLiteral("%1  %2").arg(widgets::clockText(transcript[index].timeMs),
                                                        safe(transcript[index].text).simplified());
    info.snapshotTime = snapshotTime;
    return info;
}

} // namespace fabricscope::app::window
