// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/OpenSshConnectSession.h"

#include "remote/ClientImpl.h"
#include "remote/base/Secret.h"
#include "remote/base/Ssh.h"
#include "remote/openssh/AskpassQuestion.h"
#include "remote/openssh/AskpassServer.h"
#include "remote/openssh/MuxSession.h"
#include "remote/openssh/OpenSshArguments.h"
#include "remote/openssh/OpenSshErrors.h"
#include "remote/openssh/OpenSshMaster.h"
#include "remote/process/SshHelper.h"
#include "remote/ssh/ConnectFailures.h"
#include "remote/ssh/HostKeyCheck.h"
#include "remote/ssh/KnownHosts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>

#include <algorithm>

namespace fabricscope::remote {

namespace {

constexpr std::chrono::milliseconds kSocketPoll{20};
constexpr std::chrono::milliseconds kReasonLimit{1000}; // for ssh's message about the end of the connection
constexpr std::size_t kMaxLines = 32;                   // lines between two questions

/// The progress of ssh, by its debug messages of level 1.
struct Milestone {
    std::string_view line;
    Stage stage;
};
constexpr Milestone kMilestones[] = {
    {"debug1: Connecting to ", Stage::Connect},
    {"debug1: Executing proxy command", Stage::Connect},
    {"debug1: Remote protocol version", Stage::Handshake},
    {"debug1: Server host key: ", Stage::HostKey},
    {"debug1: Server host certificate: ", Stage::HostKey},
    {"debug1: SSH2_MSG_SERVICE_ACCEPT received", Stage::Login},
};

/// Whether the answer is a password. ssh passes on only its text, not whether the input may be visible.
bool isPassword(const AuthQuestion &question) {
    if (question.kind == AuthQuestion::Kind::KeyboardInteractive)
        return !question.prompts.empty() &&
               question.prompts.front().text.find("assword") != std::string::npos;
    return question.kind == AuthQuestion::Kind::Password;
}

class OpenSshConnectSession final : public PendingSession {
public:
    OpenSshConnectSession(std::shared_ptr<Hub> hub, HostConfig config, std::string key)
        : PendingSession(std::move(hub), std::move(config), std::move(key)), m_poll(*m_loop) {}

private:
    void perform(const Machine::Task &task) override;
    void dropParts() override;
    void findUserMaster();
    void startMaster();
    void tryMux();
    void muxReady(const tl::expected<void, Failure> &ready);
    void finish();
    void saveKnownKeys();
    void lineReceived(std::string_view line);
    void masterEnded(int status);
    void showChangedKey(const HostKeyQuestion &question, Failure failure);
    AskpassServer::Work prepareAnswer(const AskpassRequest &request);
    AskpassServer::Work prepareAnswer(HostKeyQuestion question, const AskpassRequest &request);
    AskpassServer::Work prepareAnswer(AuthQuestion question, const AskpassRequest &request);
    void unanswered(bool hasPrompt);
    [[nodiscard]] std::function<void(std::function<void(Failure)>)> findLossReason() const;
    [[nodiscard]] std::string unknownKey() const {
        return fmt::format("the host key of {} is not known: {} {}", m_config.knownName(), oneLine(m_keyType),
                           oneLine(m_fingerprint));
    }
    [[nodiscard]] bool usesUserMaster() const { return !m_config.userMaster.empty(); }
    [[nodiscard]] std::weak_ptr<OpenSshConnectSession> weakSelf() {
        return std::static_pointer_cast<OpenSshConnectSession>(shared_from_this());
    }
    using Step = std::function<void(OpenSshConnectSession &)>;
    /// Passes steps from a worker to the io thread, unless this start has been given up meanwhile.
    [[nodiscard]] std::function<void(Step)> loopCallback();

    Timer m_poll;
    std::filesystem::path m_socket, m_knownKeys;
    std::unique_ptr<AskpassServer> m_askpass;
    std::shared_ptr<OpenSshMaster> m_master;
    std::shared_ptr<MuxSession> m_mux;
    bool m_passwordSent = false;                     // to the last question
    bool m_isAnswered = false;                       // the last question of the server
    bool m_isRejected = false;                       // the last answer
    int m_rejections = 0;                            // how many answers were
    std::string m_address, m_keyType, m_fingerprint; // of the server, by ssh's debug messages
    std::vector<std::string> m_lines;                // since the last question
    std::map<std::string, int> m_asked;              // how often which question came
    std::vector<std::string> m_tried;                // methods
    std::optional<HostKeyQuestion> m_hostKey;
    std::optional<HostKeyAnswer> m_hostKeyAnswer;
};

void OpenSshConnectSession::perform(const Machine::Task &task) {
    if (std::holds_alternative<Machine::FindMaster>(task))
        findUserMaster();
    else if (std::holds_alternative<Machine::StartMaster>(task))
        startMaster();
}

void OpenSshConnectSession::findUserMaster() {
    m_socket = m_config.userMaster;
    tryMux();
    if (m_mux)
        report(Machine::MasterConnected{});
    else
        report(Machine::MasterMissing{});
}

void OpenSshConnectSession::startMaster() {
    if (m_jumpHost)
        m_address = "through " + m_config.jumps.back();
    const auto hub = m_hub.lock();
    const PrivateFolder &folder = hub->privateFolder();
    if (folder.path().empty())
        return fail({FailureKind::Config, Stage::Config, "cannot create a private folder for ssh's sockets",
                     "set TMPDIR or XDG_RUNTIME_DIR to a writable folder"});
    const std::string number = std::to_string(hub->nextNumber());
    m_askpass =
        AskpassServer::listen(m_loop, hub->workers, folder.path() / ("a" + number),
                              [weak = weakSelf(), run = m_run](const AskpassRequest &request) {
                                  const auto self = weak.lock();
                                  return self && self->m_run == run ? self->prepareAnswer(request) : [] {
                                      return std::nullopt;
                                  };
                              });
    if (!m_askpass)
        return fail({FailureKind::Config, Stage::Config, "cannot create a socket for ssh's questions", {}});
    OpenSshMaster::Settings settings;
    if (!usesUserMaster())
        settings.socket = m_socket = folder.path() / ("m" + number);
    if (!m_config.hostIsKnown)
        m_knownKeys = folder.path() / ("k" + number);
    const auto &leader = m_waiters.front();
    const OpenSshMasterOptions options{settings.socket, m_knownKeys, leader->options().keepAliveInterval,
                                       leader->options().keepAliveCountMax,
                                       m_jumpHost ? m_jumpHost->controlSocket() : std::filesystem::path()};
    settings.argv = openSshArguments(m_config, leader->endpoint(), options);
    if (const HostKeyPolicy &policy = m_config.hostKeys;
        !policy.notUpdated.empty() && hasOwnKnownHosts(leader->endpoint(), options))
        makeContext({})->note(policy.notUpdated, policy.promptsForUpdate);
    settings.environment = m_askpass->environment();
    settings.endsWithParent = !usesUserMaster();
    auto master = OpenSshMaster::start(m_loop, std::move(settings),
                                       [weak = weakSelf(), run = m_run](std::string_view line) {
                                           const auto self = weak.lock();
                                           if (self && self->m_run == run)
                                               self->lineReceived(line);
                                       });
    if (!master)
        return fail({FailureKind::Config, Stage::Config, "ssh: " + master.error(), {}});
    m_master = std::move(*master);
    m_master->whenEnded([weak = weakSelf(), run = m_run](int status) {
        const auto self = weak.lock();
        if (self && self->m_run == run)
            self->masterEnded(status);
    });
    m_poll.start(kSocketPoll, guarded([this] { tryMux(); }));
}

void OpenSshConnectSession::tryMux() {
    auto mux = std::make_shared<MuxSession>(m_loop);
    const bool connected =
        mux->connect(m_socket, [weak = weakSelf(), run = m_run](const tl::expected<void, Failure> &ready) {
            const auto self = weak.lock();
            if (self && self->m_run == run)
                self->muxReady(ready);
        });
    if (connected)
        m_mux = std::move(mux);
    else if (m_master)
        m_poll.start(kSocketPoll, guarded([this] { tryMux(); }));
}

void OpenSshConnectSession::muxReady(const tl::expected<void, Failure> &ready) {
    if (!ready)
        return fail(ready.error());
    m_askpass.reset();
    std::error_code ignored;
    if (m_knownKeys.empty() || std::filesystem::file_size(m_knownKeys, ignored) == 0 || ignored)
        return finish();
    saveKnownKeys();
}

/// Moves the key that ssh has written to a file of ours to the place chosen by the user, or by
/// StrictHostKeyChecking if that asks nobody.
void OpenSshConnectSession::saveKnownKeys() {
    const bool asked = m_hostKeyAnswer.has_value();
    if (!asked && m_config.knownHostsToWrite.empty())
        return fail({FailureKind::HostKeyUnknown, Stage::HostKey, unknownKey(), std::string(kNoFileToAddTo)});
    const auto answer = m_hostKeyAnswer.value_or(HostKeyAnswer::AcceptAndStore); // accept-new asks nobody
    const auto file = answer == HostKeyAnswer::AcceptAndStoreInOwnFile ? m_config.ownKnownHosts
                      : answer == HostKeyAnswer::AcceptAndStore        ? m_config.knownHostsToWrite
                                                                       : std::filesystem::path();
    if (file.empty())
        return finish();
    m_hub.lock()->workers->run([back = loopCallback(), file, from = m_knownKeys, host = m_config.knownName(),
                                asked, hashed = m_config.hostKeys.hashNames,
                                context = makeContext(m_address)] {
        tl::expected<void, Failure> kept;
        for (const KnownKey &known : knownKeys({from}, host)) {
            if (!asked)
                context->note(addedWithoutPrompt(context->config.hostKeys, keyText(known.key.get()), host),
                              true);
            if (kept)
                kept = appendKnownKey(file, host, known.key.get(), hashed);
        }
        if (!kept) // as with ssh, the connection is good all the same
            context->note(fmt::format("the host key of {} was not stored: {}", host, kept.error().what),
                          true);
        back([](OpenSshConnectSession &self) { self.finish(); });
    });
}

void OpenSshConnectSession::finish() {
    if (!m_mux->isConnected()) // it ended while the key was written down
        return fail({FailureKind::LinkLost,
                     Stage::Link,
                     fmt::format("the connection to {} ended", m_config.label()),
                     {}});
    MuxSession::Options options;
    options.name = m_config.label();
    options.description = m_config.transportReason.empty()
                              ? std::string("OpenSSH")
                              : fmt::format("OpenSSH ({})", m_config.transportReason);
    options.socket = m_socket;
    if (!usesUserMaster()) {
        using Below = std::pair<std::shared_ptr<SessionTransport>, std::shared_ptr<OpenSshMaster>>;
        options.below = std::make_shared<Below>(m_jumpHost, m_master);
        options.findLossReason = findLossReason();
    }
    m_mux->setOptions(std::move(options));
    if (m_master)
        m_master->clearLastLines(); // messages of the login do not explain a later disconnection
    m_master.reset();
    m_jumpHost.reset();
    auto mux = std::exchange(m_mux, nullptr);
    std::error_code ignored;
    if (!m_knownKeys.empty())
        std::filesystem::remove(std::exchange(m_knownKeys, {}), ignored);
    established(std::move(mux));
}

std::function<void(std::function<void(Failure)>)> OpenSshConnectSession::findLossReason() const {
    return [loop = m_loop, master = m_master, config = m_config](const std::function<void(Failure)> &done) {
        const auto timer = std::make_shared<Timer>(*loop);
        const auto once = std::make_shared<bool>(false);
        const auto report = [once, master, config, done, timer] {
            if (std::exchange(*once, true))
                return;
            timer->stop();
            master->whenEnded(nullptr);
            done(sshFailure(master->lastLines(), config, Stage::Link));
        };
        timer->start(kReasonLimit, report);
        master->whenEnded([report](int) { report(); });
    };
}

void OpenSshConnectSession::lineReceived(std::string_view line) {
    constexpr std::string_view kServerKey = "debug1: Server host key: ";
    constexpr std::string_view kForeignLine = "debug1: kex_exchange_identification: banner line ";
    constexpr std::string_view kRefused = "debug1: Authentications that can continue: ";
    constexpr std::string_view kMethod = "debug1: Next authentication method: ";
    if (line.find("with partial success") != std::string_view::npos)
        m_isAnswered = false; // accepted: what is asked next is something else
    if (!line.starts_with("debug")) {
        if (m_lines.size() < kMaxLines && !line.empty())
            m_lines.emplace_back(line);
        return;
    }
    if (line.starts_with(kServerKey)) {
        const std::string_view key = line.substr(kServerKey.size());
        const std::size_t space = std::min(key.find(' '), key.size());
        m_keyType = key.substr(0, space);
        m_fingerprint = key.substr(std::min(space + 1, key.size()));
    }
    if (line.starts_with(kForeignLine)) {
        line.remove_prefix(kForeignLine.size());
        const std::size_t number = line.find(": ");
        line.remove_prefix(number == std::string_view::npos ? 0 : number + 2);
        if (!isTurnedAway(line))
            report(Machine::ForeignLine{std::string(line)});
    } else if (line.starts_with("debug1: Connection established.")) {
        report(Machine::Linked{});
    }
    if (line.starts_with(kRefused) && std::exchange(m_isAnswered, false)) {
        m_isRejected = true;
        ++m_rejections;
    }
    if (line.starts_with(kMethod))
        m_tried.emplace_back(line.substr(kMethod.size()));
    const auto milestone =
        std::find_if(std::begin(kMilestones), std::end(kMilestones), [line](const Milestone &one) {
            return line.starts_with(one.line) && !one.line.empty();
        });
    if (milestone == std::end(kMilestones) || milestone->stage <= stage())
        return;
    if (milestone->stage == Stage::Connect) {
        const std::size_t open = line.rfind('['), close = line.rfind(']');
        const bool isAddress =
            line.starts_with("debug1: Connecting to ") && open < close && close < line.size();
        m_address = isAddress ? std::string(line.substr(open + 1, close - open - 1)) : "ProxyCommand";
    }
    if (milestone->stage == Stage::Handshake)
        m_lines.clear(); // of the proxy
    report(Machine::StageReached{milestone->stage});
}

void OpenSshConnectSession::masterEnded(int status) {
    if (usesUserMaster() && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return; // it continues in the background, and its socket exists
    const auto lastLines = m_master->lastLines();
    Failure failure = sshFailure(lastLines, m_config, stage());
    if (auto changed = changedKey(lastLines, m_config)) {
        changed->address = m_address;
        if (!m_keyType.empty())
            changed->keyType = m_keyType;
        return showChangedKey(*changed, std::move(failure));
    }
    if (failure.kind == FailureKind::HostKeyUnknown && m_hostKey)
        failure.what = fmt::format("the host key of {} is not known: {} {}", m_hostKey->host,
                                   m_hostKey->keyType, m_hostKey->fingerprint);
    else if (failure.kind == FailureKind::HostKeyUnknown && !m_fingerprint.empty())
        failure.what = unknownKey(); // no prompt was shown
    if (failure.kind == FailureKind::Protocol && stage() <= Stage::Connect &&
        !m_config.proxyCommand.empty()) {
        failure.kind = FailureKind::ProxyFailed;
        failure.stage = Stage::Connect;
    }
    if (failure.kind == FailureKind::LoginDenied && m_passwordSent) {
        failure.kind = FailureKind::WrongPassword;
        failure.what = fmt::format("{} rejected the password", m_config.label());
        failure.hint = fmt::format("test in a terminal: `{}`", m_config.sshCommand());
    }
    if (failure.kind == FailureKind::LoginDenied && !m_tried.empty())
        failure.what += fmt::format(" (tried {})", oneLine(fmt::format("{}", fmt::join(m_tried, ", "))));
    report(Machine::HandshakeFailed{std::move(failure), wasClosedByServer(lastLines)});
}

void OpenSshConnectSession::showChangedKey(const HostKeyQuestion &question, Failure failure) {
    const std::string known = question.knownFingerprint.empty()
                                  ? std::string("another")
                                  : question.knownKeyType + " " + question.knownFingerprint;
    failure.what = fmt::format("the host key of {} has changed: now {} {}, known {} ({})", question.host,
                               question.keyType, question.fingerprint, known, question.knownIn);
    if (m_config.hostKeys.strict == HostKeyPolicy::Strict::No)
        failure.hint += kStrictNoHint;
    m_hub.lock()->workers->run([context = makeContext(m_address), question, failure, back = loopCallback()] {
        (void)context->ask(question); // only to show it: no answer makes it acceptable
        back([failure](OpenSshConnectSession &self) { self.fail(failure); });
    });
}

AskpassServer::Work OpenSshConnectSession::prepareAnswer(const AskpassRequest &request) {
    const AskpassQuestion question = readAskpass(request, m_config, std::exchange(m_lines, {}));
    return std::visit([&](const auto &one) { return prepareAnswer(one, request); }, question);
}

std::function<void(OpenSshConnectSession::Step)> OpenSshConnectSession::loopCallback() {
    return [loop = m_loop, weak = weakSelf(), run = m_run](Step step) {
        loop->post([weak, run, step = std::move(step)] {
            const auto self = weak.lock();
            if (self && self->m_run == run)
                step(*self);
        });
    };
}

AskpassServer::Work OpenSshConnectSession::prepareAnswer(HostKeyQuestion question,
                                                         const AskpassRequest &request) {
    if (question.address.empty())
        question.address = m_address;
    if (!m_keyType.empty())
        question.keyType = m_keyType;
    m_hostKey = question;
    report(Machine::StageReached{Stage::HostKey});
    const auto context = makeContext(m_address);
    context->cancelled = request.abandoned;
    return [context, question, back = loopCallback()] {
        const HostKeyAnswer answer = context->ask(question);
        back([answer](OpenSshConnectSession &self) { self.m_hostKeyAnswer = answer; });
        return std::optional<std::string>(answer == HostKeyAnswer::Refuse ? "no" : "yes");
    };
}

AskpassServer::Work OpenSshConnectSession::prepareAnswer(AuthQuestion question,
                                                         const AskpassRequest &request) {
    const bool isServers = question.kind != AuthQuestion::Kind::KeyPassphrase;
    question.attempt = !isServers                           ? ++m_asked[request.text]
                       : std::exchange(m_isRejected, false) ? m_rejections + 1
                                                            : 1;
    const auto context = makeContext(m_address);
    context->cancelled = request.abandoned;
    return [context, question, isServers, kind = request.kind,
            back = loopCallback()]() -> std::optional<std::string> {
        auto answers = context->ask(question);
        if (!answers) {
            if (!context->isCancelled() && kind != "confirm")
                back([hasPrompt = static_cast<bool>(context->prompts.auth)](OpenSshConnectSession &self) {
                    self.unanswered(hasPrompt);
                });
            return std::nullopt;
        }
        const WipeGuard wiped(*answers);
        back([is = isPassword(question), isServers](OpenSshConnectSession &self) {
            self.m_passwordSent = is;
            self.m_isAnswered = isServers;
        });
        if (answers->empty())
            return std::string();
        if (kind == "confirm" && answers->front() != "yes" && answers->front() != "y")
            return std::nullopt;
        return answers->front();
    };
}

void OpenSshConnectSession::unanswered(bool hasPrompt) {
    fail({hasPrompt ? FailureKind::Cancelled : FailureKind::LoginDenied, Stage::Login,
          hasPrompt
              ? fmt::format("the login to {} was cancelled before a password was entered", m_config.label())
              : fmt::format("{} asks a question, but there is no terminal to answer it", m_config.label()),
          hasPrompt ? std::string() : fmt::format("test in a terminal: `{}`", m_config.sshCommand())});
}

void OpenSshConnectSession::dropParts() {
    m_poll.stop();
    m_askpass.reset();
    m_mux.reset();
    m_master.reset(); // before the jump host, which it uses
    m_lines.clear();
    m_asked.clear();
    m_tried.clear();
    m_hostKey.reset();
    m_hostKeyAnswer.reset();
    m_address.clear();
    m_keyType.clear();
    m_fingerprint.clear();
    m_passwordSent = m_isAnswered = m_isRejected = false;
    m_rejections = 0;
    std::error_code ignored;
    if (!m_knownKeys.empty())
        std::filesystem::remove(std::exchange(m_knownKeys, {}), ignored);
}

} // namespace

std::shared_ptr<PendingSession> makeOpenSshConnectSession(std::shared_ptr<Hub> hub, HostConfig config,
                                                          std::string key) {
    return std::make_shared<OpenSshConnectSession>(std::move(hub), std::move(config), std::move(key));
}

} // namespace fabricscope::remote
