// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/ConnectMachine.h"

#include "remote/ssh/ConnectFailures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

namespace fabricscope::remote {

namespace {

constexpr int kMaxRetries = 6;
constexpr int kMaxJumps = 8;
constexpr std::chrono::milliseconds kAnswerToBanner{500};
constexpr std::chrono::milliseconds kFirstPause{100}; // doubled at each retry, with jitter

} // namespace

ConnectMachine::Action ConnectMachine::step(const Event &event, TimePoint now) {
    m_now = now;
    if (!isActive() && !std::holds_alternative<Started>(event))
        return {Wait{}};
    return std::visit([this](const auto &one) { return on(one); }, event);
}

std::optional<ConnectMachine::TimePoint> ConnectMachine::wakeAt() const {
    std::optional<TimePoint> first;
    for (const auto &one : {m_countdown.end(), m_dialEnd, m_promptEnd, m_pauseEnd})
        if (one && (!first || *one < *first))
            first = one;
    return first;
}

ConnectMachine::Action ConnectMachine::on(const Started &event) {
    end(State::Idle);
    m_limits = event;
    m_retries = 0;
    m_isHandshakeLimit = false;
    m_countdown = {m_config.connectTimeout.value_or(event.connectLimit)};
    return start();
}

ConnectMachine::Action ConnectMachine::start() {
    m_mayRetry = true;
    m_isLinked = false;
    m_foreignLine.reset();
    if (byOpenSsh()) {
        m_stage = Stage::Resolve;
        if (!m_config.userMaster.empty()) {
            m_countdown.run(m_now);
            m_state = State::FindingMaster;
            return {FindMaster{}, {Stage::Resolve}};
        }
        Action next = m_config.jumps.empty() ? toSlot("ssh " + m_config.label()) : toJump();
        next.entered.insert(next.entered.begin(), Stage::Resolve);
        return next;
    }
    if (!m_config.jumps.empty())
        return toJump();
    if (!m_config.proxyCommand.empty())
        return toSlot("proxy " + m_config.proxyCommand);
    m_countdown.run(m_now);
    m_state = State::Resolving;
    return enter(Stage::Resolve, Resolve{});
}

ConnectMachine::Action ConnectMachine::enter(Stage stage, Task task) {
    m_stage = stage;
    return {std::move(task), {stage}};
}

ConnectMachine::Action ConnectMachine::toJump() {
    if (m_limits.depth >= kMaxJumps)
        return fail(tooManyJumps(kMaxJumps));
    m_state = State::ConnectingToJump; // the countdown rests: that connection has limits of its own
    return enter(Stage::Connect, ConnectToJump{});
}

/// A server drops connections when too many are not yet logged in (MaxStartups), so their number is limited.
/// The wait does not count.
ConnectMachine::Action ConnectMachine::toSlot(std::string server) {
    m_countdown.hold(m_now);
    m_state = State::AwaitingSlot;
    return {WaitForSlot{std::move(server)}};
}

ConnectMachine::Action ConnectMachine::toPermit() {
    m_countdown.hold(m_now);
    m_state = State::AwaitingPermit;
    return {WaitForPermit{}};
}

ConnectMachine::Action ConnectMachine::on(const Resolved &event) {
    if (m_state != State::Resolving || event.addresses.empty())
        return {Wait{}};
    m_addresses = event.addresses;
    return toSlot(m_addresses.front());
}

ConnectMachine::Action ConnectMachine::on(const JumpConnected &) {
    if (m_state != State::ConnectingToJump)
        return {Wait{}};
    if (byOpenSsh())
        return toSlot("ssh " + m_config.label());
    return toSlot(fmt::format("{} {}:{}", m_config.jumps.back(), m_config.host, m_config.port));
}

ConnectMachine::Action ConnectMachine::on(const SlotGranted &) {
    if (m_state != State::AwaitingSlot)
        return {Wait{}};
    m_countdown.run(m_now);
    if (byOpenSsh())
        return toPermit();
    if (m_config.jumps.empty() && m_config.proxyCommand.empty()) {
        Action first = dial(0);
        first.entered = {m_stage = Stage::Connect};
        return first;
    }
    m_state = State::OpeningLink;
    if (!m_config.jumps.empty())
        return {ForwardThroughJump{}};
    return enter(Stage::Connect, StartProxy{});
}

/// Each address gets a share of the time: an unreachable first one must not hide a working second one.
ConnectMachine::Action ConnectMachine::dial(std::size_t address) {
    m_state = State::Dialling;
    m_address = address;
    const auto left = m_countdown.end().value_or(m_now) - m_now;
    const auto share = left / static_cast<std::ptrdiff_t>(m_addresses.size() - address);
    m_dialEnd = m_now + std::max<TimePoint::duration>(share, std::chrono::milliseconds(1));
    return {Dial{address}};
}

ConnectMachine::Action ConnectMachine::on(const Refused &event) {
    if (m_state != State::Dialling)
        return {Wait{}};
    m_dialEnd.reset();
    if (m_address + 1 < m_addresses.size())
        return dial(m_address + 1);
    return fail(dialFailure(m_addresses.back(), event.error));
}

ConnectMachine::Action ConnectMachine::on(const Linked &event) {
    if (m_state == State::Handshaking && byOpenSsh())
        m_isLinked = true;
    if (m_state != State::Dialling && m_state != State::OpeningLink)
        return {Wait{}};
    m_dialEnd.reset();
    m_mayRetry = event.mayRetry;
    m_isLinked = true;
    m_state = State::AwaitingBanner;
    return {AwaitBanner{}};
}

ConnectMachine::Action ConnectMachine::on(const BannerReceived &) {
    if (m_state == State::AskingForBanner) // too late: it would get two banners of ours
        return fail(timeout());
    return m_state == State::AwaitingBanner ? toPermit() : Action{Wait{}};
}

ConnectMachine::Action ConnectMachine::on(const ForeignLine &event) {
    if (m_state == State::AskingForBanner)
        return fail(notSsh(m_config, event.line));
    // A server may send lines of text before its banner.
    const bool isBefore = m_state == State::AwaitingBanner || m_state == State::Handshaking;
    if (isBefore && m_stage <= Stage::Connect && (!m_foreignLine || m_foreignLine->empty()))
        m_foreignLine = event.line;
    return {Wait{}};
}

ConnectMachine::Action ConnectMachine::on(const ClosedBeforeBanner &event) {
    if (m_state == State::AskingForBanner)
        return fail(event.reason.value_or(timeout()));
    if (m_state != State::AwaitingBanner)
        return {Wait{}};
    if (event.reason)
        return fail(*event.reason); // it is known why: to try again would not help
    return retryOrFail(closedWithoutBanner(m_config), m_mayRetry);
}

ConnectMachine::Action ConnectMachine::on(const PermitGranted &) {
    if (m_state != State::AwaitingPermit)
        return {Wait{}};
    m_state = State::Handshaking;
    if (byOpenSsh()) {
        m_countdown.run(m_now);
        return {StartMaster{}};
    }
    startHandshakeCountdown();
    m_stage = Stage::Handshake; // shown once a worker begins with it
    return {PerformHandshake{}};
}

ConnectMachine::Action ConnectMachine::on(const MasterConnected &) {
    if (m_state == State::FindingMaster)
        m_state = State::Handshaking;
    return {Wait{}};
}

/// The user's own master continues after us, so it uses no session of ours to a jump host.
ConnectMachine::Action ConnectMachine::on(const MasterMissing &) {
    return m_state == State::FindingMaster ? toSlot("ssh " + m_config.label()) : Action{Wait{}};
}

ConnectMachine::Action ConnectMachine::on(const StageReached &event) {
    if (m_state != State::Handshaking)
        return {Wait{}};
    if (byOpenSsh() && event.stage == Stage::Handshake)
        startHandshakeCountdown();
    return enter(event.stage, Wait{});
}

void ConnectMachine::startHandshakeCountdown() {
    m_isHandshakeLimit = true;
    m_countdown = {m_limits.handshakeLimit};
    m_countdown.run(m_now);
}

ConnectMachine::Action ConnectMachine::on(const PromptShown &) {
    if (m_state != State::Handshaking)
        return {Wait{}};
    m_countdown.hold(m_now);
    m_promptEnd = m_now + m_limits.promptLimit;
    return {ReleasePermit{}}; // waiting for the user must not block others
}

ConnectMachine::Action ConnectMachine::on(const PromptAnswered &) {
    if (m_state != State::Handshaking)
        return {Wait{}};
    m_promptEnd.reset();
    m_countdown.run(m_now);
    return {Wait{}};
}

ConnectMachine::Action ConnectMachine::on(const HandshakeFailed &event) {
    if (m_state != State::Handshaking)
        return {Wait{}};
    if ((m_stage <= Stage::Connect || !event.hadBanner) && m_foreignLine)
        return fail(notSsh(m_config, *m_foreignLine));
    if (event.closedByServer)
        return retryOrFail(event.failure, byOpenSsh()
                                              ? m_config.proxyCommand.empty() && m_config.jumps.empty()
                                              : m_mayRetry);
    Action failed = fail(event.failure);
    if (event.noCommonAlgorithm)
        failed.task = FailOrUseOpenSsh{event.failure};
    return failed;
}

ConnectMachine::Action ConnectMachine::on(const LoggedIn &) {
    if (m_state != State::Handshaking)
        return {Wait{}};
    end(State::Ended);
    return {Finish{}};
}

ConnectMachine::Action ConnectMachine::on(const Failed &event) {
    return fail(event.failure);
}

ConnectMachine::Action ConnectMachine::on(const Cancelled &) {
    end(State::Idle);
    return {Stop{}};
}

ConnectMachine::Action ConnectMachine::on(const TimePassed &) {
    const auto isOver = [this](const std::optional<TimePoint> &end) {
        return end && *end <= m_now;
    };
    if (isOver(m_pauseEnd)) {
        m_pauseEnd.reset();
        return start();
    }
    if (isOver(m_dialEnd)) // before the countdown, which ends with the last address's share
        return on(Refused{ETIMEDOUT});
    if (isOver(m_promptEnd))
        return fail(unanswered(m_config, m_stage, m_limits.promptLimit));
    return isOver(m_countdown.end()) ? countdownOver() : Action{Wait{}};
}

/// A server of HTTP or TLS waits for its client to begin: its answer shows what it is.
ConnectMachine::Action ConnectMachine::countdownOver() {
    if (m_state != State::AwaitingBanner)
        return fail(timeout());
    m_state = State::AskingForBanner;
    m_countdown = {kAnswerToBanner};
    m_countdown.run(m_now);
    return {SendBanner{}};
}

Failure ConnectMachine::timeout() const {
    const bool isBeforeKeys = m_stage <= (byOpenSsh() ? Stage::Connect : Stage::Handshake);
    if (isBeforeKeys && m_foreignLine)
        return notSsh(m_config, *m_foreignLine);
    if (m_isHandshakeLimit)
        return handshakeTimeout(m_config, m_stage, m_limits.handshakeLimit);
    return m_isLinked ? noBanner(m_config, connectLimit())
                      : connectTimeout(m_config, m_stage, connectLimit());
}

ConnectMachine::Action ConnectMachine::retryOrFail(Failure failure, bool mayRetry) {
    m_countdown.hold(m_now);
    const auto base = kFirstPause * (1 << std::min(m_retries, 5));
    const auto pause =
        base + std::chrono::milliseconds(m_random() % static_cast<unsigned long>(base.count() * 2));
    if (!mayRetry || m_retries == kMaxRetries || m_countdown.left <= pause)
        return fail(std::move(failure));
    end(State::Pausing);
    ++m_retries;
    m_pauseEnd = m_now + pause;
    return {Pause{}};
}

ConnectMachine::Action ConnectMachine::fail(Failure failure) {
    end(State::Ended);
    return {Fail{std::move(failure)}};
}

void ConnectMachine::end(State state) {
    m_countdown.hold(m_now);
    m_dialEnd.reset();
    m_promptEnd.reset();
    m_pauseEnd.reset();
    m_state = state;
}

} // namespace fabricscope::remote
